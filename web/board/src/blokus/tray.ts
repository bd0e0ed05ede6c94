// The tray of Blokus: the pieces that are left, in rows that fill the space there is.

import type { Box, Point } from '../geometry/polygon.ts';
import { SIDE } from '../geometry/square.ts';
import { type Scene, type SceneNode, classes, group } from '../scene.ts';
import { body, signs } from './draw.ts';
import { pictureClass } from './scene.ts';
import {
  type Color,
  type Shape,
  type State,
  canPlay,
  inOrder,
  nWays,
  shapeOf,
  trayColor,
  trayPieces,
} from './state.ts';
import { pieceLabel, trayLabel } from './text.ts';

/** The space between two pieces, in squares. */
const SPACE = 0.9;

/** A row of a strip has room for a piece of so many squares, so that pieces do not grow when others are placed. */
const MOST_SQUARES = 4;

/** The tray is drawn as if it held at least so many squares, so that few pieces are not huge. */
const LEAST_AREA = 150;

/** The space between two pieces of a strip, in squares. */
const STRIP_SPACE = 0.5;

/** The tray laid out: what is shown, and the upper left corner and size of the slot of each piece. */
export interface Layout {
  readonly box: Box;
  readonly slots: readonly Slot[];
}

type Slot = Point & { readonly length: number };

/** The picture of the tray. */
export function trayScene(state: State): Scene {
  const color = trayColor(state);
  const attributes = {
    class: classes(pictureClass('tw-tray', state), state.isStrip && 'is-strip'),
    role: 'group',
    'aria-label': trayLabel(state),
  };
  const { box, slots } = slotsOf(state);
  const pieces = color ? trayPieces(state) : [];
  const children = pieces.map((piece) => trayPiece(state, color!.color, piece, slots.get(piece)!));
  return { box, attributes, children };
}

/**
 * The slot of each piece. A strip closes up when a piece is placed, so that less is to be swiped; elsewhere
 * every piece of the game has a slot of its own, so that nothing moves.
 */
function slotsOf(state: State): { box: Box; slots: Map<string, Slot> } {
  const pieces = state.isStrip ? trayPieces(state) : inOrder(state, [...state.shapes.keys()]);
  const lengths = pieces.map((piece) => lengthOf(shapeOf(state, piece)));
  const { box, slots } = state.isStrip ? inStrip(lengths) : layOut(lengths, state.trayAspect);
  return { box, slots: new Map(pieces.map((piece, i) => [piece, slots[i]!])) };
}

/** Lays out slots of some lengths, in squares, for a tray of some width divided by its height. */
export function layOut(lengths: readonly number[], aspect: number): Layout {
  const sides = lengths.map((length) => length + SPACE);
  const widest = Math.ceil(total(sides));
  const narrowest = Math.ceil(Math.max(0, ...sides));
  const candidates = Array.from({ length: widest - narrowest + 1 }, (_, i) => inRows(sides, narrowest + i));
  // The best is the one that can be shown largest.
  const scale = ({ width, height }: Rows) => Math.min(aspect / width, 1 / height);
  const rows = candidates.reduce((best, it) => (scale(it) > scale(best) ? it : best));
  const width = Math.max(rows.width, Math.sqrt(LEAST_AREA * aspect));
  const height = Math.max(rows.height, Math.sqrt(LEAST_AREA / aspect));
  const margin = { x: (width - rows.width) / 2, y: (height - rows.height) / 2 };
  return {
    box: { left: 0, top: 0, width: width * SIDE, height: height * SIDE },
    slots: rows.slots.map((slot) => inUnits(slot, margin)),
  };
}

/** Lays out slots in two rows, one below the other, as long as they need to be. */
export function inStrip(lengths: readonly number[]): Layout {
  const sides = lengths.map((length) => length + STRIP_SPACE);
  const rowHeight = Math.max(MOST_SQUARES, ...lengths) + STRIP_SPACE;
  const ends = [0, 0];
  const slots = sides.map((length): Slot => {
    const row = ends[0]! <= ends[1]! ? 0 : 1;
    const slot = { x: ends[row]!, y: row * rowHeight + (rowHeight - length) / 2, length };
    ends[row]! += length;
    return slot;
  });
  const width = Math.max(...ends, rowHeight);
  return {
    box: { left: 0, top: 0, width: width * SIDE, height: 2 * rowHeight * SIDE },
    slots: slots.map((slot) => inUnits(slot, { x: 0, y: 0 })),
  };
}

/** A slot given in squares, in units of the picture. */
function inUnits({ x, y, length }: Slot, margin: Point): Slot {
  return { x: (margin.x + x) * SIDE, y: (margin.y + y) * SIDE, length: length * SIDE };
}

interface Rows {
  width: number;
  height: number;
  slots: Slot[];
}

/** Slots in rows of at most some width, each row centered. */
function inRows(sides: readonly number[], most: number): Rows {
  const rows: number[][] = [[]];
  for (const side of sides) {
    const row = rows.at(-1)!;
    if (row.length > 0 && total(row) + side > most) {
      rows.push([side]);
    } else {
      row.push(side);
    }
  }
  const width = Math.max(...rows.map(total));
  const slots: Slot[] = [];
  let y = 0;
  for (const row of rows) {
    const height = Math.max(0, ...row);
    let x = (width - total(row)) / 2;
    for (const length of row) {
      slots.push({ x, y: y + (height - length) / 2, length });
      x += length;
    }
    y += height;
  }
  return { width, height: y, slots };
}

function trayPiece(state: State, color: Color, piece: string, slot: Slot): SceneNode {
  const shape = shapeOf(state, piece);
  const isChosen = state.chosen === piece;
  const isStuck = canPlay(state) && nWays(state, piece) === 0;
  const focusable = state.chosen ?? trayPieces(state)[0];
  const attributes = {
    class: classes('tray-piece in-tray', isChosen && 'is-chosen', isStuck && 'is-stuck'),
    transform: `translate(${slot.x} ${slot.y})`,
    role: 'button',
    tabindex: piece === focusable ? 0 : -1,
    'aria-label': pieceLabel(state, piece),
    'aria-pressed': String(isChosen),
    'data-target': `piece:${piece}`,
  };
  const [left, top] = [shape.width, shape.height].map((it) => (slot.length - it * SIDE) / 2);
  const transform = `translate(${left} ${top})`;
  const frame = { class: 'slot', x: 2, y: 2, width: slot.length - 4, height: slot.length - 4, rx: 6 };
  return group(piece, attributes, [
    { key: 'slot', tag: 'rect', attributes: frame },
    group('piece', { class: `piece tw-color-${color}`, transform }, [
      ...body(shape.cells, shape.height),
      ...signs(state, color, shape.cells, shape.height, ''),
    ]),
  ]);
}

function lengthOf({ width, height }: Shape): number {
  return Math.max(width, height);
}

function total(row: readonly number[]): number {
  return row.reduce((sum, side) => sum + side, 0);
}
