/** Whole games of Aqua Pipe in a real browser. */

import type { Page } from '@playwright/test';

import type { HintUpdate } from '../src/wire/HintUpdate.ts';
import type { NewTable } from '../src/wire/NewTable.ts';
import type { TableSnapshot } from '../src/wire/TableSnapshot.ts';
import { expect, expectAccessible, expectNoOverflow, expectSteady, look, movesOf, myTurn, openTable, PHONE, PHONES, tableOf, test, watch } from './house.ts';

const SIDE = 20;

/** The radius of each ring in a space. */
const RADII: Record<string, number> = { S: 2.6, M: 5.2, L: 7.8 };

/** A way to play one move. */
type Player = (page: Page, head: string, place: string) => Promise<void>;

/** Moves that are wanted before all others, so that games end soon. */
const WANTED = ['S@a1', 'UM@a1b1', 'L@b2', 'M@c1', 'S@b1', 'S@c1', 'S@d1', 'M@d1', 'L@a1', 'L@c3', 'M@b2', 'M@a3'];

/** A move that is wanted, or another one each time. */
function choose(table: TableSnapshot): [head: string, place: string] {
  const moves = movesOf(table);
  const wanted = WANTED.flatMap((it) => moves.filter(([head, place]) => head + place === it));
  return wanted[0] ?? moves[(table.state.ply * 7919) % moves.length]!;
}

const sizeOf = (table: TableSnapshot): number => (table.state.view as { size: number }).size;
const againstBot = (variant: string): NewTable => ({ game: 'aquapipe', options: { variant }, players: ['me', { bot: 'level:2' }] });

/** Where a place is on the screen; with a diameter a point of that ring. */
async function screenOf(page: Page, place: string, diameter?: string): Promise<{ x: number; y: number }> {
  const size = sizeOf(await look(page, tableOf(page)));
  const cells = place.match(/../g)!.map((name) => [name.charCodeAt(0) - 97, Number(name[1]) - 1] as const);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const at = diameter ? cells.slice(0, 1) : cells;
  const x = (mean(at.map((cell) => cell[0])) + 0.5) * SIDE;
  // The lower left of a ring is never under the bend of a U pipe.
  const aside = diameter ? RADII[diameter]! * Math.SQRT1_2 : 0;
  const y = (size - mean(at.map((cell) => cell[1])) - 0.5) * SIDE;
  return page.locator('.tw-board').evaluate(
    (svg: SVGSVGElement, point) => {
      const { x, y } = new DOMPoint(point.x, point.y).matrixTransform(svg.getScreenCTM()!);
      return { x, y };
    },
    { x: x - aside, y: y + aside },
  );
}

/** Where a pipe on the board can be taken; nothing if it is in hand. */
async function pipeAt(page: Page, head: string): Promise<{ x: number; y: number } | undefined> {
  const [, diameter, from] = /^U?([SML])(\w*)[@-]$/.exec(head)!;
  return from ? screenOf(page, from, diameter) : undefined;
}

const inTray = (page: Page, head: string) => page.locator(`.tw-tray [data-target="pipe:${head}"]`);

const byMouse: Player = async (page, head, place) => {
  const pipe = await pipeAt(page, head);
  await (pipe ? page.mouse.click(pipe.x, pipe.y) : inTray(page, head).click());
  const { x, y } = await screenOf(page, place);
  await page.mouse.move(x, y);
  await expect(page.locator('.ghost')).toHaveAttribute('data-move', head + place);
  await page.mouse.click(x, y);
};

const byTouch: Player = async (page, head, place) => {
  const board = page.locator('.tw-board');
  if (head.endsWith('@')) await inTray(page, head).tap();
  await board.scrollIntoViewIfNeeded();
  const pipe = await pipeAt(page, head);
  if (pipe) await page.touchscreen.tap(pipe.x, pipe.y);
  await expect(page.locator('.said')).toContainText('chosen');
  const { x, y } = await screenOf(page, place);
  await page.touchscreen.tap(x, y);
};

