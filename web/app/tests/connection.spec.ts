/** What happens when the line breaks. These kill the server, so that each has one of its own. */

import { expect, House, look, movesOf, myTurn, openTable, tableOf, test as base } from './house.ts';

const test = base.extend<{ ownHouse: House }>({
  ownHouse: async ({}, use) => {
    const house = new House();
    await house.start();
    await use(house);
    await house.end();
  },
});

test('a game goes on after the server was killed and started again', async ({ somebody, ownHouse: house }) => {
  const page = await somebody({ baseURL: house.url });
  await openTable(page, { game: 'blokus', options: { variant: 'duo' }, players: ['me', { bot: 'level:1' }] });
  const id = tableOf(page);
  const playOne = async () => {
    const table = await myTurn(page, id);
    const [head, square] = movesOf(table)[0]!;
    const done = await page.request.post(`/api/tables/${id}/actions`, { data: { type: 'move', ply: table.state.ply, move: head + square } });
    expect(done.ok()).toBe(true);
  };
  await playOne();
  await expect(page.locator('.at')).toHaveText('2 of 2');
  await house.kill();
  await expect(page.locator('.status')).toContainText('Connection lost');
  await house.start();
  await expect(page.locator('.status')).toContainText('Your turn');
  await playOne();
  await expect(page.locator('.at')).toHaveText('4 of 4');
  expect((await look(page, id)).state.ply).toBe(4);
});

test('being offline is shown at once, and on the move that has not left', async ({ page, context }) => {
  const { id } = await openTable(page, { game: 'aquapipe', players: ['me', { bot: 'level:1' }] });
  await myTurn(page, id);
  await context.setOffline(true);
  // At once: not after the time in which a silent connection is given up.
  await expect(page.locator('.status')).toContainText('You are offline', { timeout: 3_000 });
  await page.locator('.board > svg').focus();
  for (const key of ['n', 'g', 'Enter']) await page.keyboard.press(key);
  await expect(page.locator('.status')).toContainText('Your move waits here');
  await expect(page.locator('.board')).toHaveClass(/unsent/);
  await context.setOffline(false);
  await expect(page.locator('.board')).not.toHaveClass(/unsent/);
  await expect.poll(async () => (await look(page, id)).state.ply).toBe(2);
});

test('a table that is not there is told so', async ({ page }) => {
  await page.goto('/tables/nonsense');
  await expect(page.getByRole('heading', { name: 'Table not found' })).toBeVisible();
  await page.getByRole('link', { name: 'To the games' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a game' })).toBeVisible();
});
