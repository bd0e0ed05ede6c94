// Boards of tile games for web pages, without a framework. The rules are the server's: legal moves and
// the reasons against all others arrive as data.

import type { Board, MountOptions } from './api.ts';
import { KINDS } from './kinds.ts';

export type {
  Board,
  Button,
  Choices,
  Description,
  Listeners,
  Look,
  MountOptions,
  MoveRow,
  Panel,
  Played,
  MoveExplanation,
  Settings,
  Tone,
} from './api.ts';
export type { Scene, SceneNode } from './scene.ts';
export { DEFAULT_SETTINGS } from './api.ts';
export { extrasOf, hasBoard, needsMoves } from './games.ts';

/** Puts the board of a game into a page; throws for a game that has none. */
export async function mount(options: MountOptions): Promise<Board> {
  const kind = KINDS[options.game];
  if (!kind) {
    throw new Error(`there is no board for the game ${options.game}`);
  }
  const make = await kind.load();
  return make(options);
}
