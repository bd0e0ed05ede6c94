/** What a room does for every game: friends at one device, spectators, looking back, clumsy hands. */

import type { NewTable } from '../src/wire/NewTable.ts';
import type { TableSnapshot } from '../src/wire/TableSnapshot.ts';
import { expect, expectAccessible, expectInside, expectNoOverflow, look, movesOf, myTurn, openTable, PHONE, test } from './house.ts';

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
  await expect(page.getByRole('dialog')).toContainText('Player 2: resign this game?');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await eve.getByRole('button', { name: 'Back to the game' }).click();
  await expect(eve.getByRole('heading', { name: /won/ })).toBeVisible();
});

test('long words, malformed addresses and tabs by arrows', async ({ page }) => {
  const { id } = await openTable(page, { game: 'aquapipe', players: ['me', { bot: 'level:1' }] });
  await page.setViewportSize({ width: 390, height: 664 });
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('tab', { name: 'Moves' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Chat' })).toBeFocused();
  await page.getByLabel('Say something').fill('w'.repeat(300));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log')).toContainText('www');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.goto('/tables/%');
  await expect(page.getByRole('heading', { name: 'Table not found' })).toBeVisible();
  await page.goto(`/tables/${id}`);
  await expect(page.locator('.room')).toBeVisible();
});

const TABLES: Record<string, NewTable> = {
  classic: { game: 'blokus', players: ['me', { bot: 'level:1' }, { bot: 'level:1' }, { bot: 'level:1' }] },
  'six seats': { game: 'triominos', options: { seats: '6' }, players: ['me', ...Array<{ bot: string }>(5).fill({ bot: 'greedy' })] },
  coerceo: { game: 'coerceo', players: ['me', { bot: 'level:1' }] },
  aquapipe: { game: 'aquapipe', options: { variant: '4x4' }, players: ['me', { bot: 'level:1' }] },
};

for (const [name, table] of Object.entries(TABLES)) {
  test(`everything that a move needs is seen at once: ${name}`, async ({ somebody }) => {
    const page = await somebody({ ...PHONE });
    const opened = await openTable(page, table);
    await myTurn(page, opened.id);
    const sizes = [[390, 664], [360, 640], [844, 390], [768, 1024], [820, 1180], [1366, 768], [1920, 1080]] as const;
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      for (const part of ['.players', '.status', '.board', '.tools button', '.tray']) await expectInside(page, `.room ${part}`);
      await expectNoOverflow(page);
      const isLow = await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight + 1);
      expect(isLow, `${width}x${height} does not scroll`).toBe(true);
      const board = (await page.locator('.board > svg').boundingBox())!;
      expect(Math.min(board.width, board.height), `${width}x${height}`).toBeGreaterThan(Math.min(width, height) * 0.6);
    }
  });
}

test('the hand of a phone is swiped sideways', async ({ somebody }) => {
  const page = await somebody(PHONE);
  await openTable(page, { game: 'blokus', options: { variant: 'duo' }, players: ['me', { bot: 'level:1' }] });
  await page.setViewportSize({ width: 360, height: 640 });
  const last = page.locator('.tray [data-target="piece:O1"]');
  await last.scrollIntoViewIfNeeded();
  await last.tap();
  await expect(last).toHaveAttribute('aria-pressed', 'true');
});

test('a table that waits shows its link in place of the board', async ({ page, somebody }) => {
  const opened = await openTable(page, { game: 'coerceo', players: ['me', 'invited'] });
  await expect(page.getByRole('heading', { name: 'Waiting for your friend' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sit here' })).toHaveCount(0);
  await expectAccessible(page);
  const link = await page.getByLabel('Link to this table').inputValue();
  expect(new URL(link).searchParams.get('key')).toBe(opened.key);
  const friend = await somebody();
  await friend.goto(link);
  await friend.getByRole('button', { name: 'Sit here' }).click();
  await expect(page.locator('.board > svg')).toBeVisible();
});
