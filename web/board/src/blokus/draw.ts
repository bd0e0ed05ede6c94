// How a piece of Blokus is drawn: one outline round it, squares with a bevel, and signs on them.

import { inset, outlines, pathOf } from '../geometry/polygon.ts';
import { type Cell, SIDE, middle, polygon } from '../geometry/square.ts';
import { type SceneNode, path, text } from '../scene.ts';
import type { Color, Shape, State } from './state.ts';

/** The gap between the outline of a piece and the border of its squares. */
const GAP = 0.6;

/** The gap between the bevel of a square and its border. */
const BEVEL = 1.9;

/** Lines in a square that tell colors apart without color. */
const PATTERNS: Readonly<Record<Color, string>> = {
  blue: 'm3 7h14m-14 6h14',
  yellow: 'm10 5l5 5l-5 5l-5 -5z',
  red: 'm3 9l6 -6m-6 14l14 -14m-6 14l6 -6',
  green: 'm3 11l6 6m-6 -14l14 14m-6 -14l6 6',
  purple: 'm7 3v14m6 0v-14',
  orange: 'm10 5v10m-5 -5h10',
};

/** A piece without signs, on a board with some rows. */
export function body(cells: readonly Cell[], nRows: number): SceneNode[] {
  const corners = cells.map((cell) => inset(polygon(cell, nRows), BEVEL));
  const light = corners.map(([a, b, , d]) => `M${d!.x} ${d!.y}V${a!.y}H${b!.x}`).join('');
  const shade = corners.map(([, b, c, d]) => `M${b!.x} ${b!.y}V${c!.y}H${d!.x}`).join('');
  const outline = outlineOf(cells, nRows, GAP);
  return [
    path('fill', 'fill', outline),
    path('light', 'light', light),
    path('shade', 'shade', shade),
    path('line', 'line', outline),
  ];
}

/** The line round some squares, moved inwards by a distance. */
export function outlineOf(cells: readonly Cell[], nRows: number, distance: number): string {
  const loops = outlines(cells.map((cell) => polygon(cell, nRows)));
  return pathOf(loops.map((loop) => inset(loop, distance)));
}

/** What stands on a piece: its number at its first square; letter and pattern where they are wanted. */
export function signs(
  state: State,
  color: Color,
  cells: readonly Cell[],
  nRows: number,
  number: string,
): SceneNode[] {
  const [first, last] = [cells[0]!, cells.at(-1)!];
  if (!state.settings.hasLetters) {
    return number ? [label('number', first, nRows, number)] : [];
  }
  const letter = color.charAt(0).toUpperCase();
  const isOne = first === last;
  const bare = cells.slice(number ? 1 : 0, -1);
  return [
    path('pattern', 'pattern', bare.map((cell) => pattern(color, cell, nRows)).join('')),
    ...(number && !isOne ? [label('number', first, nRows, number)] : []),
    label('letter', last, nRows, isOne ? letter + number : letter),
  ];
}

/** A short text in a square. */
export function label(className: string, cell: Cell, nRows: number, content: string): SceneNode {
  const { x, y } = middle(cell, nRows);
  return text(className, className, x, y, content);
}

/** A cross over each square of a piece that cannot be placed. */
export function cross(shape: Shape): SceneNode {
  const lines = shape.cells.map((cell) => {
    const { x, y } = middle(cell, shape.height);
    return `M${x - 4} ${y - 4}l8 8m0 -8l-8 8`;
  });
  return path('cross', 'cross', lines.join(''));
}

function pattern(color: Color, [column, row]: Cell, nRows: number): string {
  return `M${column * SIDE} ${(nRows - row - 1) * SIDE}${PATTERNS[color] ?? ''}`;
}
