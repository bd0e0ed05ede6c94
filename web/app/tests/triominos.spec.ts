/** Whole games of Triominos in a real browser. */

import type { Page } from '@playwright/test';

import type { NewTable } from '../src/wire/NewTable.ts';
import type { TableSnapshot } from '../src/wire/TableSnapshot.ts';
import { expect, expectAccessible, expectNoOverflow, expectSteady, look, movesOf, myTurn, openTable, PHONE, PHONES, tableOf, test, watch } from './house.ts';

const ROUND: NewTable = { game: 'triominos', options: { 'single-round': 'on' }, players: ['me', { bot: 'level:2' }] };

/** What the tests read of a view. */
interface View {
  round: number;
  hands: { n_tiles: number; tiles: string[] | null }[];
  actions: unknown[];
}

const viewOf = (table: TableSnapshot): View => table.state.view as View;

/** The first legal placement, or the word that is legal instead. */
function choose(table: TableSnapshot): { move: string; tile?: string } {
  const moves = movesOf(table);
  const placement = moves.find(([head]) => head !== '');
  if (!placement) return { move: moves[0]![1] };
  const [head, tail] = placement;
  return { move: head + tail, tile: head.split(':')[0]! };
}

/** Waits until a move is played, at least so many in all. */
async function expectPly(page: Page, ply: number): Promise<void> {
  await expect.poll(async () => (await look(page, tableOf(page))).state.ply).toBeGreaterThanOrEqual(ply);
}

function word(page: Page, move: string) {
  return page.getByRole('button', { name: move === 'draw' ? /^Draw/ : /^Pass/ }).first();
}

async function playByMouse(page: Page, table: TableSnapshot): Promise<void> {
  const { move, tile } = choose(table);
  if (tile === undefined) {
    await word(page, move).click();
  } else {
    await page.locator(`[data-target="tile:${tile}"]`).click();
    await page.locator(`[data-target^="place:${tile}:"][data-target$="${move.slice(move.indexOf('@'))}"]`).click();
  }
  await expectPly(page, table.state.ply + 1);
}

async function playByTouch(page: Page, table: TableSnapshot): Promise<void> {
  const { move, tile } = choose(table);
  if (tile === undefined) {
    await word(page, move).tap();
  } else {
    await page.locator(`[data-target="tile:${tile}"]`).tap();
    const place = page.locator(`[data-target^="place:${tile}:"][data-target$="${move.slice(move.indexOf('@'))}"]`);
    await place.tap();
    await expect(page.locator('.said')).toContainText('tap it again');
    await place.tap();
  }
  await expectPly(page, table.state.ply + 1);
}

async function playByKeys(page: Page, table: TableSnapshot): Promise<void> {
  const { move, tile } = choose(table);
  await page.locator('.board > svg').focus();
  const keys = tile === undefined ? [move === 'draw' ? 'd' : 'x'] : ['n', 'Enter'];
  for (const key of keys) await page.keyboard.press(key);
  await expectPly(page, table.state.ply + 1);
}

/** All hands lie open at the end of a round, until one goes on. */
async function goOn(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Continue' });
  await expect(button).toBeVisible();
  await expect(page.locator('.board .hands .tile').first()).toBeVisible();
  await expectAccessible(page);
  await button.click();
}

/** Plays until the game is over. */
async function playOut(page: Page, playOne: (page: Page, table: TableSnapshot) => Promise<void>): Promise<View> {
  const id = tableOf(page);
  let round = 1;
  for (;;) {
    const table = await myTurn(page, id);
    if (table.state.status !== 'playing') {
      await expect(page.getByRole('heading', { name: /won|draw|share/i })).toBeVisible();
      return viewOf(table);
    }
    await expect(page.locator('.status')).toHaveClass(/yours/);
    if (viewOf(table).round > round) {
      round = viewOf(table).round;
      await goOn(page);
    }
    await playOne(page, table);
  }
}

