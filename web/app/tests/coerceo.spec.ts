/** Whole games of Coerceo in a real browser. */

import type { Page } from '@playwright/test';

import type { NewTable } from '../src/wire/NewTable.ts';
import type { TableSnapshot } from '../src/wire/TableSnapshot.ts';
import { expect, expectAccessible, expectNoOverflow, expectSteady, look, movesOf, myTurn, openTable, PHONE, PHONES, tableOf, test, watch } from './house.ts';

const OCIUS: NewTable = { game: 'coerceo', options: { variant: 'ocius' }, players: ['me', { bot: 'level:1' }] };

/** A legal move with what it does. */
interface Move {
  move: string;
  from: string | null;
  to: string;
  captured: string[];
  removed: string[];
  cost: number;
}

/** What a way of pointing needs to play one move. */
type Player = (page: Page, move: Move) => Promise<void>;

/** The move that takes most, so that games end soon; among equals another one each time. */
async function choose(page: Page, table: TableSnapshot): Promise<Move> {
  const response = await page.request.get(`/api/tables/${tableOf(page)}/moves`);
  const moves = (await response.json()) as Move[];
  const worth = (m: Move) => 3 * m.captured.length + m.removed.length - m.cost / 2;
  const most = Math.max(...moves.map(worth));
  const best = moves.filter((m) => worth(m) === most);
  return best[(table.state.ply * 7) % best.length]!;
}

const triangle = (page: Page, name: string) => page.locator(`.tw-board [data-target="${name}"]`);
const button = (page: Page, name: string | RegExp) => page.getByRole('toolbar').getByRole('button', { name });

const byMouse: Player = async (page, { from, to }) => {
  await (from === null ? button(page, /^Exchange/) : triangle(page, from)).click();
  await triangle(page, to).click();
};

const byTouch: Player = async (page, { from, to, captured, removed }) => {
  await (from === null ? button(page, /^Exchange/) : triangle(page, from)).tap();
  await triangle(page, to).tap();
  if (captured.length + removed.length > 0) {
    await expect(page.locator('.said')).toContainText('Tap again to play');
    await triangle(page, to).tap();
  }
};

const byKeys: Player = async (page, { from, to }) => {
  const chosen = page.locator('.tw-board .button[aria-pressed="true"]');
  const cursor = page.locator('.tw-board .cursor');
  if (from === null) await page.keyboard.press('x');
  for (let i = 0; i < 40 && from !== null && (await attribute(chosen, 'data-target')) !== from; i++) await page.keyboard.press('n');
  for (let i = 0; i < 40 && (await attribute(cursor, 'data-at')) !== to; i++) await page.keyboard.press('g');
  await expect(page.locator('.said')).toContainText('Enter plays it');
  await page.keyboard.press('Enter');
};

async function attribute(locator: ReturnType<Page['locator']>, name: string): Promise<string | null> {
  return (await locator.count()) > 0 ? locator.getAttribute(name) : null;
}

/** Waits until the page knows what its moves do, plays one, and waits until it is played. */
async function playOne(page: Page, table: TableSnapshot, player: Player): Promise<void> {
  await expect(page.locator('.status')).toHaveClass(/yours/);
  await expect(page.locator('.tw-board')).toHaveClass(/is-live/);
  await player(page, await choose(page, table));
  await expect.poll(async () => (await look(page, tableOf(page))).state.ply).toBeGreaterThan(table.state.ply);
}

async function playOut(page: Page, player: Player): Promise<void> {
  for (;;) {
    const table = await myTurn(page, tableOf(page));
    if (table.state.status !== 'playing') break;
    await playOne(page, table, player);
  }
  await expect(page.getByRole('heading', { name: /won|draw|lost/i })).toBeVisible();
}

/** Where a triangle is on the screen. */
async function middleOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await triangle(page, name).boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

/** How many pixels a unit of the picture is. */
function scaleOf(page: Page): Promise<number> {
  return page.locator('.tw-board').evaluate((svg: SVGSVGElement) => svg.getScreenCTM()!.a);
}

