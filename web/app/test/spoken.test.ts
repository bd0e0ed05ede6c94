import { describe, expect, it } from 'vitest';

import { type Speech, newsOf } from '../src/lib/spoken';

const told = { summary: 'Blokus duo. Purple is to move.', players: [], last: 'Orange placed I2 on a1, a2.', choices: 'You can place 3 pieces.' };
const news = (changes: Partial<Speech>) => newsOf({ headline: 'Your turn', told, isKnown: false, kind: 'yours', ...changes });

describe('the news of a table', () => {
  it('are what was played, whose turn it is and what can be done', () => {
    expect(news({})).toBe('Orange placed I2 on a1, a2. Your turn. You can place 3 pieces.');
  });

  it('do not repeat what the person has just done', () => {
    expect(news({ isKnown: true, kind: 'others', headline: 'Bot, level 1 is thinking…' })).toBe('Bot, level 1 is thinking…');
  });

  it('tell the result with the last move', () => {
    expect(news({ kind: 'over', headline: 'You won!' })).toBe('Orange placed I2 on a1, a2. You won! Blokus duo. Purple is to move.');
  });

  it('tell an old position, and one that lies open', () => {
    expect(news({ kind: 'past', isKnown: true, headline: 'Looking back at move 2' })).toBe('Looking back at move 2. Orange placed I2 on a1, a2.');
    expect(news({ kind: 'open', headline: 'Go on.' })).toBe('Orange placed I2 on a1, a2. Blokus duo. Purple is to move. Go on.');
  });

  it('have one full stop behind each sentence', () => {
    const ended = { ...told, last: 'Seat 2 gains +22', summary: 'Triominos, round 2. ' };
    expect(news({ kind: 'open', told: ended, headline: 'Go on.' })).toBe('Seat 2 gains +22. Triominos, round 2. Go on.');
  });

  it('are short while the board is not shown', () => {
    expect(news({ told: undefined })).toBe('Your turn.');
  });
});
