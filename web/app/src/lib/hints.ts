/** What moves are worth, as people read it. */

import type { Tone } from '@tilewright/board';

import type { MoveValue } from '../wire/MoveValue';
import type { Room } from './room.svelte';
import { percent, signed } from './words';

/** So many hints are numbered; of more the values are shown. */
const N_NUMBERED = 3;

/** What a move is worth for a seat: `wins in 5 moves`, `draws`, `wins 62 %`. */
export function worthOf(hint: MoveValue, seat: number): string {
  const word = exactWord(hint, seat);
  if (!word) return hint.value ? `wins ${percent(hint.value[seat - 1] ?? 0)}` : '';
  if (hint.plies === null) return word;
  return `${word} in ${hint.plies} ${hint.plies === 1 ? 'move' : 'moves'}`;
}

/** The same for a small plate on the board: `wins 5`, `draws`, `62 %`. */
function shortWorth(hint: MoveValue, seat: number): string {
  const word = exactWord(hint, seat);
  return word ? `${word} ${hint.plies ?? ''}`.trim() : percent(hint.value?.[seat - 1] ?? 0);
}

/** From such a share on a move is good, and down to the other one bad. */
const GOOD_SHARE = 0.6;
const BAD_SHARE = 0.4;

/** Whether a move wins, draws or loses, or is likely to. */
function toneOf({ value }: MoveValue, seat: number): Tone {
  const share = value?.[seat - 1] ?? 0.5;
  if (share > GOOD_SHARE) return 'good';
  return share < BAD_SHARE ? 'bad' : 'even';
}

/** What is certain of a move. */
function exactWord({ value, is_proved }: MoveValue, seat: number): string | undefined {
  const share = value?.[seat - 1];
  if (!is_proved || share === undefined) return undefined;
  return share > 0.99 ? 'wins' : share < 0.01 ? 'loses' : 'draws';
}

/** Whether the board shows what the hints are worth, and not only their order. */
export function areValues(hints: readonly MoveValue[]): boolean {
  return hints.length > N_NUMBERED;
}

/** How many moves win, draw and lose, if that is certain: `2 win, 1 draws, 9 lose`. */
export function tallyOf(hints: readonly MoveValue[], seat: number): string | undefined {
  const words = hints.map((hint) => exactWord(hint, seat));
  if (words.includes(undefined)) return undefined;
  const counts = ['wins', 'draws', 'loses'].map((word) => [words.filter((it) => it === word).length, word] as const);
  return counts.map(([n, word]) => `${n} ${n === 1 ? word : word.slice(0, -1)}`).join(', ');
}

/** All hints in a sentence, to be read out: each move with its worth, or of many how many win. */
export function hintsSentence(hints: readonly MoveValue[], seat: number): string {
  if (hints.length === 0) return '';
  if (areValues(hints)) {
    const tally = tallyOf(hints, seat);
    return `${hints.length} moves${tally ? `: ${tally}` : ''}.`;
  }
  const parts = hints.map((hint, i) => {
    const margin = hint.margin ? `margin ${signed(hint.margin[seat - 1] ?? 0, 1)}` : '';
    return [`${i + 1}. ${hint.move}`, worthOf(hint, seat), margin].filter(Boolean).join(', ');
  });
  return `${parts.join('; ')}.`;
}

/** The hints of a room, to be marked on the board. */
export function marksOf(room: Pick<Room, 'hints' | 'state'>): { moves: string[]; values?: string[]; tones?: Tone[] } {
  const moves = room.hints.map((hint) => hint.move);
  const turn = room.state?.turn;
  if (!areValues(room.hints) || turn?.type !== 'seat') return { moves };
  const { seat } = turn;
  return {
    moves,
    values: room.hints.map((hint) => shortWorth(hint, seat)),
    tones: room.hints.map((hint) => toneOf(hint, seat)),
  };
}
