// Questions to the server why moves are illegal, and what it answered.

import type { Input } from './kind.ts';

/** The reasons against moves that were asked about together, by move; null while nobody answered yet. */
export type Reasons = ReadonlyMap<string, string> | null;

/** Marks a question: what it is about, and the position. What it is about has no space. */
export function aboutOf(subject: string, position: string | undefined): string {
  return `${subject} ${position}`;
}

/** What is known after an answer: the same, if it is about another position; if none came, it may be asked again. */
export function answered<Subject extends string>(
  known: ReadonlyMap<Subject, Reasons>,
  position: string | undefined,
  { about, reasons }: Extract<Input, { type: 'answer' }>,
): ReadonlyMap<Subject, Reasons> {
  const subject = about.slice(0, about.indexOf(' ')) as Subject;
  if (position === undefined || about !== aboutOf(subject, position)) {
    return known;
  }
  const next = new Map(known);
  if (reasons) {
    const against = reasons.flatMap(({ reason, moves }) => (reason === null ? [] : moves.map((m) => [m, reason] as const)));
    next.set(subject, new Map(against));
  } else {
    next.delete(subject);
  }
  return next;
}
