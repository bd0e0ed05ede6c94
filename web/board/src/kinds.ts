// The games that have a board.

import type { Board, MountOptions, Settings } from './api.ts';
import { aquapipe } from './aquapipe/index.ts';
import { blokus } from './blokus/index.ts';
import { createBoard } from './board.ts';
import { coerceo } from './coerceo/index.ts';
import type { Kind, BoardState } from './kind.ts';
import { triominos } from './triominos/index.ts';

/** A game that has a board. */
interface Entry {
  needsMoves: boolean;
  extras: readonly (keyof Settings)[];
  create(options: MountOptions): Board;
}

/** The games by name. */
export const KINDS: Readonly<Record<string, Entry>> = {
  aquapipe: entry(aquapipe),
  blokus: entry(blokus),
  coerceo: entry(coerceo),
  triominos: entry(triominos),
};

function entry<State extends BoardState>(kind: Kind<State>): Entry {
  const { needsMoves, extras } = kind;
  return { needsMoves, extras, create: (options) => createBoard(kind, options) };
}