/** Plays a game of two people to its end without their pages. */
async function playOnByRequests(id: string, players: Page[]): Promise<TableSnapshot> {
  for (;;) {
    const tables = await Promise.all(players.map((player) => look(player, id)));
    if (tables[0]!.state.status !== 'playing') return tables[0]!;
    const mover = tables.findIndex(({ state }) => state.choices !== undefined);
    if (mover < 0) continue;
    const { ply } = tables[mover]!.state;
    await players[mover]!.request.post(`/api/tables/${id}/actions`, { data: { type: 'move', ply, move: choose(tables[mover]!).move } });
  }
}

/** Every state that comes to a page over its socket. */
function statesOf(page: Page): { text: string; view: View }[] {
  const states: { text: string; view: View }[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const text = String(payload);
      const view = (JSON.parse(text) as { state?: { view?: View } }).state?.view;
      if (view) states.push({ text, view });
    }),
  );
  return states;
}

test('a game of rounds is played to its end by mouse', async ({ page }) => {
  await openTable(page, { ...ROUND, options: { target: '120' } });
  await expect(page.locator('.status')).toBeVisible();
  await expectAccessible(page);
  const { round, hands } = await playOut(page, playByMouse);
  await expectAccessible(page);
  await expect(page.locator('.board .round')).toHaveText(`Round ${round}, to 120 points`);
  await expect(page.locator('.board .hands .tile')).toHaveCount(hands.flatMap(({ tiles }) => tiles!).length);
});

test('one round for six is played to its end by mouse', async ({ page }) => {
  const bots = Array.from({ length: 5 }, () => ({ bot: 'level:1' }));
  await openTable(page, { game: 'triominos', options: { seats: '6', 'single-round': 'on' }, players: ['me', ...bots] });
  await playOut(page, playByMouse);
});

test('a round of shared tiles is played to its end by mouse', async ({ page }) => {
  await openTable(page, { ...ROUND, options: { hands: 'shared' } });
  await playOut(page, playByMouse);
});

test('a game of rounds is played to its end by keys alone', async ({ page }) => {
  await openTable(page, { ...ROUND, options: { target: '60' } });
  await playOut(page, playByKeys);
});

test('a round of shared tiles is played to its end by keys alone', async ({ page }) => {
  await openTable(page, { ...ROUND, options: { hands: 'shared' } });
  await playOut(page, playByKeys);
});

test('a round where one must place if one can is played to its end by keys alone', async ({ page }) => {
  await openTable(page, { ...ROUND, options: { 'single-round': 'on', 'voluntary-draw': 'off', starter: 'free' } });
  await playOut(page, playByKeys);
});

for (const viewport of PHONES) {
  test(`a round is played to its end by touch on a phone of ${viewport.width} by ${viewport.height}`, async ({ somebody }) => {
    const page = await somebody({ ...PHONE, viewport });
    await watch(page);
    await openTable(page, ROUND);
    await expect(page.locator('.status')).toBeVisible();
    await expectNoOverflow(page);
    await expectAccessible(page);
    await playOut(page, playByTouch);
    await expectNoOverflow(page);
    await expectSteady(page);
  });
}

test('a tile is dragged to its place, and a wrong place says why', async ({ page }) => {
  await openTable(page, { ...ROUND, options: { 'single-round': 'on', starter: 'free' } });
  const table = await myTurn(page, tableOf(page));
  const { move, tile } = choose(table);
  const rack = page.locator(`[data-target="tile:${tile}"]`);
  await rack.click();
  const place = page.locator(`[data-target^="place:${tile}:"][data-target$="${move.slice(move.indexOf('@'))}"]`);
  const to = (await place.boundingBox())!;
  await page.mouse.move(to.x - 1.2 * to.width, to.y);
  await expect(page.locator('.said')).toContainText('the first tile goes to');
  const from = (await rack.boundingBox())!;
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2 - 30, to.y + to.height / 2, { steps: 4 });
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
  await page.mouse.up();
  await expectPly(page, table.state.ply + 1);
});

