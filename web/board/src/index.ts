// Boards of tile games for web pages, without a framework. The rules are the server's: legal moves and
// the reasons against all others arrive as data.

import type { Board, MountOptions, Settings } from './api.ts';
import { KINDS } from './kinds.ts';

export type {
  Board,
  Button,
  Choices,
  Description,
  Listeners,
  Look,
  MountOptions,
  Panel,
  MoveExplanation,
  Settings,
  Tone,
} from './api.ts';
export { DEFAULT_SETTINGS } from './api.ts';

/** Whether there is a board for the game. */
export const hasBoard = (game: string): boolean => game in KINDS;

/** Whether the board of a game wants `Look.moves`. */
export const needsMoves = (game: string): boolean => KINDS[game]?.needsMoves ?? false;

/** Which of the settings `showPlaces` and `showCorners` mean something on the board of a game. */
export const extrasOf = (game: string): readonly (keyof Settings)[] => KINDS[game]?.extras ?? [];

/** Puts the board of a game into a page; throws for a game that has none. */
export function mount(options: MountOptions): Board {
  const kind = KINDS[options.game];
  if (!kind) {
    throw new Error(`there is no board for the game ${options.game}`);
  }
  return kind.create(options);
}
