/** Takes the pictures of the README: of games that bots played, as their records tell them, and of the first page. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '../tests/house.ts';

const GAMES = ['blokus', 'triominos', 'coerceo', 'aquapipe'];

const pictureOf = (name: string): string => join(import.meta.dirname, `../../../docs/pictures/${name}.png`);

for (const game of GAMES) {
  test(`a picture of ${game}`, async ({ page }) => {
    await page.goto('/study');
    await page.getByLabel('A record', { exact: true }).fill(readFileSync(join(import.meta.dirname, `../../../apps/server/static/games/${game}.record`), 'utf8'));
    await page.getByRole('button', { name: 'Show it' }).click();
    await page.getByRole('application').screenshot({ path: pictureOf(game), animations: 'disabled' });
  });
}

test.describe('of the first page', () => {
  // It is shown smaller than it is.
  test.use({ viewport: { width: 1240, height: 600 }, deviceScaleFactor: 0.8 });

  test('a picture', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('button', { name: /Play a bot at/ })).toHaveCount(4);
    await page.screenshot({ path: pictureOf('home'), animations: 'disabled' });
  });
});
