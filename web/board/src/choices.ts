// Legal moves as the server sends them.

import type { Choices } from './api.ts';

/** The ends of the legal moves by their heads. */
export function readChoices(choices: Choices): Map<string, string[]> {
  return new Map(Object.entries(choices).map(([head, words]) => [head, words.split(' ')]));
}
