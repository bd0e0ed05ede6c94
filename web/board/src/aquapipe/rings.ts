// The rings of the three diameters in a space, seen from above.

import type { Point } from '../geometry/polygon.ts';
import { SIDE, nameOf } from '../geometry/square.ts';
import type { Diameter } from './state.ts';

/** The radius of the middle of each ring in a scene. */
export const RADII: Readonly<Record<Diameter, number>> = { small: 2.6, medium: 5.2, large: 7.8 };

/** From the middle of one ring to the border between it and the next. */
const HALF = 1.3;

/** The space and the ring in which a point lies; the point is in spaces from the lower left corner. */
export function ringAt({ x, y }: Point): { space: string; diameter: Diameter } | undefined {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const radius = Math.hypot(x - column - 0.5, y - row - 0.5) * SIDE;
  const diameter = (Object.keys(RADII) as Diameter[]).find((it) => radius < RADII[it] + HALF);
  return diameter && { space: nameOf([column, row]), diameter };
}
