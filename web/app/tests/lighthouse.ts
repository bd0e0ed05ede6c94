/** Lighthouse in the Chromium that is installed. */

import { type AddressInfo, createServer } from 'node:net';

import { type Browser, chromium } from '@playwright/test';
import lighthouse, { type Flags, desktopConfig } from 'lighthouse';

/** A form of device that is imitated. */
export type Device = 'phone' | 'desktop';

/** What is rated, each from 0 to 100. */
export type Category = 'accessibility' | 'best-practices' | 'seo' | 'performance';

/** The scores of a page, and the audits that were not passed. */
export interface Report {
  scores: Partial<Record<Category, number>>;
  failed: string[];
}

/** A browser that Lighthouse can steer, until `end` is called. */
export class Auditor {
  private constructor(
    readonly browser: Browser,
    readonly port: number,
  ) {}

  static async start(): Promise<Auditor> {
    const port = await freePort();
    const args = ['--no-sandbox', `--remote-debugging-port=${port}`];
    return new Auditor(await chromium.launch({ executablePath: '/usr/bin/chromium', args }), port);
  }

  async audit(url: string, device: Device, onlyCategories: Category[]): Promise<Report> {
    const flags: Flags = { port: this.port, output: 'json', logLevel: 'error', onlyCategories };
    const result = await lighthouse(url, flags, device === 'desktop' ? desktopConfig : undefined);
    const { categories, audits } = result!.lhr;
    const scores = Object.fromEntries(Object.entries(categories).map(([name, it]) => [name, Math.round(100 * (it.score ?? 0))]));
    const isFailed = (it: { score: number | null }) => it.score !== null && it.score < 0.9;
    const failed = Object.values(audits).filter(isFailed).map((it) => `${it.id}: ${it.displayValue ?? it.title}`);
    return { scores, failed };
  }

  end(): Promise<void> {
    return this.browser.close();
  }
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}
