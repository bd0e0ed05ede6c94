import { describe, expect, it } from 'vitest';

import { newTable, start, withSeats, withVariant } from '../src/lib/plan';
import type { GameInfo } from '../src/wire/GameInfo';

const variant = (name: string, min: number, max: number) => ({ name, title: name, help: '', min_seats: min, max_seats: max, options: {} });
const GAME: GameInfo = {
  game: 'blokus',
  name: 'Blokus',
  options: [],
  variants: [variant('classic', 4, 4), variant('duo', 2, 2), variant('tilewe', 1, 4)],
  pieces: null,
  notation: '',
  has_secrets: false,
  has_draw_offers: false,
  strengths: [],
  levels: Array.from({ length: 9 }, (_, i) => ({ bot: `level:${i + 1}`, help: '' })),
  bots: [],
};

describe('a planned table', () => {
  it('is oneself against bots at first', () => {
    expect(start(GAME).seats).toEqual(['me', 'level:3', 'level:3', 'level:3']);
    expect(start(GAME, 'duo').seats).toEqual(['me', 'level:3']);
    expect(start(GAME, 'nonsense').variant).toBe('classic');
  });

  it('keeps the seats that fit another variant', () => {
    const plan = { ...start(GAME), seats: ['me', 'friend', 'open', 'open'] as const };
    expect(withVariant({ ...plan, seats: [...plan.seats] }, GAME, 'duo').seats).toEqual(['me', 'friend']);
  });

  it('lets no coin decide between three', () => {
    const plan = withVariant({ ...start(GAME, 'duo'), first: 'coin' }, GAME, 'tilewe');
    expect(plan.first).toBe('coin');
    expect(withSeats(plan, GAME, 3).first).toBe('dice');
    expect(withSeats({ ...plan, first: 3 }, GAME, 2).first).toBe(1);
  });

  it('asks the server for chairs, and for the number of seats where there is a choice', () => {
    const plan = { ...start(GAME, 'duo'), seats: ['me', 'friend'] as ('me' | 'friend')[] };
    expect(newTable(plan, GAME)).toEqual({
      game: 'blokus',
      options: { variant: 'duo' },
      players: ['me', 'me'],
      first: { player: 1 },
      is_private: false,
      has_hints: true,
    });
    const three = withSeats(start(GAME, 'tilewe'), GAME, 3);
    expect(newTable(three, GAME).options).toEqual({ variant: 'tilewe', seats: '3' });
    expect(newTable(three, GAME).players).toEqual(['me', { bot: 'level:3' }, { bot: 'level:3' }]);
  });
});
