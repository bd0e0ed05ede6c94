// How a tile of Triominos is drawn. Each corner has a sector in the color of its number, so that tiles
// that lie right make discs.

import { type Point, inset, pathOf, rounded } from '../geometry/polygon.ts';
import { type Cell, middle, pointsUp, polygon } from '../geometry/triangle.ts';
import { type SceneNode, path, text } from '../scene.ts';
import { type Numbers, cornersOf } from './tile.ts';

/** The gap between a tile and the border of its cell. */
const GAP = 0.7;

/** The radius of the sectors. */
const RADIUS = 17.5;

/** How far from its corner a number stands, as a part of the way to the middle. */
const NUMBER_PART = 0.55;

/** The same for small numbers, which leave the middle free. */
const SMALL_NUMBER_PART = 0.42;

/** Two cells, one that points up and one that points down, each with its middle at the origin. */
const LOOSE: Readonly<Record<'up' | 'down', Cell>> = { up: [0, 0], down: [1, 0] };

/** A tile on a cell. */
export function tileOn(cell: Cell, numbers: Numbers): SceneNode[] {
  return tileWith(cell, numbers, 'number', NUMBER_PART);
}

/** A tile that may be placed on a cell, with a text in its middle. */
export function sketchOn(cell: Cell, numbers: Numbers, className: string, content: string): SceneNode[] {
  const { x, y } = middle(cell);
  return [
    ...tileWith(cell, numbers, 'number is-small', SMALL_NUMBER_PART),
    text(className, className, rounded(x), rounded(y), content),
  ];
}

/** The back of a tile. */
export function back(): SceneNode {
  return path('back', 'back', outlineOf(LOOSE.up, GAP));
}

/** The cell on which a loose tile is drawn, and how far its middle is from the origin. */
export function looseCell(isUp: boolean): { cell: Cell; center: Point } {
  const cell = isUp ? LOOSE.up : LOOSE.down;
  return { cell, center: middle(cell) };
}

/** The line round a cell, moved inwards by a distance. */
export function outlineOf(cell: Cell, distance: number): string {
  return pathOf([inset(polygon(cell), distance)]);
}

/** A cross over a tile that cannot be placed. */
export function cross(cell: Cell): SceneNode {
  const { x, y } = middle(cell);
  return path('cross', 'cross', `M${rounded(x - 5)} ${rounded(y - 5)}l10 10m0 -10l-10 10`);
}

function tileWith(cell: Cell, numbers: Numbers, className: string, part: number): SceneNode[] {
  const center = middle(cell);
  const names = ['left', 'middle', 'right'];
  return [
    path('fill', 'fill', outlineOf(cell, GAP)),
    ...cornersOf(cell).map((_, i) => path(`sector ${names[i]}`, `sector number-${numbers[i]}`, sector(cell, i))),
    path('line', 'line', outlineOf(cell, GAP)),
    ...cornersOf(cell).map((corner, i) => {
      const x = corner.x + (center.x - corner.x) * part;
      const y = corner.y + (center.y - corner.y) * part;
      return text(`number ${names[i]}`, className, rounded(x), rounded(y), String(numbers[i]));
    }),
  ];
}

/** The part of a tile that belongs to its left, middle or right corner. */
function sector(cell: Cell, index: number): string {
  // Clockwise the corners are left, middle, right where the tile points up, and left, right, middle else.
  const loop = inset(polygon(cell), GAP);
  const i = pointsUp(cell) ? index : (3 - index) % 3;
  const [at, next, last] = [loop[i]!, loop[(i + 1) % 3]!, loop[(i + 2) % 3]!];
  const towards = (point: Point) => {
    const part = RADIUS / Math.hypot(point.x - at.x, point.y - at.y);
    return `${rounded(at.x + (point.x - at.x) * part)} ${rounded(at.y + (point.y - at.y) * part)}`;
  };
  return `M${rounded(at.x)} ${rounded(at.y)}L${towards(next)}A${RADIUS} ${RADIUS} 0 0 1 ${towards(last)}Z`;
}
