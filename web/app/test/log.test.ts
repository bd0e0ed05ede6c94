import { describe, expect, it } from 'vitest';

import { EMPTY, laidOpen, read } from '../src/lib/log';
import type { EventEnvelope } from '../src/wire/EventEnvelope';

const nameOf = (seat: number) => ['Ada', 'Bob'][seat - 1]!;
const move = (number: number, ply: number, text: string): EventEnvelope => ({ number, at: 0, type: 'move', ply, seat: ply % 2 ? 1 : 2, move: text });

describe('the log of a table', () => {
  it('has the moves in order', () => {
    const log = read(EMPTY, [move(1, 1, 'a'), move(2, 2, 'b')], nameOf);
    expect(log.moves.map((it) => it.move)).toEqual(['a', 'b']);
    expect(log.number).toBe(2);
  });

  it('counts an event once that is told twice', () => {
    const log = read(EMPTY, [move(1, 1, 'a')], nameOf);
    expect(read(log, [move(1, 1, 'a')], nameOf)).toBe(log);
    expect(read(log, [move(1, 1, 'a'), move(2, 2, 'b')], nameOf).moves).toHaveLength(2);
  });

  it('forgets what was taken back', () => {
    const events: EventEnvelope[] = [move(1, 1, 'a'), move(2, 2, 'b'), { number: 3, at: 0, type: 'taken-back', ply: 1 }, move(4, 2, 'c')];
    const log = read(EMPTY, events, nameOf);
    expect(log.moves.map((it) => it.move)).toEqual(['a', 'c']);
    expect(log.said.map((it) => it.text)).toEqual(['taken back to move 1']);
  });

  it('counts what is left as the list of moves does, without what chance does', () => {
    const dealt: EventEnvelope = { number: 1, at: 0, type: 'move', ply: 1, move: 'deal:?' };
    const back = (number: number, ply: number): EventEnvelope => ({ number, at: 0, type: 'taken-back', ply });
    const log = read(EMPTY, [dealt, move(2, 2, 'a'), move(3, 3, 'b'), back(4, 2), back(5, 1)], nameOf);
    expect(log.said.map((it) => it.text)).toEqual(['taken back to move 1', 'taken back to the start']);
  });

  it('tells chat with the name and news without', () => {
    const events: EventEnvelope[] = [
      { number: 1, at: 5, type: 'chat', name: 'Ada', text: 'hello' },
      { number: 2, at: 6, type: 'ended', seat: 2, ending: 'resigns' },
      { number: 3, at: 7, type: 'rematch', table: 'next' },
    ];
    const log = read(EMPTY, events, nameOf);
    expect(log.said[0]).toMatchObject({ name: 'Ada', text: 'hello' });
    expect(log.said[1]).toMatchObject({ name: undefined, text: 'Bob resigns' });
    expect(log.rematch).toBe('next');
  });
});

describe('what was laid open', () => {
  const open: EventEnvelope = { ...(move(5, 5, 'last') as Extract<EventEnvelope, { type: 'move' }>), revealed: 'held=1-2-3/-' };

  it('is the move after which the game went on at once', () => {
    expect(laidOpen([move(4, 4, 'a'), open, move(6, 6, 'deal:?')])).toBe(5);
  });

  it('is nothing if it can be seen as long as one likes', () => {
    expect(laidOpen([move(4, 4, 'a'), open])).toBeUndefined();
    expect(laidOpen([move(4, 4, 'a'), move(5, 5, 'b')])).toBeUndefined();
  });

  it('is nothing that chance tells', () => {
    const dealt: EventEnvelope = { number: 5, at: 0, type: 'move', ply: 5, move: 'deal:?', revealed: 'opener=1' };
    expect(laidOpen([dealt, move(6, 6, 'a')])).toBeUndefined();
  });
});
