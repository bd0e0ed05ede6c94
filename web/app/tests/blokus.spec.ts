/** Whole games of Blokus in a real browser. */

import type { Page } from '@playwright/test';

import type { GameInfo } from '../src/wire/GameInfo.ts';
import type { NewTable } from '../src/wire/NewTable.ts';
import type { TableSnapshot } from '../src/wire/TableSnapshot.ts';
import { expect, expectAccessible, expectNoOverflow, expectSteady, look, movesOf, myTurn, openTable, PHONE, PHONES, tableOf, test, watch } from './house.ts';

const SIDE = 20;
const DUO: NewTable = { game: 'blokus', options: { variant: 'duo' }, players: ['me', { bot: 'level:1' }] };

/** A move taken apart. */
interface Placement {
  piece: string;
  orientation: string;
  square: string;
}

/** A legal move with one of the largest pieces, so that games end soon. */
function choose(table: TableSnapshot): Placement {
  const moves = movesOf(table).map(([head, square]) => {
    const [, piece, orientation] = /^([A-Z]\d)(\w+)@$/.exec(head)!;
    return { piece: piece!, orientation: orientation!, square };
  });
  const largest = Math.max(...moves.map((move) => Number(move.piece[1])));
  const large = moves.filter((move) => Number(move.piece[1]) === largest);
  return large[(table.state.ply * 7) % large.length]!;
}

/** A person who plays in a page, and knows how the pieces are turned. */
class Hand {
  readonly #orientations = new Map<string, string>();
  #game: GameInfo | undefined;

  constructor(readonly page: Page) {}

  async #pieces() {
    this.#game ??= ((await (await this.page.request.get('/api/games')).json()) as GameInfo[]).find((game) => game.game === 'blokus')!;
    return this.#game.pieces!;
  }

  /** The buttons to press until a piece that was chosen is turned as wanted. */
  async turns(piece: string, wanted: string): Promise<string[]> {
    const { orientations } = (await this.#pieces()).find((it) => it.piece === piece)!;
    const start = this.#orientations.get(piece) ?? orientations[0]!.name;
    this.#orientations.set(piece, wanted);
    const paths: { at: string; presses: string[] }[] = [{ at: start, presses: [] }];
    for (const { at, presses } of paths) {
      if (at === wanted) return presses;
      const { clockwise, mirrored } = orientations.find((it) => it.name === at)!;
      if (presses.length < 8) paths.push({ at: clockwise, presses: [...presses, 'Turn right'] }, { at: mirrored, presses: [...presses, 'Flip'] });
    }
    throw new Error(`${piece} cannot be turned from ${start} to ${wanted}`);
  }

  /** Where the middle of a placed piece is on the screen. */
  async middleOf({ piece, orientation, square }: Placement, size: number): Promise<{ x: number; y: number }> {
    const { cells } = (await this.#pieces()).find((it) => it.piece === piece)!.orientations.find((it) => it.name === orientation)!;
    const [column, row] = [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];
    const width = 1 + Math.max(...cells.map((cell) => cell[0]!));
    const height = 1 + Math.max(...cells.map((cell) => cell[1]!));
    const at = { x: (column + width / 2) * SIDE, y: (size - row - height / 2) * SIDE };
    return this.page.locator('.board svg').evaluate((svg: SVGSVGElement, { x, y }) => {
      const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM()!);
      return { x: point.x, y: point.y };
    }, at);
  }

  async playByMouse(table: TableSnapshot): Promise<void> {
    const move = choose(table);
    await this.page.locator(`[data-target="piece:${move.piece}"]`).click();
    for (const press of await this.turns(move.piece, move.orientation)) await this.page.getByRole('button', { name: press, exact: true }).click();
    const { x, y } = await this.middleOf(move, sizeOf(table));
    await this.page.mouse.move(x, y);
    await this.page.mouse.click(x, y);
    await expectPly(this.page, table.state.ply + 1);
  }

  async playByTouch(table: TableSnapshot): Promise<void> {
    const move = choose(table);
    await this.page.locator(`[data-target="piece:${move.piece}"]`).tap();
    for (const press of await this.turns(move.piece, move.orientation)) await this.page.getByRole('button', { name: press, exact: true }).tap();
    await this.page.locator('.board svg').scrollIntoViewIfNeeded();
    const { x, y } = await this.middleOf(move, sizeOf(table));
    await this.page.touchscreen.tap(x, y);
    const place = this.page.getByRole('button', { name: 'Place', exact: true });
    await expect(place).toBeEnabled();
    await place.tap();
    await expectPly(this.page, table.state.ply + 1);
  }

  async playByKeys(table: TableSnapshot): Promise<void> {
    const { page } = this;
    await page.locator('.board svg').focus();
    const place = page.getByRole('button', { name: 'Place', exact: true });
    const next = page.getByRole('button', { name: 'Next place', exact: true });
    // The first piece that has a place, in the first way in which it has one.
    for (let i = 0; i < 200 && (await place.isDisabled()); i++) {
      await page.keyboard.press(i % 9 === 8 || (i > 0 && (await next.isDisabled())) || i === 0 ? 'n' : i % 2 ? 'g' : i % 8 === 4 ? 'f' : 'r');
    }
    await page.keyboard.press('Enter');
    await expectPly(page, table.state.ply + 1);
  }
}