const byKeys: Player = async (page, head, place) => {
  await page.locator('.tw-board').focus();
  const chosen = page.locator(`.tw-picture [aria-pressed="true"][data-target="pipe:${head}"]`);
  for (let i = 0; i < 40 && (await chosen.count()) === 0; i++) await page.keyboard.press('n');
  const ghost = page.locator(`.ghost[data-move="${head}${place}"]`);
  for (let i = 0; i < 60 && (await ghost.count()) === 0; i++) await page.keyboard.press('g');
  await expect(page.locator('.said')).toContainText('Enter plays it');
  await page.keyboard.press('Enter');
};

/** Plays one move and waits until it is played. */
async function playOne(page: Page, player: Player, [head, place]: [string, string]): Promise<void> {
  const { ply } = (await look(page, tableOf(page))).state;
  await expect(page.locator('.status')).toHaveClass(/yours/);
  await expect(page.locator('.tw-board')).toHaveClass(/is-live/);
  await player(page, head, place);
  await expect.poll(async () => (await look(page, tableOf(page))).state.ply).toBeGreaterThan(ply);
}

/** Plays until the game is over. */
async function playOut(page: Page, player: Player): Promise<void> {
  for (;;) {
    const table = await myTurn(page, tableOf(page));
    if (table.state.status !== 'playing') break;
    await playOne(page, player, choose(table));
  }
  await expect(page.getByRole('heading', { name: /won|draw/i })).toBeVisible();
}

for (const variant of ['3x3', '4x4']) {
  test(`${variant} is played to its end by mouse against a bot`, async ({ page }) => {
    await openTable(page, againstBot(variant));
    await expect(page.locator('.status')).toContainText('Your turn');
    await expectAccessible(page);
    await playOut(page, byMouse);
    await expectAccessible(page);
  });

  test(`${variant} is played to its end by keys alone`, async ({ page }) => {
    await openTable(page, againstBot(variant));
    await playOut(page, byKeys);
  });

  test(`${variant} is played to its end by touch on a phone`, async ({ somebody }) => {
    const page = await somebody({ ...PHONE, viewport: PHONES[variant === '3x3' ? 0 : 1]! });
    await watch(page);
    await openTable(page, againstBot(variant));
    await expect(page.locator('.status')).toContainText('Your turn');
    await expectNoOverflow(page);
    await expectAccessible(page);
    await playOut(page, byTouch);
    await expectNoOverflow(page);
    await expectSteady(page);
  });
}

test('one more click plays a bot', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /Play a bot at Aqua Pipe/ }).click();
  await expect(page.locator('.status')).toContainText('Your turn with blue');
});

test('a pipe is dragged from the tray, and another one on the board', async ({ page }) => {
  await openTable(page, { game: 'aquapipe', options: { 'move-after': 'any-time' }, players: ['me', 'me'] });
  await expect(page.locator('.tw-board')).toHaveClass(/is-live/);
  const hand = (await inTray(page, 'M@').boundingBox())!;
  await drag(page, { x: hand.x + hand.width / 2, y: hand.y + hand.height / 2 }, await screenOf(page, 'b2'));
  await expect(page.locator('.at')).toHaveText('1 of 1');
  await playOne(page, byMouse, ['L@', 'b2']);
  await expect(page.locator('.status')).toContainText('Player 1, your turn');
  await drag(page, await screenOf(page, 'b2', 'M'), await screenOf(page, 'a3'));
  await expect(page.locator('.at')).toHaveText('3 of 3');
  expect((await look(page, tableOf(page))).events.at(-1)).toMatchObject({ move: 'Mb2-a3' });
});

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

test('a pipe that cannot go somewhere says why', async ({ page }) => {
  await openTable(page, { game: 'aquapipe', players: ['me', 'me'] });
  await playOne(page, byMouse, ['S@', 'b2']);
  await playOne(page, byMouse, ['M@', 'b2']);
  await inTray(page, 'S@').click();
  const { x, y } = await screenOf(page, 'b2');
  await page.mouse.move(x, y);
  await expect(page.locator('.said')).toContainText('a small pipe fills that slot of b2 already');
  await page.keyboard.press('Escape');
  const ring = await screenOf(page, 'b2', 'S');
  await page.mouse.click(ring.x, ring.y);
  await expect(page.locator('.said')).toContainText('once it has placed one of each diameter');
  expect((await look(page, tableOf(page))).state.ply).toBe(2);
});