test('one more click plays a bot, and laurentius is played to its end by mouse', async ({ page }) => {
  test.setTimeout(400_000);
  await page.goto('/');
  await page.getByRole('button', { name: /Play a bot at Coerceo/ }).click();
  await expect(page.locator('.status')).toContainText('Your turn');
  await expectAccessible(page);
  await playOut(page, byMouse);
  await expectAccessible(page);
});

test('ocius is played to its end by mouse, with exchanges for one tile', async ({ page }) => {
  await openTable(page, { ...OCIUS, options: { variant: 'ocius', cost: '1' } });
  await expect(button(page, 'Exchange (1 tile)')).toBeDisabled();
  await playOut(page, byMouse);
});

for (const variant of ['ocius', 'laurentius']) {
  test(`${variant} is played to its end by keys alone`, async ({ page }) => {
    test.setTimeout(400_000);
    await openTable(page, { ...OCIUS, options: { variant } });
    await expect(page.locator('.tw-board')).toHaveClass(/is-live/);
    for (let i = 0; i < 40 && !(await page.locator('.tw-board').evaluate((board) => board === document.activeElement)); i++) {
      await page.keyboard.press('Tab');
    }
    await playOut(page, byKeys);
  });
}

for (const viewport of PHONES) {
  test(`ocius is played to its end by touch on a phone of ${viewport.width} by ${viewport.height}`, async ({ somebody }) => {
    const page = await somebody({ ...PHONE, viewport });
    await watch(page);
    await openTable(page, OCIUS);
    await expect(page.locator('.status')).toContainText('Your turn');
    await expectNoOverflow(page);
    await expectAccessible(page);
    await playOut(page, byTouch);
    await expectNoOverflow(page);
    await expectSteady(page);
  });
}

test('a piece is dragged to its place by mouse and by finger', async ({ page, somebody }) => {
  await openTable(page, OCIUS);
  await expect(page.locator('.tw-board')).toHaveClass(/is-live/);
  const from = await middleOf(page, '06:W3');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 20, { steps: 3 });
  const to = await middleOf(page, '0B:W5');
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.up();
  await expect.poll(async () => (await look(page, tableOf(page))).events[0]).toMatchObject({ move: '06:W3-0B:W5' });

  const phone = await somebody(PHONE);
  await openTable(phone, OCIUS);
  await expect(phone.locator('.tw-board')).toHaveClass(/is-live/);
  const touches = await phone.context().newCDPSession(phone);
  const touch = (type: 'touchStart' | 'touchMove', { x, y }: { x: number; y: number }) =>
    touches.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
  const start = await middleOf(phone, '06:W3');
  await touch('touchStart', start);
  await touch('touchMove', { x: start.x + 15, y: start.y + 30 });
  const end = await middleOf(phone, '0B:W5');
  // The piece is held above the finger.
  await touch('touchMove', { x: end.x, y: end.y + 32 * (await scaleOf(phone)) });
  await expect(phone.locator('.tw-board .cursor')).toHaveAttribute('data-at', '0B:W5');
  await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect.poll(async () => (await look(phone, tableOf(phone))).events[0]).toMatchObject({ move: '06:W3-0B:W5' });
});

test('what a move would take is shown before it is made', async ({ page }) => {
  await openTable(page, { ...OCIUS, players: ['me', 'me'] });
  for (;;) {
    const table = await myTurn(page, tableOf(page));
    const move = await choose(page, table);
    if (move.from !== null && move.removed.length > 0) {
      await expect(page.locator('.at')).toContainText(`${table.state.ply} of`);
      await triangle(page, move.from).click();
      await expect(page.locator('.tw-board .is-tile').first()).toBeVisible();
      await triangle(page, move.to).hover();
      await expect(page.locator('.tw-board .is-falling')).toHaveCount(move.removed.length);
      await expect(page.locator('.tw-board .is-victim')).toHaveCount(move.captured.length);
      await expect(page.locator('.said')).toContainText(/tile [a-e]\d falls and you get it/);
      await triangle(page, move.to).click();
      await expect(page.locator('.tw-board .is-gone')).toHaveCount(move.removed.length);
      break;
    }
    await playOne(page, table, byMouse);
  }
});

