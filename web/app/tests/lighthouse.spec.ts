/** What Lighthouse says of the pages. Its performance is measured by `npm run lighthouse`, since it varies. */

import { expect, test } from './house.ts';
import { Auditor, type Category } from './lighthouse.ts';

const ASSERTED: Category[] = ['accessibility', 'best-practices', 'seo'];
const LEAST = 95;

for (const device of ['phone', 'desktop'] as const) {
  test(`the pages are accessible, well made and found on a ${device}`, async ({ baseURL, somebody }) => {
    const host = await somebody();
    const table = { game: 'coerceo', options: { variant: 'ocius' }, players: ['me', { bot: 'level:1' }] };
    const { id } = (await (await host.request.post('/api/tables', { data: table })).json()) as { id: string };
    const auditor = await Auditor.start();
    try {
      for (const path of ['/', '/games/triominos', `/tables/${id}`]) {
        const { scores, failed } = await auditor.audit(baseURL! + path, device, ASSERTED);
        for (const category of ASSERTED) expect(scores[category], `${category} of ${path}: ${failed.join('; ')}`).toBeGreaterThanOrEqual(LEAST);
      }
    } finally {
      await auditor.end();
    }
  });
}
