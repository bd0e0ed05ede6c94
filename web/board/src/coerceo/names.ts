// What people call the tiles and triangles of Coerceo. Records and the server number the tiles in hexadecimal;
// on the board a tile has the letter of its column and its number in it from below, as squares have in chess.

import { letterOf } from '../geometry/square.ts';

/** Where the triangles of a tile are, from the north, counter-clockwise. */
export const SIDES = ['N', 'NW', 'SW', 'S', 'SE', 'NE'] as const;

/** A tile by its place. */
interface Placed {
  readonly tile: string;
  readonly column: number;
  readonly row: number;
}

/** The name of each tile for people, by that of the server. */
export function tileNames(tiles: readonly Placed[]): ReadonlyMap<string, string> {
  const columns = [...new Set(tiles.map(({ column }) => column))].sort((a, b) => a - b);
  const names = columns.flatMap((column, i) => {
    const inColumn = tiles.filter((tile) => tile.column === column).sort((a, b) => b.row - a.row);
    return inColumn.map(({ tile }, number): [string, string] => [tile, `${letterOf(i)}${number + 1}`]);
  });
  return new Map(names);
}
