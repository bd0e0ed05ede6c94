// The games that have a board. Each board is loaded when its game is shown first.

import type { Board, MountOptions, Settings } from './api.ts';
import type { Kind, BoardState } from './kind.ts';

/** A game that has a board, as much as must be known before it is loaded. */
interface Entry {
  /** Whether the board shows what moves do, so that it needs them with all their parts. */
  readonly needsMoves: boolean;
  /** The settings that change something on this board besides the common ones. */
  readonly extras: readonly (keyof Settings)[];
  load(): Promise<(options: MountOptions) => Board>;
}

/** The games by name. */
export const KINDS: Readonly<Record<string, Entry>> = {
  aquapipe: { needsMoves: false, extras: [], load: async () => maker((await import('./aquapipe/index.ts')).aquapipe) },
  blokus: { needsMoves: false, extras: ['showPlaces', 'showCorners'], load: async () => maker((await import('./blokus/index.ts')).blokus) },
  coerceo: { needsMoves: true, extras: ['showPlaces'], load: async () => maker((await import('./coerceo/index.ts')).coerceo) },
  triominos: { needsMoves: true, extras: ['showPlaces'], load: async () => maker((await import('./triominos/index.ts')).triominos) },
};

async function maker<State extends BoardState>(kind: Kind<State>): Promise<(options: MountOptions) => Board> {
  const { createBoard } = await import('./board.ts');
  return (options) => createBoard(kind, options);
}
