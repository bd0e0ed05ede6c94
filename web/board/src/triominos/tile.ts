// How tiles are written, and how they turn. The numbers of a tile `1-2-3` are A, B and C, clockwise. An
// orientation says which of them stand at the left, the middle and the right corner.

import { type Cell, pointsUp, polygon } from '../geometry/triangle.ts';
import type { Point } from '../geometry/polygon.ts';

/** The orientations; each is the one before, turned clockwise by a sixth. Every other one points up. */
export const ORIENTATIONS = ['ABC', 'ACB', 'CAB', 'CBA', 'BCA', 'BAC'] as const;

/** How a tile is turned. */
export type Orientation = (typeof ORIENTATIONS)[number];

/** The numbers at the left, the middle and the right corner. */
export type Numbers = readonly [left: number, middle: number, right: number];

/** A tile, turned, at a cell. */
export interface Placement {
  readonly move: string;
  readonly tile: string;
  readonly orientation: Orientation;
  readonly cell: Cell;
}

/** The orientation after some sixths of a turn clockwise. */
export function turnedBy(orientation: Orientation, nSixths: number): Orientation {
  return ORIENTATIONS[(ORIENTATIONS.indexOf(orientation) + nSixths) % ORIENTATIONS.length]!;
}

/** Whether a tile that is turned like this points up. */
export function facesUp(orientation: Orientation): boolean {
  return ORIENTATIONS.indexOf(orientation) % 2 === 0;
}

/** The orientation, or the next one clockwise, that points as a cell does. */
export function facing(orientation: Orientation, cell: Cell): Orientation {
  return facesUp(orientation) === pointsUp(cell) ? orientation : turnedBy(orientation, 1);
}

/** The three orientations that point as a cell does. */
export function orientationsAt(cell: Cell): Orientation[] {
  return ORIENTATIONS.filter((orientation) => facesUp(orientation) === pointsUp(cell));
}

/** The numbers of a tile as it is turned. */
export function numbersOf(tile: string, orientation: Orientation): Numbers {
  const numbers = tile.split('-').map(Number);
  const at = (i: number) => numbers['ABC'.indexOf(orientation.charAt(i))]!;
  return [at(0), at(1), at(2)];
}

/** The sum of the numbers of a tile. */
export function pointsOf(tile: string): number {
  return tile.split('-').reduce((sum, number) => sum + Number(number), 0);
}

/** The move that puts a tile on a cell. */
export function placementOf(tile: string, orientation: Orientation, cell: Cell): Placement {
  return { move: `${tile}:${orientation}@${cell}`, tile, orientation, cell };
}

/** A move taken apart; nothing if it places no tile. */
export function readPlacement(move: string): Placement | undefined {
  const [, tile, orientation, x, y] = /^(\d-\d-\d):(\w+)@(-?\d+),(-?\d+)$/.exec(move) ?? [];
  return tile === undefined
    ? undefined
    : { move, tile, orientation: orientation as Orientation, cell: [Number(x), Number(y)] };
}

/** The left, the middle and the right corner of a cell. */
export function cornersOf(cell: Cell): [left: Point, middle: Point, right: Point] {
  const [first, second, third] = polygon(cell) as [Point, Point, Point];
  return pointsUp(cell) ? [first, second, third] : [first, third, second];
}

/** Whether two cells are the same. */
export function isSame(a: Cell, b: Cell): boolean {
  return a[0] === b[0] && a[1] === b[1];
}
