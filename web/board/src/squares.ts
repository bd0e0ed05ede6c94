// What surrounds a board of squares.

import type { Box } from './geometry/polygon.ts';
import { SIDE, letterOf } from './geometry/square.ts';
import { type SceneNode, group, text } from './scene.ts';

/** A board of some squares with a margin, and at its left and below a rim for the coordinates. */
export function framed(size: number, margin: number, rim: number): Box {
  const length = size * SIDE + rim + 2 * margin;
  return { left: -margin - rim, top: -margin, width: length, height: length };
}

/** Letters below a board of squares and numbers at its left, some way from its edge. */
export function coordinates(size: number, away: number): SceneNode {
  const all = Array.from({ length: size }, (_, i) => i);
  return group('coordinates', { class: 'coordinates', 'aria-hidden': 'true' }, [
    ...all.map((i) => text(`column ${i}`, 'coordinate', (i + 0.5) * SIDE, size * SIDE + away, letterOf(i))),
    ...all.map((i) => text(`row ${i}`, 'coordinate', -away, (size - i - 0.5) * SIDE, String(i + 1))),
  ]);
}
