// How a pipe is drawn: a ring for each end, and for a U pipe the bend that joins them.

import { type Point, rounded } from '../geometry/polygon.ts';
import { type SceneNode, group, path, text } from '../scene.ts';
import { RADII } from './rings.ts';
import type { Color, Diameter } from './state.ts';

/** Where something can be written on a ring, so that three texts in one space do not meet. */
const LABELS: Readonly<Record<Diameter, Point>> = {
  small: { x: 0, y: 0 },
  medium: { x: 0, y: RADII.medium },
  large: { x: 0, y: -7.2 },
};

/** How far the label of a U pipe is from the middle of its bend. */
const BEND_LABELS: Readonly<Record<Diameter, number>> = { small: -2, medium: 2, large: 2 };

/** How far the loop around a row is from its rings: in the middle between those of two diameters. */
const LOOP_GAP = 1.3;

/** A pipe with its ends at some points. */
export function pipe(diameter: Diameter, ends: readonly Point[]): SceneNode[] {
  const circles = ringsPath(diameter, ends);
  const bend = bendPath(diameter, ends);
  const shine = ends.map((end) => shinePath(RADII[diameter], end)).join('');
  return [
    ...(bend ? [path('bend edge', 'bend edge', bend)] : []),
    path('edge', 'ring edge', circles),
    ...(bend ? [path('bend tube', 'bend tube', bend)] : []),
    path('tube', 'ring tube', circles),
    path('shine', 'shine', shine + bendShine(bend)),
  ];
}

/** The circles of a pipe as the text of a path. */
export function ringsPath(diameter: Diameter, ends: readonly Point[]): string {
  return ends.map((end) => circlePath(RADII[diameter], end)).join('');
}

/** The bend of a U pipe as the text of a path; empty for a straight pipe. */
export function bendPath(diameter: Diameter, [first, second]: readonly Point[]): string {
  if (!first || !second) {
    return '';
  }
  const length = Math.hypot(second.x - first.x, second.y - first.y);
  const [x, y] = [(second.x - first.x) / length, (second.y - first.y) / length];
  const reach = RADII[diameter];
  const [from, to] = [along(first, x, y, reach), along(second, -x, -y, reach)];
  return `M${from.x} ${from.y}L${to.x} ${to.y}`;
}

/** A loop around the rings of a row, from one end to the other, as the text of a path. */
export function loopPath(diameter: Diameter, first: Point, last: Point): string {
  const radius = RADII[diameter] + LOOP_GAP;
  const length = Math.hypot(last.x - first.x, last.y - first.y);
  const [x, y] = [((last.x - first.x) / length) * radius, ((last.y - first.y) / length) * radius];
  const at = (point: Point, side: number) => `${rounded(point.x - side * y)} ${rounded(point.y + side * x)}`;
  const cap = (to: string) => `A${radius} ${radius} 0 0 0 ${to}`;
  return `M${at(first, 1)}L${at(last, 1)}${cap(at(last, -1))}L${at(first, -1)}${cap(at(first, 1))}Z`;
}

/** Where a text about a pipe stands. */
export function labelPoint(diameter: Diameter, [first, second]: readonly Point[]): Point {
  if (!second) {
    const { x, y } = LABELS[diameter];
    return { x: first!.x + x, y: first!.y + y };
  }
  const aside = BEND_LABELS[diameter];
  return { x: (first!.x + second.x) / 2, y: (first!.y + second.y) / 2 + aside };
}

/** What tells colors apart without color. */
export function pattern(diameter: Diameter, ends: readonly Point[]): SceneNode {
  return path('pattern', 'pattern', ringsPath(diameter, ends));
}

/** The first letter of a color on a pipe. */
export function letter(color: Color, diameter: Diameter, ends: readonly Point[]): SceneNode {
  const { x, y } = labelPoint(diameter, ends);
  const badge = { class: 'badge', cx: rounded(x), cy: rounded(y), r: 1.8 };
  return group('letter', {}, [
    { key: 'badge', tag: 'circle', attributes: badge },
    text('letter', 'letter', rounded(x), rounded(y), color.charAt(0).toUpperCase()),
  ]);
}

/** A cross where a pipe cannot go. */
export function cross(ends: readonly Point[]): SceneNode {
  return path('cross', 'cross', ends.map(({ x, y }) => `M${x - 4} ${y - 4}l8 8m0 -8l-8 8`).join(''));
}

/** A short text on a small plate. */
export function plate(key: string, { x, y }: Point, content: string): SceneNode {
  const width = rounded(2.6 + content.length * 1.7);
  const attributes = { class: 'plate', x: rounded(x - width / 2), y: rounded(y - 1.9), width, height: 3.8, rx: 1.9 };
  return group(key, {}, [
    { key: 'plate', tag: 'rect', attributes },
    text('text', 'plate-text', rounded(x), rounded(y), content),
  ]);
}

function circlePath(radius: number, { x, y }: Point): string {
  const arc = (width: number) => `a${radius} ${radius} 0 1 1 ${width} 0`;
  return `M${rounded(x - radius)} ${y}${arc(2 * radius)}${arc(-2 * radius)}Z`;
}

/** The light on the upper left of a ring. */
function shinePath(radius: number, { x, y }: Point): string {
  const at = (degrees: number) => {
    const angle = (degrees * Math.PI) / 180;
    return `${rounded(x + radius * Math.cos(angle))} ${rounded(y + radius * Math.sin(angle))}`;
  };
  return `M${at(185)}A${radius} ${radius} 0 0 1 ${at(275)}`;
}

/** The light on a bend: the same line, a little to the upper left. */
function bendShine(bend: string): string {
  return bend.replace(/[\d.-]+/g, (value) => String(rounded(Number(value) - 0.8)));
}

function along({ x, y }: Point, wayX: number, wayY: number, length: number): Point {
  return { x: rounded(x + wayX * length), y: rounded(y + wayY * length) };
}