const sizeOf = (table: TableSnapshot): number => (table.state.view as { size: number }).size;

/** Waits until a move is played, at least so many in all. */
async function expectPly(page: Page, ply: number): Promise<void> {
  await expect.poll(async () => (await look(page, tableOf(page))).state.ply).toBeGreaterThanOrEqual(ply);
}

/** Plays until the game is over; a person who sits on several seats plays for all of them. */
async function playOut(page: Page, playOne: (table: TableSnapshot) => Promise<void>): Promise<void> {
  const id = tableOf(page);
  for (;;) {
    const table = await myTurn(page, id);
    if (table.state.status !== 'playing') break;
    await expect(page.locator('.status')).toHaveClass(/yours/);
    await playOne(table);
  }
  await expect(page.getByRole('heading', { name: /won|draw|share/i })).toBeVisible();
}

test('one more click plays a bot, and duo is played to its end by mouse', async ({ page }) => {
  await page.goto('/');
  await expectAccessible(page);
  await page.getByRole('button', { name: /Play a bot at Blokus/ }).click();
  await expect(page.locator('.status')).toContainText('Your turn');
  await expectAccessible(page);
  const hand = new Hand(page);
  await playOut(page, (table) => hand.playByMouse(table));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Rematch' }).click();
  await expect(page.locator('.status')).toContainText(/Your turn|thinking/);
});

test('classic is played to its end by mouse against three bots', async ({ page }) => {
  await openTable(page, { game: 'blokus', players: ['me', { bot: 'level:1' }, { bot: 'level:2' }, { bot: 'level:1' }] });
  const hand = new Hand(page);
  await playOut(page, (table) => hand.playByMouse(table));
});

for (const viewport of PHONES) {
  test(`duo is played to its end by touch on a phone of ${viewport.width} by ${viewport.height}`, async ({ somebody }) => {
    const page = await somebody({ ...PHONE, viewport });
    await watch(page);
    await openTable(page, DUO);
    await expect(page.locator('.status')).toContainText('Your turn');
    await expectNoOverflow(page);
    await expectAccessible(page);
    const hand = new Hand(page);
    await playOut(page, (table) => hand.playByTouch(table));
    await expectNoOverflow(page);
    await expectSteady(page);
  });
}

test('a piece is dragged from the tray to the board', async ({ page }) => {
  await openTable(page, DUO);
  const hand = new Hand(page);
  const from = (await page.locator('[data-target="piece:X5"]').boundingBox())!;
  const to = await hand.middleOf({ piece: 'X5', orientation: 'n', square: 'd9' }, 14);
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x - 30, to.y + 30, { steps: 5 });
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await expectPly(page, 1);
});

test('a finger drags a piece from the tray, and the page does not scroll instead', async ({ somebody }) => {
  const phone = await somebody(PHONE);
  await openTable(phone, DUO);
  await myTurn(phone, tableOf(phone));
  const from = (await phone.locator('[data-target="piece:X5"]').boundingBox())!;
  const board = (await phone.getByRole('application').boundingBox())!;
  const touches = await phone.context().newCDPSession(phone);
  const touch = (type: 'touchStart' | 'touchMove', x: number, y: number) =>
    touches.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
  await touch('touchStart', from.x + from.width / 2, from.y + from.height / 2);
  await touch('touchMove', from.x + from.width / 2, from.y - 40);
  await touch('touchMove', board.x + board.width / 2, board.y + board.height * 0.6);
  await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(phone.locator('.ghost')).toHaveAttribute('data-move', /^X5n@/);
});

test('a finger leaves no piece behind that looks chosen', async ({ somebody }) => {
  const phone = await somebody(PHONE);
  await openTable(phone, DUO);
  await myTurn(phone, tableOf(phone));
  const piece = phone.locator('[data-target="piece:X5"]');
  const fill = () => piece.locator('.slot').evaluate((slot) => getComputedStyle(slot).fill);
  const before = await fill();
  await piece.tap();
  await expect.poll(fill).not.toBe(before);
  await phone.locator('.board > svg').focus();
  await phone.keyboard.press('Escape');
  await expect(piece).toHaveAttribute('aria-pressed', 'false');
  expect(await fill()).toBe(before);
});

