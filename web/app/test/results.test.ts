import { describe, expect, it } from 'vitest';

import { type Listed, isYourTurn, pointsOf, standingWords, toneOf } from '../src/lib/results';

const table = (rest: Partial<Listed>): Listed => ({ game: 'blokus', status: 'over', players: ['ada', 'level:3'], your_seats: [1], ...rest });
const over = (places: number[], scores: number[]) => ({ places, scores, ply: 30 });

describe('a game in a list', () => {
  it('was won, lost or drawn by the person', () => {
    const won = table({ standing: over([1, 2], [89, 80]) });
    expect([standingWords(won), pointsOf(won), toneOf(won)]).toEqual(['won', '89 : 80', 'good']);
    const lost = table({ standing: over([2, 1], [70, 80]) });
    expect([standingWords(lost), toneOf(lost)]).toEqual(['lost', 'bad']);
    expect(standingWords(table({ standing: over([1, 1], [80, 80]) }))).toBe('draw');
    expect(standingWords(table({ players: ['ada', 'b', 'c'], standing: over([3, 1, 2], [1, 3, 2]) }))).toBe('place 3');
  });

  it('names the winner for those who did not play, or play all seats', () => {
    expect(standingWords(table({ your_seats: [], standing: over([2, 1], [70, 80]) }))).toBe('Bot, level 3 won');
    expect(standingWords(table({ your_seats: [1, 2], standing: over([1, 2], [80, 70]) }))).toBe('ada won');
  });

  it('tells whose turn it is', () => {
    const yours = table({ status: 'playing', standing: { seat_to_move: 1, scores: [0, 0], ply: 2 } });
    expect([standingWords(yours), isYourTurn(yours)]).toEqual(['your turn', true]);
    const theirs = table({ status: 'playing', standing: { seat_to_move: 2, scores: [0, 0], ply: 1 } });
    expect([standingWords(theirs), isYourTurn(theirs)]).toEqual(['Bot, level 3 to move', false]);
    expect(standingWords(table({ status: 'waiting' }))).toBe('waiting for players');
  });

  it('has no points where the game has none, and real minus signs', () => {
    expect(pointsOf(table({ game: 'aquapipe', standing: over([1, 2], [1, 0]) }))).toBe('');
    expect(pointsOf(table({ game: 'triominos', standing: over([1, 2], [30, -5]) }))).toBe('30 : −5');
  });
});