test('people and programs play in all four combinations, and a coin may decide who begins', async ({ page }) => {
  const open = async (first: string, second: string, begins = '1') => {
    await page.goto('/games/aquapipe');
    await page.getByLabel(/^Player 1/).selectOption(first);
    await page.getByLabel(/^Player 2/).selectOption(second);
    await page.getByLabel('First move').selectOption(begins);
    await page.getByRole('button', { name: 'Open the table' }).click();
    await page.waitForURL(/tables/);
  };
  await open('me', 'friend');
  for (const move of ['S@ a1', 'M@ a1', 'S@ b1', 'M@ c3', 'S@ c1']) await playOne(page, byMouse, move.split(' ') as [string, string]);
  await expect(page.getByRole('heading', { name: 'Player 1 won' })).toBeVisible();
  await open('me', 'level:1');
  await expect(page.locator('.status')).toContainText('Your turn with blue');
  await open('level:1', 'me');
  await expect(page.locator('.status')).toContainText('Your turn with red');
  await expect(page.locator('.tw-board .is-last')).toHaveCount(1);
  await open('level:2', 'level:1');
  await expect(page.getByRole('heading', { name: /won|draw/i })).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('.tw-tray')).toBeHidden();
  await open('me', 'level:1', 'coin');
  await expect(page.getByText(/coin/i)).toBeVisible();
  await expect(page.locator('.status')).toContainText('Your turn');
});

test('two people play each other by link, and somebody looks on', async ({ somebody }) => {
  const [ada, bob, eve] = await Promise.all([somebody(), somebody(), somebody()]);
  const opened = await openTable(ada, { game: 'aquapipe', options: { variant: '4x4' }, players: ['me', 'invited'] });
  await bob.goto(`/tables/${opened.id}?key=${opened.key}`);
  await bob.getByRole('button', { name: 'Sit here' }).click();
  await eve.goto(`/tables/${opened.id}`);
  const moves = ['US@ a1a2', 'UM@ b2c2', 'L@ b2', 'S@ d4', 'M@ c3', 'M@ d4'];
  for (const [i, move] of moves.entries()) {
    const page = i % 2 ? bob : ada;
    await expect(page.locator('.status')).toContainText('Your turn');
    await playOne(page, byMouse, move.split(' ') as [string, string]);
    await expect(eve.locator('.tw-board .pipes > .pipe')).toHaveCount(i + 1);
  }
  await ada.getByRole('button', { name: 'To the start' }).click();
  await expect(ada.locator('.tw-board .pipes > .pipe')).toHaveCount(0);
  await expect(ada.locator('.tw-board')).not.toHaveClass(/is-live/);
});

/** What is certain of an action, in a list and on the board. */
const EXACT = /(wins in|loses in) \d+ moves?|draws/;
const EXACT_MARK = /^((wins|loses) \d+|draws)$/;

/** The value of every move. The server makes the table of them when it starts, by a thread that gives way to hints. */
async function exactHint(page: Page): Promise<HintUpdate> {
  const nMoves = movesOf(await look(page, tableOf(page))).length;
  for (;;) {
    const answer = await page.request.post(`/api/tables/${tableOf(page)}/hint`, { data: { n_moves: 200, time_millis: 100 } });
    const line = JSON.parse((await answer.text()).trim().split('\n').at(-1)!) as HintUpdate;
    if (line.moves.length === nMoves && line.moves.every((it) => it.is_proved)) return line;
    await page.waitForTimeout(1_000);
  }
}

test('the perfect opponent plays, and every action is shown with its exact value', async ({ page }) => {
  await openTable(page, { game: 'aquapipe', players: ['me', { bot: 'solver' }] });
  // One pipe of each diameter, by moves that do not lose: a perfect opponent would win else before the end.
  for (const head of ['S@', 'M@', 'L@']) {
    await myTurn(page, tableOf(page));
    const line = await exactHint(page);
    const safe = line.moves.find((it) => it.move.startsWith(head) && it.value![0]! >= 0.5)!;
    await playOne(page, byMouse, [head, safe.move.slice(head.length)]);
    await myTurn(page, tableOf(page));
  }
  await page.getByRole('button', { name: 'What is each move worth?' }).click();
  const moves = movesOf(await look(page, tableOf(page)));
  await expect(page.getByText(`${moves.length} moves: `)).toBeVisible({ timeout: 60_000 });
  const lines = page.locator('ol li').filter({ hasText: EXACT });
  await expect(lines).toHaveCount(moves.length);
  await expectAccessible(page);
  await page.locator('.tw-board').focus();
  const heads = new Set(moves.map(([head]) => head));
  const isMoved = [...heads].some((head) => head.endsWith('-'));
  expect(isMoved, 'pipes on the board can be moved').toBe(true);
  const shown = new Set<string>();
  for (let i = 0; i < heads.size; i++) {
    await page.keyboard.press('n');
    const chosen = page.locator('.tw-picture [aria-pressed="true"]');
    const head = (await chosen.getAttribute('data-target'))!.replace('pipe:', '');
    shown.add(head);
    const labels = await page.locator('.mark .plate-text').allTextContents();
    expect(labels, head).toHaveLength(moves.filter(([it]) => it === head).length);
    labels.forEach((label) => expect(label).toMatch(EXACT_MARK));
  }
  expect(shown).toEqual(heads);
});

