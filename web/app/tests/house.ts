/** A server of our own for each worker, and what a test needs to know of tables. */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, type BrowserContextOptions, type Page, test as base, expect } from '@playwright/test';

import type { NewTable } from '../src/wire/NewTable.ts';
import type { OpenedTable } from '../src/wire/OpenedTable.ts';
import type { TableSnapshot } from '../src/wire/TableSnapshot.ts';

const BINARY = process.env.TILEWRIGHT ?? join(import.meta.dirname, '../../../target/debug/tilewright');

/** A server that can be killed and started again at the same address. */
export class House {
  address = '127.0.0.1:0';
  #process: ChildProcess | undefined;
  readonly #folder = mkdtempSync(join(tmpdir(), 'tilewright-web-'));

  async start(): Promise<void> {
    const words = ['serve', '--addr', this.address, '--data-dir', this.#folder, '--bot-pause', '20ms', '--no-limits'];
    // A development build instead of the embedded one.
    if (process.env.TILEWRIGHT_WEB_DIR) words.push('--web-dir', process.env.TILEWRIGHT_WEB_DIR);
    const server = spawn(BINARY, words, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, TILEWRIGHT_LOG: 'warn' } });
    this.#process = server;
    this.address = await new Promise((done, fail) => {
      let text = '';
      server.stdout.on('data', (part: Buffer) => {
        text += part.toString();
        const address = /http:\/\/(\S+)/.exec(text)?.[1];
        if (address) done(address);
      });
      server.on('exit', (code) => fail(new Error(`the server ended with ${code}: ${text}`)));
    });
  }

  async kill(): Promise<void> {
    const server = this.#process!;
    const ended = new Promise((done) => server.once('exit', done));
    server.kill('SIGKILL');
    await ended;
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true });
  }

  get url(): string {
    return `http://${this.address}`;
  }
}

const DESK = { width: 1280, height: 800 };

/** A phone held upright, as much of it as a browser leaves, for contexts. */
export const PHONE = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };

/** What went wrong in the pages of the test. */
const faults: string[] = [];

function watched(page: Page): Page {
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text());
  });
  return page;
}

/** Opens a page of somebody else, at a desk unless told otherwise. */
type Somebody = (options?: BrowserContextOptions) => Promise<Page>;

export const test = base.extend<{ somebody: Somebody }, { house: House }>({
  house: [
    async ({}, use) => {
      const house = new House();
      await house.start();
      await use(house);
      await house.end();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ house }, use) => use(house.url),
  page: async ({ page }, use) => use(watched(page)),
  somebody: async ({ browser, baseURL }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL: baseURL!, viewport: DESK, reducedMotion: 'reduce', ...options });
      contexts.push(context);
      return watched(await context.newPage());
    });
    for (const context of contexts) await context.close();
  },
});

test.afterEach(() => expect(faults.splice(0)).toEqual([]));

export { expect };

/** Opens a table as the person of this page, and shows it. */
export async function openTable(page: Page, table: NewTable): Promise<OpenedTable> {
  const opened = (await (await page.request.post('/api/tables', { data: table })).json()) as OpenedTable;
  await page.goto(`/tables/${opened.id}?key=${opened.key}`);
  return opened;
}

/** The table as the person of this page sees it. */
export async function look(page: Page, id: string): Promise<TableSnapshot> {
  return (await (await page.request.get(`/api/tables/${id}`)).json()) as TableSnapshot;
}

/** The name of the table that the page shows. */
export function tableOf(page: Page): string {
  return /\/tables\/([^/?]+)/.exec(page.url())![1]!;
}

/** Waits until it is this person's turn or the game is over. */
export async function myTurn(page: Page, id: string): Promise<TableSnapshot> {
  let table = await look(page, id);
  await expect
    .poll(async () => {
      table = await look(page, id);
      return table.state.choices !== undefined || table.state.status !== 'playing';
    })
    .toBe(true);
  // The page hears of it by its own line.
  await expect(page.locator('.room')).toHaveAttribute('data-ply', String(table.state.ply));
  return table;
}

/** All legal moves, each as its head and its place. */
export function movesOf(table: TableSnapshot): [string, string][] {
  return Object.entries(table.state.choices ?? {}).flatMap(([head, tails]) => tails.split(' ').map((tail): [string, string] => [head, tail]));
}

/** Nothing on the page is hard to use for people who see, hear or move otherwise. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map((it) => ({ rule: it.id, nodes: it.nodes.map((node) => node.html) }))).toEqual([]);
}

/** Nothing is wider than the window. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const wide = await page.evaluate(() => {
    const isWide = document.documentElement.scrollWidth > innerWidth;
    const all = isWide ? [...document.querySelectorAll('main *, header *')] : [];
    return all.filter((it) => it.getBoundingClientRect().right > innerWidth + 1).map((it) => it.outerHTML.slice(0, 120));
  });
  expect(wide).toEqual([]);
}

/** The sizes of phones, as much as their browsers leave. */
export const PHONES = [
  { width: 390, height: 664 },
  { width: 360, height: 640 },
];

/** What a move needs: whose turn it is, the board, the tools, the hand. */
const CONTROLS = ['.room .status', '.board > svg', '.tools button', '.room .tray:not(.gone)'];

/** What was seen of a page while it was used. */
interface Watched {
  /** Controls that were not wholly inside the window. */
  outside: string[];
  /** How much of what was shown jumped, as browsers count it. */
  shift: number;
}

/** Watches a page from its next address on: every frame, where the controls are, and whether anything jumps. */
export async function watch(page: Page): Promise<void> {
  await page.addInitScript((controls) => {
    const watched: Watched = { outside: [], shift: 0 };
    Object.assign(window, { watched });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) watched.shift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
    function check() {
      const isPlaying = document.querySelector('.room .tray:not(.gone)') !== null;
      for (const control of isPlaying ? controls : []) {
        for (const element of document.querySelectorAll(control)) {
          const { left, top, right, bottom } = element.getBoundingClientRect();
          const isInside = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
          const text = `${control} at ${[left, top, right, bottom].map(Math.round).join()} in ${innerWidth}x${innerHeight}`;
          if (!isInside && !watched.outside.includes(text)) watched.outside.push(text);
        }
      }
      requestAnimationFrame(check);
    }
    requestAnimationFrame(check);
  }, CONTROLS);
}

/** At no moment was a control outside the window, and nothing jumped. */
export async function expectSteady(page: Page): Promise<void> {
  const { outside, shift } = await page.evaluate(() => (window as unknown as { watched: Watched }).watched);
  expect(outside).toEqual([]);
  expect(shift).toBeLessThan(0.02);
}

/** Whatever matches lies wholly inside the window, without scrolling. */
export async function expectInside(page: Page, selector: string): Promise<void> {
  const { width, height } = page.viewportSize()!;
  await expect(page.locator(selector).first()).toBeVisible();
  const boxes = await page.locator(selector).evaluateAll((all) => all.map((it) => it.getBoundingClientRect().toJSON() as DOMRect));
  for (const { left, top, right, bottom } of boxes) {
    const isInside = left >= -1 && top >= -1 && right <= width + 1 && bottom <= height + 1;
    expect(isInside, `${selector} at ${left},${top},${right},${bottom} in ${width}x${height}`).toBe(true);
  }
}
