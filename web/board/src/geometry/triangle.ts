// A plane of triangles in rows, pointing up and down in turn: (x, y) points up where x + y is even.
// x counts to the right by half a side, y downwards.

import type { Point } from './polygon.ts';

/** Half the side of a triangle in a scene. */
export const HALF = 20;

/** The height of a triangle in a scene. */
export const HEIGHT = HALF * Math.sqrt(3);

/** A triangle by its place. */
export type Cell = readonly [x: number, y: number];

/** Whether a triangle points up. */
export function pointsUp([x, y]: Cell): boolean {
  return (x + y) % 2 === 0;
}

/** The corners of a triangle, clockwise from its left one. */
export function polygon([x, y]: Cell): Point[] {
  const corner = (dx: number, dy: number) => ({ x: (x + dx) * HALF, y: (y + dy) * HEIGHT });
  return pointsUp([x, y])
    ? [corner(-1, 1), corner(0, 0), corner(1, 1)]
    : [corner(-1, 0), corner(1, 0), corner(0, 1)];
}

/** The middle of a triangle: as far from each side. */
export function middle([x, y]: Cell): Point {
  return { x: x * HALF, y: (y + (pointsUp([x, y]) ? 2 : 1) / 3) * HEIGHT };
}

/** The triangle in which a point lies. */
export function cellAt(point: Point): Cell {
  const y = Math.floor(point.y / HEIGHT);
  const below = point.y / HEIGHT - y;
  const column = point.x / HALF;
  const x = Math.floor(column);
  const halfWidth = pointsUp([x, y]) ? below : 1 - below;
  return [column - x <= halfWidth ? x : x + 1, y];
}