test('rows of three are counted beside the board, looped around, and win', async ({ page }) => {
  await openTable(page, { game: 'aquapipe', options: { variant: '4x4' }, players: ['me', 'me'] });
  const rows = ['S@ a1', 'M@ d4', 'S@ b1', 'M@ c4', 'S@ c1', 'M@ b4', 'M@ a1', 'L@ d1', 'M@ a2', 'L@ d2', 'M@ a3'];
  for (const move of rows) await playOne(page, byMouse, move.split(' ') as [string, string]);
  await expect(page.getByText('Rows of three: 2 of 4', { exact: true })).toBeVisible();
  await expect(page.getByText('Rows of three: 1 of 4', { exact: true })).toBeVisible();
  await expect(page.locator('.rows .row')).toHaveCount(3);
  const rest = ['S@ d4', 'L@ a1', 'S@ d3', 'L@ b1', 'L@ d4', 'L@ c1', 'S@ b3', 'US@ a2a3'];
  for (const move of rest) await playOne(page, byMouse, move.split(' ') as [string, string]);
  await expect(page.getByRole('heading', { name: 'Player 1 won' })).toBeVisible();
  await expect(page.locator('.rows .is-winning')).toHaveCount(4);
});

test('the lesson and the picture are there', async ({ page }) => {
  await page.goto('/how-to-play/aquapipe');
  await expect(page.getByRole('heading', { level: 2 })).toContainText(['Pipes in pipes', 'Three in a row win']);
  await expectAccessible(page);
  await page.goto('/');
  await expect(page.getByRole('img', { name: /pipes of three diameters/, includeHidden: true })).toBeVisible();
});

test('who sees nothing finds names for all that can be chosen', async ({ page }) => {
  await openTable(page, { game: 'aquapipe', options: { 'move-after': 'any-time' }, players: ['me', 'me'] });
  const board = page.getByRole('application', { name: /^Aqua Pipe 3x3.*You can place a small, medium or large pipe: 27 ways\.$/ });
  await expect(board).toBeVisible();
  await page.getByRole('button', { name: 'Blue: 3 small pipes in hand, 9 free places' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.locator('.at')).toHaveText('1 of 1');
  await expect(page.getByRole('img', { name: 'a3: small blue, medium free, large free' })).toBeAttached();
  await page.getByRole('button', { name: 'Red: 3 large pipes in hand, 9 free places' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Small pipe on a3, 8 free places' })).toBeAttached();
});

test('a review shows the better move beside the one that was played, at an address of its own', async ({ page }) => {
  const record = 'tilewright record 1\ngame: aquapipe\n\n1. S@a1\n2. L@c3\n3. S@b1\n4. L@c2\n';
  await page.goto('/study');
  await page.getByLabel('A record').fill(record);
  await page.getByRole('button', { name: 'Show it' }).click();
  await page.getByRole('button', { name: 'Analyze' }).click();
  await expect(page.locator('.mark.is-better')).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('.mark.is-played')).toBeVisible();
  await expect(page.locator('.verdict')).toContainText('large: c2');
  await expectAccessible(page);
  await page.getByLabel('Show both on the board').uncheck();
  await expect(page.locator('.mark')).toHaveCount(0);
  await page.getByRole('button', { name: 'One move back' }).click();
  await expect(page).toHaveURL(/ply=3/);
  await page.reload();
  await expect(page.locator('.at')).toHaveText('3 of 4');
});