test('the rack is put in order by mouse, finger and keys, and stays so', async ({ page, somebody }) => {
  const rackOf = async (at: Page) => {
    const tiles = at.locator('.tray .rack-tile');
    await expect(tiles.first()).toBeVisible();
    return tiles.evaluateAll((all) => all.map((it) => it.getAttribute('data-target')!));
  };
  const pointOf = async (at: Page, target: string) => {
    const { x, y, width, height } = (await at.locator(`[data-target="${target}"]`).boundingBox())!;
    return { x: x + width / 2, y: y + height / 2 };
  };
  await openTable(page, ROUND);
  await myTurn(page, tableOf(page));
  const before = await rackOf(page);
  const [from, to] = [await pointOf(page, before[0]!), await pointOf(page, before[2]!)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  const dragged = [before[1], before[2], before[0], ...before.slice(3)];
  expect(await rackOf(page)).toEqual(dragged);
  await page.locator(`[data-target="${dragged[0]}"]`).focus();
  await page.keyboard.press('Alt+ArrowRight');
  const moved = [dragged[1], dragged[0], ...dragged.slice(2)];
  expect(await rackOf(page)).toEqual(moved);
  await expect(page.locator(`[data-target="${dragged[0]}"]`)).toBeFocused();
  await expectAccessible(page);
  await page.reload();
  await expect.poll(() => rackOf(page)).toEqual(moved);

  const phone = await somebody(PHONE);
  await openTable(phone, ROUND);
  await myTurn(phone, tableOf(phone));
  const held = await rackOf(phone);
  const [first, second] = [await pointOf(phone, held[0]!), await pointOf(phone, held[1]!)];
  const touch = await phone.context().newCDPSession(phone);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [first] });
  for (const part of [0.4, 0.8, 1]) {
    const at = { x: first.x + (second.x - first.x) * part, y: first.y };
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] });
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect.poll(() => rackOf(phone)).toEqual([held[1], held[0], ...held.slice(2)]);
});

test('nothing can be taken back before one has moved, whatever was dealt', async ({ page }) => {
  await openTable(page, ROUND);
  const undo = page.getByRole('button', { name: 'Undo' });
  const table = await myTurn(page, tableOf(page));
  await expect(undo).toBeDisabled();
  await playByMouse(page, table);
  await expect(undo).toBeEnabled();
});

test('what was said of a tile is gone when the game is given up', async ({ page }) => {
  await openTable(page, ROUND);
  await myTurn(page, tableOf(page));
  await page.locator('.tray .rack-tile').first().click();
  await expect(page.locator('.said')).toContainText('chosen');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await expect(page.locator('.status')).toContainText('won');
  await expect(page.locator('.said')).not.toContainText('chosen');
});

test('the table is moved and zoomed, and fits again', async ({ page }) => {
  await openTable(page, { ...ROUND, options: { 'single-round': 'on', starter: 'free' } });
  await playByMouse(page, await myTurn(page, tableOf(page)));
  const tile = page.locator('.board .tiles .tile').first();
  await expect(tile).toBeVisible();
  const fit = page.getByRole('button', { name: 'Fit', exact: true });
  await expect(fit).toBeDisabled();
  const widthOf = async () => (await tile.boundingBox())!.width;
  const before = await widthOf();
  const { x, y } = (await page.locator('.board .ground').boundingBox())!;
  await page.mouse.move(x + 60, y + 60);
  await page.mouse.wheel(0, 120);
  await expect.poll(widthOf).toBeLessThan(before * 0.9);
  await page.mouse.down();
  await page.mouse.move(x + 120, y + 90, { steps: 4 });
  await page.mouse.up();
  await fit.click();
  await expect(fit).toBeDisabled();
});

