/** How the games present themselves. The rules are the server's; these are words and a first choice. */

import type { NewTable } from '../wire/NewTable';

/** A game on the shelf. */
export interface CatalogGame {
  slug: string;
  /** What it is, in a line. */
  line: string;
  /** For how many people, and how long. */
  facts: string;
  /** What one click plays: against a bot that a newcomer can beat now and then. */
  quick: NewTable;
}

const against = (game: string, bot: string, options: Record<string, string> = {}): NewTable => ({
  game,
  options,
  players: ['me', { bot }],
});

export const SHELF: CatalogGame[] = [
  {
    slug: 'blokus',
    line: 'Place your pieces corner to corner, and leave the others no room.',
    facts: '1 to 4 players · 15 minutes',
    quick: against('blokus', 'level:3', { variant: 'duo' }),
  },
  {
    slug: 'triominos',
    line: 'Match the numbers of triangles, build bridges and hexagons.',
    facts: '2 to 6 players · 20 minutes',
    quick: against('triominos', 'level:4', { 'single-round': 'on' }),
  },
  {
    slug: 'coerceo',
    line: 'Surround pieces, and take the board away under them.',
    facts: '2 players · 20 minutes',
    quick: against('coerceo', 'level:2'),
  },
  {
    slug: 'aquapipe',
    line: 'Three in a row, in three sizes that stand inside each other.',
    facts: '2 players · 3 minutes',
    quick: against('aquapipe', 'level:3'),
  },
];
