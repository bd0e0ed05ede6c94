/** Games played by ear: only what the accessibility tree tells is known, and only keys are pressed. */

import type { Page } from '@playwright/test';

import type { NewTable } from '../src/wire/NewTable.ts';
import { expect, openTable, test } from './house.ts';

declare global {
  interface Window {
    /** What the live regions said since somebody listened. */
    utterances: string[];
  }
}

/** What a listener expects of a game. */
interface Example {
  name: string;
  table: NewTable;
  /** What the choices of a turn sound like. */
  choices: RegExp;
  /** What a legal move under the cursor sounds like. */
  legal: RegExp;
  /** What a place sounds like that is not allowed. */
  illegal: RegExp;
  /** What one hears of one's own move. */
  own: RegExp;
  /** What one hears of the other's move. */
  other: RegExp;
  /** How the board in words tells of the move of the other: made of the groups of `other`. */
  onBoard: (groups: string[]) => string;
  /** A button that one can choose, by its name. */
  choice: RegExp;
}

const LESSONS: Example[] = [
  {
    name: 'Blokus',
    table: { game: 'blokus', options: { variant: 'duo' }, players: ['me', { bot: 'level:1' }] },
    choices: /You can place \d+ pieces? in \d+ ways?\.$/,
    legal: /^\w\d.* at \w+: legal, Enter places it$/,
    illegal: /^\w\d.* at \w+: (it touches .*|\w+ is occupied|purple's .*)$/,
    own: /^\w\d placed at \w+$/,
    other: /^Orange placed (\w\d on [\w, ]+)\./,
    onBoard: ([block]) => block!,
    choice: /^\w\d, \w+ squares?, \d turned ways? can be placed$/,
  },
  {
    name: 'Triominos',
    table: { game: 'triominos', players: ['me', { bot: 'greedy' }] },
    choices: /You can (place \d+ tiles? in \d+ ways?|draw|pass).*\.$/,
    legal: /^\d-\d-\d at \S+, left \d, (top|bottom) \d, right \d: \d+ points?.*, Enter places it$/,
    illegal: /^\d-\d-\d at \S+, .*: (no tile shares|a tile lies|the )/,
    own: /^(\d-\d-\d placed at \S+, \+\d+ points|You draw a tile|You pass)$/,
    other: /^Seat 2 (?:placed (\d-\d-\d at -?\d+,-?\d+)|drew a tile|passed)/,
    onBoard: ([tile]) => tile ?? 'Seat 2: ',
    choice: /^\d-\d-\d, \d+ points?.*, fits (nowhere|at \d+ places?)$/,
  },
  {
    name: 'Coerceo',
    table: { game: 'coerceo', players: ['me', { bot: 'level:1' }] },
    choices: /You can move \d+ pieces? in \d+ ways?.*\.$/,
    legal: /^\w\d \w+ to \w\d \w+.*\. Enter plays it\.$/,
    illegal: /^\w\d \w+, .*: .* is (not next to|occupied)/,
    own: /^Played: \w\d \w+ to \w\d \w+.*\.$/,
    other: /^Black moved from \w\d \w+ to (\w\d \w+)/,
    onBoard: ([triangle]) => triangle!,
    choice: /^\w\d \w+, white piece, \d+ places? to go$/,
  },
  {
    name: 'Aqua Pipe',
    table: { game: 'aquapipe', options: { variant: '4x4' }, players: ['me', { bot: 'random' }] },
    choices: /You can (place|move) .*: \d+ ways?\.$/,
    legal: /^(Small|Medium|Large)( U)? pipe.* to \w\d.*: Enter plays it$/,
    illegal: /^(Small|Medium|Large)( U)? pipe.* to \w\d.*: a \w+ pipe fills that slot/,
    own: /^(Small|Medium|Large)( U)? pipe.* (placed|moved) to \w\d.*$/,
    other: /^Red (?:placed|moved) a ([\w ]+) pipe(?: from .*)? (?:on|to) (\w\d)/,
    onBoard: ([kind, space]) => `${kind} on ${space}`,
    choice: /^Blue: \d small pipes? in hand, \d+ free places?$/,
  },
];

/** A walk over the board that does not stay at an edge, with another piece each time. */
const WALK = ['ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowLeft', 'ArrowLeft', 'n'];

/** Somebody who hears the page and presses keys. */
class Listener {
  constructor(readonly page: Page) {}

  /** Writes down what live regions say from now on, in every page that is opened. */
  async listen(): Promise<void> {
    await this.page.addInitScript(() => {
      const live = '[role="status"], [role="alert"], [role="log"]:not([aria-live="off"]), [aria-live="polite"], [aria-live="assertive"]';
      const elementOf = (node: Node) => (node instanceof Element ? node : node.parentElement);
      window.utterances = [];
      new MutationObserver((changes) => {
        const regions = new Set(changes.map((change) => elementOf(change.target)?.closest(live)));
        const texts = [...regions].flatMap((region) => region?.textContent?.replace(/\s+/g, ' ').trim() || []);
        window.utterances.push(...texts);
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
  }

  /** What was said since this was asked before. */
  heard(): Promise<string[]> {
    return this.page.evaluate(() => window.utterances.splice(0));
  }

  /** All that is said until something like this is said. */
  async hear(what: RegExp): Promise<string[]> {
    const all: string[] = [];
    await expect
      .poll(async () => {
        all.push(...(await this.heard()));
        return all.some((text) => what.test(text)) ? 'heard' : all.join(' | ');
      })
      .toBe('heard');
    return all;
  }

  /** Presses a key and hears what is said of that. */
  async press(key: string): Promise<string> {
    await this.heard();
    await this.page.keyboard.press(key);
    return (await this.hear(/./)).at(-1)!;
  }

  /** Goes by the Tab key to what has a role and a name. */
  async tabTo(role: 'application' | 'button', name: RegExp): Promise<void> {
    const wanted = this.page.getByRole(role, { name }).first();
    const isThere = () => wanted.evaluate((element) => element === document.activeElement);
    for (let i = 0; i < 80 && !(await isThere()); i++) await this.page.keyboard.press('Tab');
    await expect(wanted).toBeFocused();
  }

  /** Finds a legal move by what is said of the places; in each turn another one, so that no game ends soon. */
  async findMove(lesson: Example, turn: number): Promise<void> {
    let text = await this.press('n');
    for (let i = 0; i < 60 && !lesson.legal.test(text); i++) {
      const isStuck = /nowhere/.test(text);
      text = await this.press(i % 12 === 11 ? 'n' : isStuck ? (i % 4 === 3 ? 'f' : 'r') : 'g');
    }
    expect(text).toMatch(lesson.legal);
    for (let i = 0; i < 5 * turn; i++) await this.page.keyboard.press('g');
  }

  /** Finds a place that is not allowed, and hears why. */
  async findReason(lesson: Example): Promise<string> {
    let text = await this.press('n');
    for (let i = 0; i < 60 && !lesson.illegal.test(text); i++) text = await this.press(WALK[i % WALK.length]!);
    expect(text).toMatch(lesson.illegal);
    return text;
  }

  /** Plays what the news say can be played, and hears everything until it is one's turn again. */
  async playOne(lesson: Example, news: string, turn: number): Promise<string[]> {
    const [, word] = /You can (place|move|draw|pass)/.exec(news)!;
    if (word === 'place' || word === 'move') await this.findMove(lesson, turn);
    await this.heard();
    await this.page.keyboard.press(word === 'draw' ? 'd' : word === 'pass' ? 'x' : 'Enter');
    return this.hear(/Your turn.* You can/);
  }
}

/** Everything that keys can reach has a name; the main part of the page, which gets the focus with each new page, needs none. */
async function expectNames(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send('Accessibility.getFullAXTree');
  const focusable = nodes.filter((node) => node.properties?.some(({ name, value }) => name === 'focusable' && value.value === true));
  expect(focusable.length).toBeGreaterThan(10);
  const nameless = focusable.filter((node) => !node.name?.value).map((node) => node.role?.value as string);
  expect(nameless.filter((role) => role !== 'main')).toEqual([]);
  await client.detach();
}

for (const lesson of LESSONS) {
  test(`${lesson.name} is played by ear and keys`, async ({ page }) => {
    const listener = new Listener(page);
    await listener.listen();
    await openTable(page, lesson.table);
    let news = (await listener.hear(/Your turn.* You can/)).at(-1)!;
    expect(news).toMatch(lesson.choices);
    await expectNames(page);
    await expect(page.getByRole('button', { name: lesson.choice }).first()).toBeVisible();
    await listener.tabTo('application', new RegExp(`^${lesson.name}.*You can`));

    for (let i = 0; i < 4; i++) {
      const all = await listener.playOne(lesson, news, i);
      news = all.at(-1)!;
      expect(all[0]).toMatch(lesson.own);
      expect(all.filter((text) => text.includes('Your turn'))).toEqual([news]);
      expect(all).toEqual([...new Set(all)]);
      expect(all.filter((text) => text !== news && !lesson.own.test(text) && !/(thinking|One moment)…$/.test(text))).toEqual([]);
      expect(news).toMatch(lesson.choices);
      const [, ...groups] = all.map((text) => lesson.other.exec(text)).findLast((match) => match !== null) ?? [];
      await expect(page.getByRole('region', { name: 'The board in words' })).toContainText(lesson.onBoard(groups));
      await expect(page.getByRole('application')).toBeFocused();
    }

    const reason = await listener.findReason(lesson);
    expect(await listener.press('Enter')).toBe(reason);

    await listener.tabTo('button', /^Resign$/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Keep playing' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    const end = await listener.hear(/won/);
    expect(end.some((text) => /^Bot, .* won\. .*The game has ended\.$/.test(text))).toBe(true);
    await expect(page.getByRole('application', { name: /The game has ended\./ })).toBeVisible();
    await expect(page.getByRole('row', { name: /^2\. .* resigned/ })).toBeVisible();
  });
}

test('looking back is read out, and what others say', async ({ page }) => {
  const listener = new Listener(page);
  await listener.listen();
  await page.goto('/');
  await listener.tabTo('button', /Play a bot at Coerceo/);
  await page.keyboard.press('Enter');
  const [lesson] = LESSONS.filter((it) => it.name === 'Coerceo');
  const news = (await listener.hear(/Your turn.* You can/)).at(-1)!;
  await listener.tabTo('application', /^Coerceo/);
  await listener.playOne(lesson!, news, 0);
  await listener.tabTo('button', /^One move back$/);
  expect(await listener.press('Enter')).toMatch(/^Looking back at move 1\. White moved from \w\d \w+ to \w\d \w+\.$/);
  await listener.tabTo('button', /^Back to the game$/);
  expect(await listener.press('Enter')).toMatch(/^Black moved from .* Your turn with white\./);
  await listener.tabTo('button', /^Undo$/);
  await page.keyboard.press('Enter');
  await listener.hear(/^taken back to the start$/);
});

test('a hint is read out once, when it is complete', async ({ page }) => {
  // The answer comes in several lines, each better than the one before.
  const line = (value: number) => {
    const moves = [{ move: 'O1n@e10', value: [value, 1 - value], margin: null, line: ['O1n@e10'], depth: 0, visits: null, is_proved: false, plies: null }];
    return JSON.stringify({ ply: 0, moves });
  };
  await page.addInitScript((parts: string[]) => {
    const usual = window.fetch;
    window.fetch = (...asked) => {
      if (!String(asked[0]).includes('/hint')) return usual(...asked);
      const body = new ReadableStream({
        async start(stream) {
          for (const part of parts) {
            stream.enqueue(new TextEncoder().encode(`${part}\n`));
            await new Promise((done) => setTimeout(done, 150));
          }
          stream.close();
        },
      });
      return Promise.resolve(new Response(body));
    };
  }, [line(0.5), line(0.6), line(0.7)]);
  const listener = new Listener(page);
  await listener.listen();
  await openTable(page, LESSONS[0]!.table);
  await page.getByRole('button', { name: 'What would a strong player do?' }).click();
  await expect(page.getByText('wins 50 %')).toBeVisible();
  const all = await listener.hear(/^1\. O1n@e10, wins 70 %\.$/);
  expect(all.filter((text) => text.includes('O1n@e10'))).toEqual(['1. O1n@e10, wins 70 %.']);
});
