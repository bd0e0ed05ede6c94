// Boards of squares. Columns count from the left, rows from below, as the squares are named.

import type { Point } from './polygon.ts';

/** The side of a square in a scene. */
export const SIDE = 20;

/** A square by its column and row, both from 0; a1 is [0, 0]. */
export type Cell = readonly [column: number, row: number];

/** Where the arrow keys lead. */
export const STEPS: Readonly<Record<string, Cell>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** The corners of a square on a board with some rows, clockwise from the top left. */
export function polygon([column, row]: Cell, nRows: number): Point[] {
  const [left, top] = [column * SIDE, (nRows - row - 1) * SIDE];
  return [
    { x: left, y: top },
    { x: left + SIDE, y: top },
    { x: left + SIDE, y: top + SIDE },
    { x: left, y: top + SIDE },
  ];
}

/** The middle of a square in a scene. */
export function middle([column, row]: Cell, nRows: number): Point {
  return { x: (column + 0.5) * SIDE, y: (nRows - row - 0.5) * SIDE };
}

/** The square in which a point lies, whether it is on the board or not. */
export function cellAt(point: Point, nRows: number): Cell {
  return [Math.floor(point.x / SIDE), nRows - 1 - Math.floor(point.y / SIDE)];
}

/** The name of a square: `a1`. */
export function nameOf([column, row]: Cell): string {
  return `${letterOf(column)}${row + 1}`;
}

/** The letter of a column. */
export function letterOf(column: number): string {
  return String.fromCharCode('a'.charCodeAt(0) + column);
}

/** The square with a name. */
export function cellOf(name: string): Cell {
  return [name.charCodeAt(0) - 'a'.charCodeAt(0), Number(name.slice(1)) - 1];
}

/** How many columns and rows some squares need, counted from [0, 0]. */
export function sizeOf(cells: readonly Cell[]): { width: number; height: number } {
  return {
    width: 1 + Math.max(...cells.map(([column]) => column)),
    height: 1 + Math.max(...cells.map(([, row]) => row)),
  };
}
