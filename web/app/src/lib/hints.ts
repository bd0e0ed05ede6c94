/** What moves are worth, as people read it. */

import type { MoveValue } from '../wire/MoveValue';
import type { Room } from './room.svelte';
import { percent } from './words';

/** So many hints are numbered; of more the values are shown. */
const N_NUMBERED = 3;

/** What a move is worth for a seat. */
export function worthOf(hint: MoveValue, seat: number): string {
  const value = hint.value?.[seat - 1];
  if (value === undefined) return '';
  if (!hint.is_proved) return `wins ${percent(value)}`;
  return value > 0.99 ? 'wins' : value < 0.01 ? 'loses' : 'draws';
}

/** The hints of a room, to be marked on the board. */
export function marksOf(room: Room): { moves: string[]; values?: string[] } {
  const moves = room.hints.map((hint) => hint.move);
  const turn = room.state?.turn;
  if (moves.length <= N_NUMBERED || turn?.type !== 'seat') return { moves };
  const short = (hint: MoveValue) => (hint.is_proved ? worthOf(hint, turn.seat) : percent(hint.value?.[turn.seat - 1] ?? 0));
  return { moves, values: room.hints.map(short) };
}
