import { describe, expect, it } from 'vitest';

import { groupsOf } from '../src/lib/options';
import type { GameInfo } from '../src/wire/GameInfo';

const option = (name: string, choices: string[] | null, usual: string) => ({ name, values: '', help: 'what it does (off)', default: usual, choices, range: null });
const GAME = {
  game: 'triominos',
  options: [
    option('seats', null, '2'),
    option('single-round', ['on', 'off'], 'off'),
    option('blocked-when', ['empty-pile', 'passes'], 'empty-pile'),
    option('brand-new', ['on', 'off'], 'off'),
  ],
  variants: [{ name: '', title: '', help: '', min_seats: 2, max_seats: 6, options: { 'single-round': 'on' } }],
} as unknown as GameInfo;

describe('the options of a game', () => {
  it('are in groups, in words for players', () => {
    const groups = groupsOf(GAME, '');
    expect(groups.map((group) => group.title)).toEqual(['Length', 'Blocked rounds', 'More']);
    const blocked = groups[1]!.choices[0]!;
    expect(blocked.label).toBe('A round is blocked');
    expect(blocked.values?.map((it) => it.value)).toEqual(['empty-pile', 'passes']);
    expect(blocked.values?.[0]?.label).toMatch(/pile is empty/);
  });

  it('are switches where they are on or off, as usual in the variant', () => {
    const single = groupsOf(GAME, '')[0]!.choices[0]!;
    expect([single.isSwitch, single.usual]).toEqual([true, 'on']);
  });

  it('that nobody put into words keep those of the server', () => {
    expect(groupsOf(GAME, '')[2]!.choices[0]).toMatchObject({ label: 'Brand new', help: 'What it does', isSwitch: true });
  });
});