test('a place that is not allowed says why', async ({ page }) => {
  await openTable(page, OCIUS);
  await triangle(page, '06:W3').click();
  // Below this piece is 0C:B0.
  const { x, y } = await middleOf(page, '07:W3');
  await page.mouse.move(x, y + 29 * (await scaleOf(page)));
  await expect(page.locator('.said')).toContainText('c1 N is not next to a2 S');
  await page.keyboard.press('x');
  await expect(page.locator('.said')).toContainText('an exchange takes 2 tiles, and white holds 0');
  expect((await look(page, tableOf(page))).state.ply).toBe(0);
});

test('two people play each other online', async ({ somebody }) => {
  const [ada, bob] = await Promise.all([somebody(), somebody()]);
  const opened = await openTable(ada, { ...OCIUS, players: ['me', 'invited'] });
  await bob.goto(`/tables/${opened.id}?key=${opened.key}`);
  await bob.getByRole('button', { name: 'Sit here' }).click();
  const pages = [ada, bob];
  for (let i = 0; i < 6; i++) {
    await playOne(pages[i % 2]!, await myTurn(pages[i % 2]!, opened.id), byMouse);
    await expect(pages[(i + 1) % 2]!.locator('.at')).toHaveText(`${i + 1} of ${i + 1}`);
  }
  await expect(bob.locator('.tw-board')).not.toHaveClass(/is-live/);
  await ada.getByRole('button', { name: 'Offer a draw' }).click();
  await bob.getByRole('button', { name: 'Agree' }).click();
  await expect(bob.getByRole('heading', { name: /draw/i })).toBeVisible();
  await expect(bob.getByRole('list', { name: 'Players' })).toContainText('agreed to a draw');
});

/** Everything that is said from now on: what a fast opponent answers takes the place of what was said before. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  const heard = await page.locator('.said').evaluateHandle((said) => {
    const texts: string[] = [];
    new MutationObserver(() => texts.push(said.textContent ?? '')).observe(said, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    return texts;
  });
  return () => heard.jsonValue();
}

test('who sees nothing hears the board, the turn and the choices', async ({ page }) => {
  const opened = await openTable(page, OCIUS);
  const board = page.getByRole('application', { name: 'Coerceo ocius. White is to move. You can move 7 pieces in 26 ways.' });
  await expect(board).toBeVisible();
  const heard = await listen(page);
  await board.getByRole('button', { name: 'a2 S, white piece, 4 places to go' }).dispatchEvent('click');
  await board.getByRole('button', { name: 'a2 S to b2 NW.' }).dispatchEvent('click');
  await expect.poll(heard).toContainEqual(expect.stringContaining('Played: a2 S to b2 NW.'));
  const table = await myTurn(page, opened.id);
  const nWays = movesOf(table).length;
  await expect(page.getByRole('application', { name: new RegExp(`White is to move.*in ${nWays} ways`) })).toBeVisible();
  await expect(page.getByText(/Black moved from \w+ \w+ to \w+ \w+/)).toBeAttached();
});

test('an old position is looked at and cannot be played', async ({ page }) => {
  await openTable(page, OCIUS);
  await playOne(page, await myTurn(page, tableOf(page)), byMouse);
  await expect(page.locator('.at')).toHaveText('2 of 2');
  await page.getByRole('button', { name: 'To the start' }).click();
  await expect(page.locator('.tw-board')).toHaveClass(/is-past/);
  await expect(page.locator('.tw-board [role="button"]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await expect(page.locator('.tw-board')).toHaveClass(/is-live/);
});

test('a hint is shown on the board with its number', async ({ page }) => {
  await openTable(page, OCIUS);
  await page.getByRole('button', { name: /strong player/ }).click();
  await expect(page.locator('.tw-board .mark').first()).toBeVisible();
  await expect(page.locator('.tw-board .mark .number').first()).toHaveText(/\S/);
});

test('the lesson is there', async ({ page }) => {
  await page.goto('/how-to-play/coerceo');
  await expect(page.getByRole('heading', { name: 'How to play Coerceo' })).toBeVisible();
  await expect(page.getByRole('img')).toHaveCount(6);
  await expectAccessible(page);
});
