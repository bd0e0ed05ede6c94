import { describe, expect, it } from 'vitest';

import { CLOCKS, clockText, clockWords, controlText, leftMillis, warningBetween } from '../src/lib/clocks';
import type { ClockState } from '../src/wire/ClockState';

const clocks = (running: ClockState['running']): ClockState => ({ left_millis: [60_000, 45_000], ...(running ? { running } : {}), gone_millis: {} });

describe('a clock', () => {
  it('runs for the seat that is to move only, and never below zero', () => {
    const state = clocks({ seat: 1, delay_millis: 0 });
    expect(leftMillis(state, 1, 10_500)).toBe(49_500);
    expect(leftMillis(state, 2, 10_500)).toBe(45_000);
    expect(leftMillis(state, 1, 100_000)).toBe(0);
    expect(leftMillis(clocks(undefined), 1, 10_500)).toBe(60_000);
  });

  it('waits for the rest of a delay', () => {
    const state = clocks({ seat: 2, delay_millis: 3_000 });
    expect(leftMillis(state, 2, 2_000)).toBe(45_000);
    expect(leftMillis(state, 2, 5_000)).toBe(43_000);
  });

  it('shows the time for the first move before it', () => {
    expect(leftMillis(clocks({ seat: 1, delay_millis: 0, first_move_millis: 30_000 }), 1, 4_000)).toBe(26_000);
  });

  it('shows what people read at a glance', () => {
    expect(clockText(300_000)).toBe('5:00');
    expect(clockText(299_001)).toBe('5:00');
    expect(clockText(10_000)).toBe('0:10');
    expect(clockText(9_449)).toBe('0:09.4');
    expect(clockText(0)).toBe('0:00.0');
    expect(clockText(3_723_000)).toBe('1:02:03');
    expect(clockText(187_200_000)).toBe('2 d 4 h');
  });

  it('is read out in words', () => {
    expect(clockWords(243_000)).toBe('4 minutes 3 seconds');
    expect(clockWords(1_000)).toBe('1 second');
    expect(clockWords(172_800_000)).toBe('2 days');
    expect(clockWords(0)).toBe('no time');
  });

  it('warns once at each mark', () => {
    expect(warningBetween(60_100, 59_900)).toBe(60_000);
    expect(warningBetween(59_900, 59_800)).toBeUndefined();
    expect(warningBetween(30_050, 30_000)).toBe(30_000);
    // A page that slept warns of the last mark only.
    expect(warningBetween(65_000, 8_000)).toBe(10_000);
  });

  it('has a name in few words', () => {
    const names = CLOCKS.flatMap(({ control }) => (control ? [controlText(control)] : []));
    expect(names.slice(0, 3)).toEqual(['1 min', '3 min + 2 s', '5 min + 3 s']);
    expect(new Set(names).size).toBe(names.length);
    expect(controlText({ type: 'correspondence', days: 1 })).toBe('1 day a move');
  });
});
