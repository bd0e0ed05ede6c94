import { describe, expect, it } from 'vitest';

import { lines } from '../src/lib/api';
import { ago, botName, endingWords, nameAmong, percent, playersOf, signed } from '../src/lib/words';

describe('words', () => {
  it('call bots by their level', () => {
    expect(botName('level:3')).toBe('Bot, level 3');
    expect(botName('greedy')).toBe('Bot, greedy');
  });

  it('list players and open seats', () => {
    expect(playersOf(['Ada', 'level:2', null])).toBe('Ada · Bot, level 2 · open seat');
  });

  it('tell players of one name apart by their seats', () => {
    const players = ['level:6', 'Ada', 'level:6', null];
    expect([1, 2, 3, 4].map((seat) => nameAmong(players, seat))).toEqual([
      'Bot, level 6 (seat 1)',
      'Ada',
      'Bot, level 6 (seat 3)',
      'Player 4',
    ]);
  });

  it('say how a seat ended', () => {
    expect(['resigned', 'agreed-draw', 'lost-on-time'].map(endingWords)).toEqual(['resigned', 'agreed to a draw', 'lost on time']);
  });

  it('say how long ago something was', () => {
    expect(ago(0, 10_000)).toBe('just now');
    expect(ago(0, 3 * 60_000)).toBe('3 minutes ago');
    expect(ago(0, 26 * 3_600_000)).toBe('yesterday');
  });

  it('give numbers their sign', () => {
    expect([signed(3), signed(-1.46, 1), signed(-0.01, 1)]).toEqual(['+3', '−1.5', '0.0']);
    expect(percent(0.456)).toBe('46 %');
  });
});

describe('an answer that comes line by line', () => {
  it('is read in whole lines, however it is cut', async () => {
    const text = '{"a":1}\n{"a":2}\n{"a":3}';
    const parts = [text.slice(0, 4), text.slice(4, 9), text.slice(9)];
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    });
    const read: number[] = [];
    for await (const line of lines<{ a: number }>({ body } as Response)) read.push(line.a);
    expect(read).toEqual([1, 2, 3]);
  });
});
