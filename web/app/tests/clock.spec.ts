/** Games with clocks, as two people meet them. */

import type { Page } from '@playwright/test';

import type { NewTable } from '../src/wire/NewTable.ts';
import { expect, expectAccessible, expectNoOverflow, look, movesOf, myTurn, openTable, PHONE, test } from './house.ts';

const GAMES: NewTable[] = [
  { game: 'blokus', options: { variant: 'duo' }, players: ['me', 'open'] },
  { game: 'triominos', options: { 'single-round': 'on' }, players: ['me', 'open'] },
  { game: 'coerceo', players: ['me', 'open'] },
  { game: 'aquapipe', players: ['me', 'open'] },
];

/** Plays any move for whoever of these is to move, and returns its page. */
async function playOne(pages: Page[], id: string): Promise<Page> {
  for (const page of pages) {
    const table = await look(page, id);
    const [head, tail] = movesOf(table)[0] ?? [];
    if (head === undefined || tail === undefined) continue;
    const data = { type: 'move', ply: table.state.ply, move: head + tail };
    expect((await page.request.post(`/api/tables/${id}/actions`, { data })).ok()).toBe(true);
    return page;
  }
  throw new Error('nobody is to move');
}

for (const table of GAMES) {
  test(`a timed game of ${table.game} ends when a clock has run out`, async ({ page, somebody }) => {
    const { id } = await openTable(page, { ...table, clock: { type: 'total', seconds: 10 } });
    const friend = await somebody(PHONE);
    await friend.goto(`/tables/${id}`);
    await friend.getByRole('button', { name: 'Sit here' }).click();
    await expect(page.getByRole('timer')).toHaveCount(2);
    await expect(page.getByRole('timer', { name: /First move/ })).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(friend);
    // Each must have moved before the clocks count.
    const pages = [page, friend];
    const moved = new Set([await playOne(pages, id)]);
    while (moved.size < 2) moved.add(await playOne(pages, id));
    const { state } = await look(page, id);
    const loser = state.turn.type === 'seat' && state.turn.seat === 1 ? page : friend;
    const winner = loser === page ? friend : page;
    await expect(loser.locator('.clock.low')).toBeVisible({ timeout: 20_000 });
    await expect(winner.locator('.status')).toContainText('You won!', { timeout: 30_000 });
    await expect(loser.getByText('lost on time').first()).toBeVisible();
    expect((await look(page, id)).state.status).toBe('over');
  });
}

test('of three, one leaves; the others may wait, or a bot takes over', async ({ page, somebody }) => {
  const clock = { type: 'per-move', seconds: 10 } as const;
  const { id } = await openTable(page, { game: 'triominos', options: { seats: '3' }, players: ['me', 'open', 'open'], clock, substitute: 'level:1' });
  const others = [await somebody(), await somebody()];
  for (const other of others) {
    await other.goto(`/tables/${id}`);
    await other.getByRole('button', { name: 'Sit here' }).first().click();
    await expect(other.getByRole('button', { name: 'Sit here' })).toHaveCount(0);
  }
  const pages = [page, ...others];
  const moved = new Set<Page>();
  while (moved.size < 3) moved.add(await playOne(pages, id));
  // Whoever is to move does nothing, and a bot plays on at once.
  await expect(page.getByText('lost on time').first()).toBeVisible({ timeout: 30_000 });
  const { state } = await look(page, id);
  expect(Object.values(state.endings)).toContain('lost-on-time');
  expect(state.status).toBe('playing');
});

test('a table with a clock is opened by the form', async ({ page }) => {
  await page.goto('/games/coerceo');
  await page.getByLabel('Clock').selectOption({ label: '5 minutes + 3 seconds a move' });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Open the table' }).click();
  await expect(page.locator('.status')).toContainText('Your turn');
  const timer = page.getByRole('timer');
  await expect(timer).toHaveCount(1);
  await expect(timer).toContainText('0:2');
  const id = /tables\/([^/?]+)/.exec(page.url())![1]!;
  const table = await myTurn(page, id);
  expect(table.table.clock).toEqual({ type: 'total', seconds: 300, increment: 3, delay: 0 });
  await playOne([page], id);
  await expect(timer).toContainText(/5:00|4:59/);
});