test('two people play each other by link, and nobody is told a hidden tile', async ({ somebody }) => {
  const [ada, bob, eve] = await Promise.all([somebody(), somebody(), somebody()]);
  const seen = { ada: statesOf(ada), bob: statesOf(bob), eve: statesOf(eve) };
  const opened = await openTable(ada, { ...ROUND, players: ['me', 'invited'] });
  await bob.goto(`/tables/${opened.id}?key=${opened.key}`);
  await bob.getByRole('button', { name: 'Sit here' }).click();
  await eve.goto(`/tables/${opened.id}`);
  for (let i = 0; i < 8; i++) {
    await expect.poll(async () => (await look(ada, opened.id)).state.turn.type).toBe('seat');
    const { turn } = (await look(ada, opened.id)).state;
    const page = turn.type === 'seat' && turn.seat === 1 ? ada : bob;
    await expect(page.locator('.status')).toHaveClass(/yours/);
    await playByMouse(page, await myTurn(page, opened.id));
  }
  const now = viewOf(await look(eve, opened.id));
  await expect(eve.locator('.board .tiles .tile')).toHaveCount(now.actions.filter((it) => 'tile' in (it as object)).length);
  await expect(eve.locator('.tray .rack-tile')).toHaveCount(0);
  expect(seen.eve.length).toBeGreaterThan(0);
  for (const { text, view } of seen.eve) {
    expect(view.hands.map(({ tiles }) => tiles)).toEqual([null, null]);
    expect(text).not.toMatch(/(deal|drawn):\d/);
  }
  const hidden = (states: { view: View }[], seat: number) => states.filter(({ view }) => view.hands[seat - 1]!.tiles !== null);
  expect(hidden(seen.ada, 2)).toEqual([]);
  expect(hidden(seen.bob, 1)).toEqual([]);
  for (const [states, seat] of [[seen.ada, 1], [seen.bob, 2]] as const) {
    const own = new Set(states.flatMap(({ view }) => view.hands[seat - 1]!.tiles ?? []));
    const told = states.flatMap(({ text }) => [...text.matchAll(/(?:deal|drawn):(\d-\d-\d)/g)].map((match) => match[1]!));
    expect(told.filter((tile) => !own.has(tile))).toEqual([]);
  }

  // At its end a round lays all hands open, and a spectator may study it.
  for (const player of [ada, bob]) await player.goto('about:blank');
  const last = await playOnByRequests(opened.id, [ada, bob]);
  await eve.getByRole('button', { name: 'Review' }).click();
  await expect(eve.getByRole('heading', { name: 'Study a game' })).toBeVisible();
  await expect(eve.locator('.board .hands .tile')).toHaveCount(viewOf(last).hands.flatMap(({ tiles }) => tiles!).length);
  await eve.getByRole('button', { name: 'Analyze' }).click();
  await expect(eve.getByRole('img', { name: /could expect/ })).toBeVisible();
  await eve.getByRole('button', { name: 'Stop' }).click();
  await expect(eve.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
});

test('somebody who sees nothing is told the turn, the choices and what a move brings', async ({ page }) => {
  await openTable(page, { ...ROUND, options: { 'single-round': 'on', starter: 'free' } });
  const table = await myTurn(page, tableOf(page));
  const board = page.getByRole('application', { name: /^Triominos, round 1\. You are to move\. You can place \d+ tiles in \d+ ways/ });
  await expect(board).toBeVisible();
  const rack = page.getByRole('group', { name: /^Your tiles: / });
  await expect(rack.getByRole('button')).toHaveCount(viewOf(table).hands[0]!.n_tiles);
  await board.focus();
  await page.keyboard.press('n');
  await expect(page.locator('.said')).toHaveText(/^\d-\d-\d at 0,0, left \d, top \d, right \d: \d+ points?, Enter places it$/);
  await page.keyboard.press('Enter');
  await expectPly(page, table.state.ply + 1);
  await expect(page.getByRole('application', { name: /^Triominos, round 1\./ })).toBeVisible();
});
