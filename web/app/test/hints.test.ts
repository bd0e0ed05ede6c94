import { expect, test } from 'vitest';

import { hintsSentence, marksOf, tallyOf, worthOf } from '../src/lib/hints';
import type { MoveValue } from '../src/wire/MoveValue';
import type { TableState } from '../src/wire/TableState';

const hint = (move: string, value: number, more: Partial<MoveValue> = {}): MoveValue => ({
  move,
  value: [value, 1 - value],
  margin: null,
  line: [move],
  depth: 0,
  visits: null,
  is_proved: true,
  plies: null,
  ...more,
});

test('what is proved is told by words, with the moves that are left', () => {
  expect(worthOf(hint('S@a1', 1, { plies: 5 }), 1)).toBe('wins in 5 moves');
  expect(worthOf(hint('S@a1', 1, { plies: 1 }), 1)).toBe('wins in 1 move');
  expect(worthOf(hint('S@a1', 1, { plies: 5 }), 2)).toBe('loses in 5 moves');
  expect(worthOf(hint('S@a1', 0.5), 2)).toBe('draws');
  expect(worthOf(hint('S@a1', 1), 1)).toBe('wins');
});

test('what is not proved is told in percent, and what is unknown not at all', () => {
  expect(worthOf(hint('S@a1', 0.62, { is_proved: false }), 1)).toBe('wins 62 %');
  expect(worthOf(hint('S@a1', 0.62, { is_proved: false, value: null }), 1)).toBe('');
});

test('what is certain of all moves is counted', () => {
  const hints = [hint('S@a1', 1), hint('M@a1', 0.5), hint('L@a1', 0), hint('L@a2', 0)];
  expect(tallyOf(hints, 1)).toBe('1 wins, 1 draws, 2 lose');
  expect(tallyOf(hints, 2)).toBe('2 win, 1 draws, 1 loses');
  expect(tallyOf([...hints, hint('L@a3', 0.4, { is_proved: false })], 1)).toBeUndefined();
});

test('a few hints are numbered on the board, and many are valued', () => {
  const state = { turn: { type: 'seat', seat: 1 } } as TableState;
  const hints = [
    hint('S@a1', 1, { plies: 5 }),
    hint('M@a1', 0.5),
    hint('L@a1', 0.3, { is_proved: false }),
    hint('L@a2', 0, { plies: 12 }),
  ];
  expect(marksOf({ hints: hints.slice(0, 3), state })).toEqual({ moves: ['S@a1', 'M@a1', 'L@a1'] });
  expect(marksOf({ hints, state }).values).toEqual(['wins 5', 'draws', '30 %', 'loses 12']);
});

test('hints are read out in one sentence, and of many only how many win', () => {
  const guess = { is_proved: false, margin: [3.25, -3.25] };
  expect(hintsSentence([hint('I5n@a1', 0.62, guess), hint('O1n@a1', 0.5)], 1)).toBe('1. I5n@a1, wins 62 %, margin +3.3; 2. O1n@a1, draws.');
  expect(hintsSentence([hint('a', 1), hint('b', 1), hint('c', 0.5), hint('d', 0)], 1)).toBe('4 moves: 2 win, 1 draws, 1 loses.');
  expect(hintsSentence([], 1)).toBe('');
});
