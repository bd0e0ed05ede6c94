import { describe, expect, it } from 'vitest';

import { resultOf, statusOf } from '../src/lib/status';
import type { PlayerInfo } from '../src/wire/PlayerInfo';
import type { TableState } from '../src/wire/TableState';

const you: PlayerInfo = { type: 'person', name: 'Ada', is_you: true, is_here: true };
const bob: PlayerInfo = { type: 'person', name: 'Bob', is_you: false, is_here: true };
const bot: PlayerInfo = { type: 'bot', bot: 'level:3' };

function state(changes: Partial<TableState>): TableState {
  return {
    number: 0,
    status: 'playing',
    ply: 0,
    turn: { type: 'seat', seat: 1 },
    scores: [0, 0],
    players: [you, bot],
    endings: {},
    offers: {},
    may_hint: true,
    view: {},
    ...changes,
  };
}

const over = (places: number[]): TableState['turn'] => ({ type: 'over', places, scores: places.map(() => 0) });

describe('the sentence about a table', () => {
  it('says whose turn it is', () => {
    expect(statusOf(state({ choices: {}, mover: 'purple' }))).toEqual({ text: 'Your turn with purple', isYours: true });
    expect(statusOf(state({ turn: { type: 'seat', seat: 2 } })).text).toBe('Bot, level 3 is thinking…');
    expect(statusOf(state({ players: [you, bob], turn: { type: 'seat', seat: 2 } })).text).toBe('Bob is to move');
  });

  it('names the player where several sit at one device', () => {
    expect(statusOf(state({ players: [you, you], choices: {} })).text).toBe('Player 1, your turn');
  });

  it('says that seats are free or that there is no result', () => {
    expect(statusOf(state({ status: 'waiting' })).text).toBe('Waiting for players');
    expect(statusOf(state({ status: 'aborted' })).text).toContain('without a result');
  });

  it('says who won', () => {
    expect(resultOf(state({ turn: over([1, 2]) }))).toBe('You won!');
    expect(resultOf(state({ turn: over([2, 1]) }))).toBe('Bot, level 3 won');
    expect(resultOf(state({ turn: over([1, 1]) }))).toBe('A draw');
    expect(resultOf(state({ players: [you, you], turn: over([2, 1]) }))).toBe('Player 2 won');
    expect(resultOf(state({ players: [you, bob, bot], turn: over([1, 1, 3]) }))).toBe('You and Bob share the first place');
  });
});
