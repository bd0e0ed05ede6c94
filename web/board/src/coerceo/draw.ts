// How tiles and pieces of Coerceo are drawn: hexagons with an edge, tetrahedra seen from above.

import { type Cell, SIDE, middle, polygon, trianglePolygon } from '../geometry/hexagon.ts';
import { type Point, inset, pathOf, rounded } from '../geometry/polygon.ts';
import { type SceneNode, path, text } from '../scene.ts';
import type { Triangle } from './state.ts';

/** Half the gap between two tiles. */
const GAP = 0.9;

/** How far the lower edge of a tile is seen. */
const EDGE = 3.5;

/** The distance of a piece from the sides of its triangle. */
const MARGIN = 4.6;

/** Where the light comes from. */
const LIGHT: Point = { x: -0.5, y: -0.87 };

/** A tile with its triangles and, if it is wanted, its name. */
export function tileBody(cell: Cell, name: string): SceneNode[] {
  const corners = inset(polygon(cell), GAP);
  const center = middle(cell);
  const triangle = (number: number) => {
    // The corners run clockwise from the left one, the triangles the other way round from the top.
    const first = (7 - number) % 6;
    return [center, corners[first]!, corners[(first + 1) % 6]!];
  };
  const lower = corners.map(({ x, y }) => ({ x, y: y + EDGE }));
  return [
    path('edge', 'edge', pathOf([lower, corners])),
    path('even', 'even', pathOf([0, 2, 4].map(triangle))),
    path('odd', 'odd', pathOf([1, 3, 5].map(triangle))),
    path('line', 'line', pathOf([corners])),
    ...(name ? [hub(center), text('name', 'name', center.x, rounded(center.y), name)] : []),
  ];
}

/** A piece round the middle of its triangle, and its letter and pattern if they are wanted. */
export function pieceBody(triangle: Triangle, letter: string): SceneNode[] {
  const corners = localCorners(triangle, MARGIN);
  const facets = corners.map((corner, i) => [corner, corners[(i + 1) % 3]!]).sort((a, b) => lightOn(b) - lightOn(a));
  const [light, mid, dark] = facets.map(([a, b]) => pathOf([[{ x: 0, y: 0 }, a!, b!]]));
  const sign = letter ? [path('pattern', `pattern is-${letter}`, patternOf(corners, letter)), text('letter', 'letter', 0, 0, letter)] : [];
  return [
    path('light', 'light', light!),
    path('mid', 'mid', mid!),
    path('dark', 'dark', dark!),
    path('line', 'line', pathOf([corners])),
    ...sign,
  ];
}

/** The line of a triangle, moved inwards by a distance. */
export function triangleLine({ tile, number }: Triangle, distance: number): string {
  return pathOf([inset(trianglePolygon([tile.column, tile.row], number), distance)]);
}

/** A cross round a place. */
export function cross({ x, y }: Point, reach: number): string {
  const [left, top, length] = [rounded(x - reach), rounded(y - reach), 2 * reach];
  return `M${left} ${top}l${length} ${length}m0 ${-length}l${-length} ${length}`;
}

/** A small hexagon round a place. */
export function hexagon({ x, y }: Point, radius: number): string {
  const scale = radius / SIDE;
  return pathOf([polygon([0, 0]).map((corner) => ({ x: x + corner.x * scale, y: y + corner.y * scale }))]);
}

/** The text of an attribute that moves something to a place. */
export function moveTo({ x, y }: Point): string {
  return `translate(${rounded(x)} ${rounded(y)})`;
}

/** All corners of some tiles, their edges included. */
export function cornersOf(cells: readonly Cell[]): Point[] {
  return cells.flatMap((cell) => polygon(cell).flatMap((corner) => [corner, { x: corner.x, y: corner.y + EDGE }]));
}

function hub({ x, y }: Point): SceneNode {
  return { key: 'hub', tag: 'circle', attributes: { class: 'hub', cx: x, cy: rounded(y), r: 7.4 } };
}

function localCorners({ tile, number, middle: center }: Triangle, distance: number): Point[] {
  const corners = inset(trianglePolygon([tile.column, tile.row], number), distance);
  return corners.map(({ x, y }) => ({ x: x - center.x, y: y - center.y }));
}

/** How much light falls on the facet that ends at an edge. */
function lightOn([a, b]: readonly Point[]): number {
  return (a!.x + b!.x) * LIGHT.x + (a!.y + b!.y) * LIGHT.y;
}

/** White has a stroke in each corner, black a triangle round the letter. */
function patternOf(corners: readonly Point[], letter: string): string {
  const shrunk = (scale: number) => corners.map(({ x, y }) => ({ x: x * scale, y: y * scale }));
  if (letter === 'B') {
    return pathOf([shrunk(0.8)]);
  }
  const [outer, inner] = [shrunk(0.85), shrunk(0.6)];
  return outer.map(({ x, y }, i) => `M${rounded(x)} ${rounded(y)}L${rounded(inner[i]!.x)} ${rounded(inner[i]!.y)}`).join('');
}
