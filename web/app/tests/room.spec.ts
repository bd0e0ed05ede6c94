/** What a room does for every game: friends at one device, spectators, looking back, clumsy hands. */

import type { TableSnapshot } from '../src/wire/TableSnapshot.ts';
import { expect, expectAccessible, look, movesOf, myTurn, openTable, test } from './house.ts';

/** The tiles that a seat holds, as the table tells who plays for it. */
function handOf(table: TableSnapshot): string[] {
  const { viewer, hands } = table.state.view as { viewer: number; hands: { tiles: string[] | null }[] };
  return hands[viewer - 1]!.tiles!;
}

test('friends at one device do not see each other’s tiles', async ({ page }) => {
  const { id } = await openTable(page, { game: 'triominos', options: { 'single-round': 'on' }, players: ['me', 'me'] });
  const show = page.getByRole('button', { name: 'Show my tiles' });
  const hands: string[][] = [];
  for (const turn of [0, 1, 2]) {
    await expect(show).toBeVisible();
    await expect(page.locator('.board')).toHaveCount(0);
    await expectAccessible(page);
    await show.click();
    const table = await look(page, id);
    hands.push(handOf(table));
    const tray = page.locator('.tray svg');
    await expect(tray).toBeVisible();
    if (turn > 0) {
      // Nothing on the page tells what the other holds: not the rack, not the moves, not the past.
      const theirs = hands[turn - 1]!.filter((tile) => !hands[turn]!.includes(tile));
      await page.getByRole('button', { name: 'One move back' }).click();
      await expect(page.getByText('Looking back')).toHaveCount(2);
      await page.waitForLoadState('networkidle');
      const html = await page.locator('body').innerHTML();
      for (const tile of theirs.filter((tile) => !played(table).includes(tile))) {
        expect(html).not.toContain(`deal:${tile}`);
        await expect(page.locator(`.tray [data-target="tile:${tile}"]`)).toHaveCount(0);
      }
      await page.getByRole('button', { name: 'Back to the game' }).click();
    }
    const [head, tail] = movesOf(table)[0]!;
    const done = await page.request.post(`/api/tables/${id}/actions`, { data: { type: 'move', ply: table.state.ply, move: head + tail } });
    expect(done.ok()).toBe(true);
    if (head + tail === 'draw') break;
  }
});

function played(table: TableSnapshot): string[] {
  return (table.state.view as { actions: { tile?: string }[] }).actions.flatMap((action) => action.tile ?? []);
}

test('friends at one device play Coerceo, and somebody looks on', async ({ page, somebody }) => {
  const { id } = await openTable(page, { game: 'coerceo', options: { variant: 'ocius' }, players: ['me', 'me'] });
  const eve = await somebody();
  await eve.goto(`/tables/${id}`);
  for (let i = 0; i < 4; i++) {
    await expect(page.locator('.status')).toContainText(`Player ${(i % 2) + 1}, your turn`);
    const table = await myTurn(page, id);
    const [head, tail] = movesOf(table)[0]!;
    await page.request.post(`/api/tables/${id}/actions`, { data: { type: 'move', ply: i, move: head + tail } });
    await expect(eve.locator('.at')).toHaveText(`${i + 1} of ${i + 1}`);
  }
  await expect(eve.getByRole('button', { name: /Resign|Undo/ })).toHaveCount(0);
  // Who looks back is not disturbed by a move.
  await eve.getByRole('button', { name: 'To the start' }).click();
  await expect(eve.locator('.status')).toContainText('Looking back');
  const [head, tail] = movesOf(await myTurn(page, id))[0]!;
  await page.request.post(`/api/tables/${id}/actions`, { data: { type: 'move', ply: 4, move: head + tail } });
  await expect(eve.locator('.at')).toHaveText('0 of 5');
  await expect(eve.locator('.status')).toContainText('Looking back');
  // Whoever resigns is asked, by name, and may think better of it.
  await page.getByRole('button', { name: 'Resign' }).click();
  await expect(page.getByRole('dialog')).toContainText('Player 2, give this game up?');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes, resign' }).click();
  await eve.getByRole('button', { name: 'Back to the game' }).click();
  await expect(eve.getByRole('heading', { name: /won/ })).toBeVisible();
});

test('long words, malformed addresses and tabs by arrows', async ({ page }) => {
  const { id } = await openTable(page, { game: 'aquapipe', players: ['me', { bot: 'level:1' }] });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('tab', { name: 'Moves' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Chat' })).toBeFocused();
  await page.getByLabel('Say something').fill('w'.repeat(300));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log')).toContainText('www');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.goto('/tables/%');
  await expect(page.getByRole('heading', { name: 'This table is not there' })).toBeVisible();
  await page.goto(`/tables/${id}`);
  await expect(page.locator('.room')).toBeVisible();
});

test('board and tray are seen together on every screen', async ({ page }) => {
  await openTable(page, { game: 'blokus', players: ['me', { bot: 'level:1' }, { bot: 'level:1' }, { bot: 'level:1' }] });
  for (const [width, height] of [[1280, 800], [390, 844], [844, 390], [768, 1024], [640, 400]] as const) {
    await page.setViewportSize({ width, height });
    const tray = (await page.locator('.tray').boundingBox())!;
    const board = (await page.locator('.board svg').boundingBox())!;
    expect(board.y + board.height, `${width}x${height}`).toBeLessThanOrEqual(height + 160);
    expect(tray.y + 60, `${width}x${height}`).toBeLessThanOrEqual(height);
  }
});
