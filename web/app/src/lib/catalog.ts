/** How the games present themselves. The rules are the server's; these are words and a first choice. */

import type { GameInfo } from '../wire/GameInfo';
import type { NewTable } from '../wire/NewTable';

/** A game on the shelf. */
export interface CatalogGame {
  slug: string;
  /** What it is, in a line. */
  line: string;
  /** For how many people, and how long. */
  facts: string;
  /** The options of a table that one click opens. */
  options: Record<string, string>;
  /** The levels with names. */
  easy: number;
  medium: number;
  hard: number;
}

export const SHELF: CatalogGame[] = [
  {
    slug: 'blokus',
    line: 'Place your pieces corner to corner, and leave the others no room.',
    facts: '1 to 4 players · 15 minutes',
    options: { variant: 'duo' },
    easy: 2,
    medium: 4,
    hard: 7,
  },
  {
    slug: 'triominos',
    line: 'Match the numbers of triangles, build bridges and hexagons.',
    facts: '2 to 6 players · 20 minutes',
    options: { 'single-round': 'on' },
    easy: 2,
    medium: 5,
    hard: 8,
  },
  {
    slug: 'coerceo',
    line: 'Surround pieces, and take the board away under them.',
    facts: '2 players · 20 minutes',
    options: {},
    easy: 1,
    medium: 3,
    hard: 5,
  },
  {
    slug: 'aquapipe',
    line: 'Three in a row, in three sizes that stand inside each other.',
    facts: '2 players · 3 minutes',
    options: {},
    easy: 2,
    medium: 4,
    hard: 7,
  },
];

/** The seat beside oneself at a quick table: a bot of a level, or a friend. */
export function quickTable({ slug, options }: CatalogGame, other: number | 'friend'): NewTable {
  return { game: slug, options, players: ['me', other === 'friend' ? 'invited' : { bot: `level:${other}` }] };
}

/** The measured Elo of each level for such options, as far as it was measured. */
export function elosOf(game: GameInfo | undefined, options: Record<string, string>): readonly number[] {
  const strengths = game?.strengths ?? [];
  const isFor = (it: { options: Record<string, string> }) =>
    Object.entries(it.options).every(([name, value]) => options[name] === value);
  const fitting = strengths.filter(isFor);
  // The setup that says most about the options is the nearest one.
  const nearest = fitting.toSorted((a, b) => Object.keys(b.options).length - Object.keys(a.options).length)[0];
  return nearest?.elos ?? [];
}
