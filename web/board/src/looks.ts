// What is to be seen, as far as all games read it in the same way.

import type { Choices, Look } from './api.ts';

/** A move that is pointed out, and what is written there. */
export interface Mark {
  readonly move: string;
  readonly label: string;
}

/** Whether something can be done in a position. */
export function readTimes({ isPast = false, isOver = false }: Look): { isPast: boolean; isOver: boolean } {
  return { isPast, isOver };
}

/** The moves to be pointed out, the best first: each with its value or, if there are none, with its rank. */
export function readMarks({ marks }: Look): Mark[] {
  return (marks?.moves ?? []).map((move, i) => ({ move, label: marks?.values?.[i] ?? String(i + 1) }));
}

/** The ends of the legal moves by their heads. */
export function readChoices(choices: Choices): Map<string, string[]> {
  return new Map(Object.entries(choices).map(([head, words]) => [head, words.split(' ')]));
}
