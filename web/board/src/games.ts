// What can be said of the boards without loading one: which games have one, and what it needs.

import type { Settings } from './api.ts';
import { KINDS } from './kinds.ts';

/** Whether there is a board for the game. */
export const hasBoard = (game: string): boolean => game in KINDS;

/** Whether the board of a game wants `Look.moves`. */
export const needsMoves = (game: string): boolean => KINDS[game]?.needsMoves ?? false;

/** Which of the settings `showPlaces` and `showCorners` mean something on the board of a game. */
export const extrasOf = (game: string): readonly (keyof Settings)[] => KINDS[game]?.extras ?? [];
