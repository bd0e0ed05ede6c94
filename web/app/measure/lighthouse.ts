/** Lighthouse's performance of the pages: the median of five, on a phone and at a desk. */

import { test } from '../tests/house.ts';
import { Auditor, type Device } from '../tests/lighthouse.ts';

const N_RUNS = 5;
const DEVICES: Device[] = ['desktop', 'phone'];

test('the performance of the pages', async ({ baseURL, somebody }) => {
  const host = await somebody();
  const table = { game: 'blokus', options: { variant: 'duo' }, players: ['me', { bot: 'level:1' }] };
  const { id } = (await (await host.request.post('/api/tables', { data: table })).json()) as { id: string };
  const auditor = await Auditor.start();
  for (const [name, path] of Object.entries({ home: '/', table: `/tables/${id}` })) {
    for (const device of DEVICES) {
      const scores: number[] = [];
      for (let run = 0; run < N_RUNS; run++) {
        const report = await auditor.audit(baseURL! + path, device, ['performance']);
        scores.push(report.scores.performance!);
      }
      const median = scores.toSorted((a, b) => a - b)[Math.floor(N_RUNS / 2)];
      console.log(`| ${name} | ${device} | ${median} | ${scores.join(', ')} |`);
    }
  }
  await auditor.end();
});
