/** Takes the pictures of the README and the guide: boards as the server draws them, and the first page. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '../tests/house.ts';

const GAMES = ['blokus', 'triominos', 'coerceo', 'aquapipe'];

const pictureOf = (name: string): string => join(import.meta.dirname, `../../../docs/pictures/${name}.png`);

test('pictures of boards', async ({ request }) => {
  for (const game of GAMES) {
    const picture = await request.get(`/api/games/${game}/picture.png`);
    expect(picture.ok(), game).toBe(true);
    writeFileSync(pictureOf(game), await picture.body());
  }
});

test.describe('of the first page', () => {
  // It is shown smaller than it is.
  test.use({ viewport: { width: 1240, height: 640 }, deviceScaleFactor: 0.8 });

  test('a picture', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('button', { name: /Play a bot at/ })).toHaveCount(4);
    await expect(page.getByText(/Elo/)).toHaveCount(4);
    await page.screenshot({ path: pictureOf('home'), animations: 'disabled' });
  });
});
