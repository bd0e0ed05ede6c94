// What became of pieces and tiles from one position to the next, so that it is seen and told.

import { type Read, type State, moveParts } from './state.ts';

/** A piece on the board, or one that was just taken. */
export interface Piece {
  /** Its own number for as long as it is shown. */
  readonly id: number;
  readonly at: string;
  readonly color: string;
  readonly isTaken: boolean;
}

/** What the last move did, as the positions before and after it show. */
export interface News {
  readonly taken: readonly string[];
  readonly fallen: readonly string[];
}

/** The pieces of the next position, given the colors by place: those that stay or move keep their numbers. */
export function matched(before: readonly Piece[], places: ReadonlyMap<string, string>): Piece[] {
  const there = before.filter((piece) => !piece.isTaken);
  const stays = there.filter((piece) => places.get(piece.at) === piece.color);
  const gone = there.filter((piece) => !stays.includes(piece));
  const filled = new Set(stays.map((piece) => piece.at));
  let id = Math.max(0, ...before.map((piece) => piece.id));
  const arrived = [...places].flatMap(([at, color]): Piece[] => {
    if (filled.has(at)) {
      return [];
    }
    const index = gone.findIndex((piece) => piece.color === color);
    const [mover] = index < 0 ? [] : gone.splice(index, 1);
    return [{ id: mover?.id ?? ++id, at, color, isTaken: false }];
  });
  const all = [...stays, ...arrived, ...gone.map((piece) => ({ ...piece, isTaken: true }))];
  // Elements that keep their order are not moved in the page, and so go on with their motion.
  return all.sort((a, b) => a.id - b.id);
}

/** What the last move did, if the position before it was shown just now. */
export function newsOf(before: State, { view, triangles, last }: Read): News | undefined {
  const { from, to } = last === undefined ? {} : moveParts(last);
  const origin = from ?? to;
  const isGone = (name: string) => before.triangles.get(name)?.piece && !triangles.get(name)?.piece;
  if (origin === undefined || !isGone(origin) || before.view?.color_to_move === view.color_to_move) {
    return undefined;
  }
  const taken = [...before.triangles.keys()].filter((name) => isGone(name) && name !== origin);
  const fallen = view.tiles.filter((tile, i) => !tile.is_on_table && before.view?.tiles[i]?.is_on_table);
  return { taken, fallen: fallen.map(({ tile }) => tile) };
}
