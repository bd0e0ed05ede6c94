// Hexagons with a flat top, six triangles each. Columns count to the right, rows downwards by half a
// hexagon, so that column + row is even. Triangles count counter-clockwise from the north: 0 N, 1 NW,
// 2 SW, 3 S, 4 SE, 5 NE.

import type { Point } from './polygon.ts';

/** The side of a hexagon, which is also that of its triangles, in a scene. */
export const SIDE = 40;

const ROW = (SIDE * Math.sqrt(3)) / 2;
const COLUMN = SIDE * 1.5;

/** A hexagon by its place. */
export type Cell = readonly [column: number, row: number];

/** The middle of a hexagon. */
export function middle([column, row]: Cell): Point {
  return { x: column * COLUMN, y: row * ROW };
}

/** The corners of a hexagon, clockwise from the left one. */
export function polygon(cell: Cell): Point[] {
  return [180, 120, 60, 0, 300, 240].map((degrees) => corner(cell, degrees));
}

/** The corners of a triangle of a hexagon, clockwise from the middle of the hexagon. */
export function trianglePolygon(cell: Cell, triangle: number): Point[] {
  const degrees = 60 + 60 * triangle;
  return [middle(cell), corner(cell, degrees + 60), corner(cell, degrees)];
}

/** The middle of a triangle of a hexagon. */
export function triangleMiddle(cell: Cell, triangle: number): Point {
  const corners = trianglePolygon(cell, triangle);
  const sum = (pick: (point: Point) => number) => corners.reduce((all, it) => all + pick(it), 0);
  return { x: sum((point) => point.x) / 3, y: sum((point) => point.y) / 3 };
}

/** The hexagon in which a point lies: the one whose middle is nearest. */
export function cellAt(point: Point): Cell {
  // Added to 0, since rounding makes a negative zero of a small negative number.
  const column = 0 + Math.round(point.x / COLUMN);
  const candidates = [column - 1, column, column + 1].map((it) => inColumn(it, point));
  const distance = (cell: Cell) =>
    Math.hypot(middle(cell).x - point.x, middle(cell).y - point.y);
  return candidates.reduce((best, it) => (distance(it) < distance(best) ? it : best));
}

/** The triangle of a hexagon in whose direction a point lies. */
export function triangleAt(cell: Cell, point: Point): number {
  const { x, y } = middle(cell);
  const degrees = (Math.atan2(y - point.y, point.x - x) * 180) / Math.PI;
  return Math.floor((degrees + 300) / 60) % 6;
}

/** The hexagon of a column that is nearest to a point. */
function inColumn(column: number, point: Point): Cell {
  const shift = Math.abs(column % 2);
  return [column, 2 * Math.round((point.y / ROW - shift) / 2) + shift];
}

function corner(cell: Cell, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  const { x, y } = middle(cell);
  return { x: x + SIDE * Math.cos(angle), y: y - SIDE * Math.sin(angle) };
}