test('duo is played to its end by keys alone', async ({ page }) => {
  await openTable(page, DUO);
  const hand = new Hand(page);
  await playOut(page, (table) => hand.playByKeys(table));
});

test('a place that is not allowed says why before anything is placed', async ({ page }) => {
  await openTable(page, DUO);
  const hand = new Hand(page);
  await page.locator('[data-target="piece:X5"]').click();
  const { x, y } = await hand.middleOf({ piece: 'X5', orientation: 'n', square: 'k1' }, 14);
  await page.mouse.move(x, y);
  await expect(page.locator('.said')).toContainText('first piece must cover');
  await page.mouse.click(x, y);
  expect((await look(page, tableOf(page))).state.ply).toBe(0);
});

test('two people play each other by link, and somebody looks on', async ({ somebody }) => {
  const [ada, bob, eve] = await Promise.all([somebody(), somebody(), somebody()]);
  const opened = await openTable(ada, { ...DUO, players: ['me', 'invited'] });
  await expect(ada.locator('.status')).toContainText('Waiting for players');
  await bob.goto(`/tables/${opened.id}?key=${opened.key}`);
  await bob.getByRole('button', { name: 'Sit here' }).click();
  await eve.goto(`/tables/${opened.id}`);
  await expect(ada.locator('.status')).toContainText('Your turn');
  const hands = [new Hand(ada), new Hand(bob)];
  for (let i = 0; i < 6; i++) {
    const hand = hands[i % 2]!;
    await expect(hand.page.locator('.status')).toContainText('Your turn');
    await hand.playByMouse(await myTurn(hand.page, opened.id));
    await expect(eve.locator('.at')).toHaveText(`${i + 1} of ${i + 1}`);
  }
  await expect(eve.getByRole('button', { name: 'Resign' })).toHaveCount(0);
  await bob.getByLabel('Say something').fill('good game');
  await bob.keyboard.press('Enter');
  await expect(ada.getByRole('log')).toContainText('good game');
  await ada.getByRole('button', { name: 'Undo' }).click();
  await bob.getByRole('button', { name: 'Agree' }).click();
  await expect(eve.locator('.at')).not.toHaveText('6 of 6');
  await ada.getByRole('button', { name: 'Resign' }).click();
  await ada.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await expect(bob.getByRole('heading', { name: 'You won!' })).toBeVisible();
});

test('two friends play at one device', async ({ page }) => {
  await page.goto('/games/blokus');
  await page.getByLabel('Variant').selectOption('duo');
  await page.getByRole('combobox', { name: 'Player 2' }).selectOption('friend');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Open the table' }).click();
  await expect(page.locator('.status')).toContainText('Player 1, your turn');
  const hand = new Hand(page);
  await hand.playByMouse(await myTurn(page, tableOf(page)));
  await expect(page.locator('.status')).toContainText('Player 2, your turn');
  // The pieces of the other color lie as they were made.
  await new Hand(page).playByMouse(await myTurn(page, tableOf(page)));
  await expect(page.locator('.status')).toContainText('Player 1, your turn');
});

test('a hint is shown with its value, and moves can be gone through', async ({ page }) => {
  await openTable(page, DUO);
  const hand = new Hand(page);
  for (let i = 0; i < 2; i++) await hand.playByMouse(await myTurn(page, tableOf(page)));
  await expect(page.locator('.status')).toContainText('Your turn');
  await page.getByRole('button', { name: /strong player/ }).click();
  await expect(page.locator('.aside li').first()).toContainText(/wins \d+ %/);
  const blocks = page.locator('.board .blocks > *');
  const before = await blocks.count();
  await page.getByRole('button', { name: 'To the start' }).click();
  await expect(page.locator('.status')).toContainText('Looking back at move 0');
  await expect.poll(() => blocks.count()).toBeLessThan(before);
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await expect.poll(() => blocks.count()).toBe(before);
});

test('a finished game is studied', async ({ page }) => {
  await openTable(page, DUO);
  const hand = new Hand(page);
  for (let i = 0; i < 3; i++) await hand.playByMouse(await myTurn(page, tableOf(page)));
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Analyze' }).click();
  await expect(page.getByRole('button', { name: 'Analyze' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('img', { name: /could expect/ })).toBeVisible();
  await expectAccessible(page);
});
