// What is to be seen, as far as all games read it in the same way.

import type { Choices, Look, Tone } from './api.ts';
import { classes } from './scene.ts';

/** A move that is pointed out, and what is written there. */
export interface Mark {
  readonly move: string;
  readonly label: string;
  /** What the mark says of the move, where a review compares two. */
  readonly tone?: Tone;
}

/** The classes of a mark. */
export function markClass({ tone }: Mark, isBest: boolean): string {
  return classes('mark', isBest && tone === undefined && 'is-best', tone && `is-${tone}`);
}

/** Whether something can be done in a position. */
export function readTimes({ isPast = false, isOver = false }: Look): { isPast: boolean; isOver: boolean } {
  return { isPast, isOver };
}

/** The moves to be pointed out, the best first: each with its value or, if there are none, with its rank. */
export function readMarks({ marks }: Look): Mark[] {
  return (marks?.moves ?? []).map((move, i) => ({
    move,
    label: marks?.values?.[i] ?? String(i + 1),
    tone: marks?.tones?.[i],
  }));
}

/** The ends of the legal moves by their heads. */
export function readChoices(choices: Choices): Map<string, string[]> {
  return new Map(Object.entries(choices).map(([head, words]) => [head, words.split(' ')]));
}
