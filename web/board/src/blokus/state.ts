// What a board of Blokus knows, and what can be read from it. Nothing here knows a rule: what is legal
// stands in the choices, and why the rest is not, the server tells.

import type { Look, Settings } from '../api.ts';
import type { Point } from '../geometry/polygon.ts';
import { type Cell, cellOf, nameOf, sizeOf } from '../geometry/square.ts';
import type { By, Frozen } from '../kind.ts';
import { type Mark, readChoices, readMarks, readTimes } from '../looks.ts';
import type { Reasons } from '../questions.ts';
import type { ColorView as ColorViewType } from '../views/blokus/ColorView.ts';
import type { Block as BlockType } from '../views/blokus/Block.ts';
import type { View as ViewType } from '../views/blokus/View.ts';

/** A color's name, as the server writes it. */
export type Color = string;

/** A piece in one orientation. */
export interface Shape {
  readonly piece: string;
  readonly name: string;
  readonly cells: readonly Cell[];
  readonly width: number;
  readonly height: number;
  /** The orientation after a quarter turn clockwise. */
  readonly clockwise: string;
  /** The orientation after mirroring left to right. */
  readonly mirrored: string;
}

/** The orientations of each piece by name, the first as in the pictures. */
export type Shapes = ReadonlyMap<string, ReadonlyMap<string, Shape>>;

/** One color of a view. */
export type ColorView = Frozen<ColorViewType>;

/** A piece on the board. */
export type Block = Frozen<BlockType>;

/** The view of the server. */
export type View = Frozen<ViewType>;

/** A piece held over the board. */
export interface Ghost {
  /** Where its middle is wanted, in squares from the lower left corner of the board. */
  readonly middle: Point;
  /** What moves it. */
  readonly by: By;
  /** The square of the lower left corner of its box; not whole while it is afloat. */
  readonly anchor: Cell;
  /** Whether it is on its way and not over the board. */
  readonly isAfloat: boolean;
}

/** What a board of Blokus knows. */
export interface State {
  readonly shapes: Shapes;
  readonly settings: Settings;
  readonly view?: View;
  /** Legal places by the head of the move; none if it is not for this person to move. */
  readonly choices?: ReadonlyMap<string, readonly string[]>;
  readonly viewer?: number;
  readonly isPast: boolean;
  readonly isOver: boolean;
  /** Moves that are pointed out, each with what is written there. */
  readonly marks: readonly Mark[];
  /** The width of the tray divided by its height. */
  readonly trayAspect: number;
  /** Whether the tray is so flat that its pieces lie in a strip, which is swiped sideways. */
  readonly isStrip: boolean;
  /** How each piece was turned last. */
  readonly turned: ReadonlyMap<string, string>;
  readonly chosen?: string;
  readonly ghost?: Ghost;
  /** While something is dragged: from the pointer to the middle of the ghost, in squares. */
  readonly grip?: Point;
  /** The move that was played and is not shown by the server yet. */
  readonly sent?: string;
  /** What is known of the position shown, by the head of the moves. */
  readonly reasons: ReadonlyMap<string, Reasons>;
}

/** What can be said of the place of a ghost. */
export type Verdict =
  | { type: 'legal'; move: string }
  | { type: 'illegal'; move: string; reason?: string }
  | { type: 'off-board' }
  | { type: 'not-your-turn' };

/** The state before anything is shown. */
export function start(pieces: unknown, settings: Settings): State {
  return {
    shapes: readShapes(pieces as PieceData[]),
    settings,
    isPast: false,
    isOver: false,
    marks: [],
    trayAspect: 1,
    isStrip: false,
    turned: new Map(),
    reasons: new Map(),
  };
}

/** The parts of what is to be seen. */
export function readLook(look: Look): Pick<State, 'view' | 'choices' | 'viewer' | 'isPast' | 'isOver' | 'marks'> {
  return {
    view: look.view as View,
    choices: look.choices && readChoices(look.choices),
    viewer: look.viewer,
    marks: readMarks(look),
    ...readTimes(look),
  };
}

/** The color whose pieces lie in the tray: the one to move, or the next one of the viewer. */
export function trayColor({ view, choices, viewer }: State): ColorView | undefined {
  if (!view) {
    return undefined;
  }
  const toMove = view.colors.findIndex((it) => it.color === view.color_to_move);
  if (choices || viewer === undefined) {
    return view.colors[Math.max(toMove, 0)];
  }
  const after = [...view.colors.slice(toMove + 1), ...view.colors.slice(0, toMove + 1)];
  const own = after.filter((it) => it.player === viewer);
  return own.find((it) => !it.out) ?? own[0];
}

/** The pieces in the tray, the longest first. */
export function trayPieces(state: State): string[] {
  const remaining = trayColor(state)?.remaining ?? [];
  return inOrder(state, remaining.filter((piece) => !state.sent || moveParts(state.sent).piece !== piece));
}

/** Some pieces, the longest first. */
export function inOrder(state: State, pieces: string[]): string[] {
  const length = (piece: string) => {
    const { width, height } = shapeOf(state, piece);
    return Math.max(width, height);
  };
  return pieces.sort((a, b) => length(b) - length(a) || nSquares(state, b) - nSquares(state, a));
}

/** Whether the person may take pieces into the hand. */
export function canHold({ view, viewer, choices, isPast, isOver }: State): boolean {
  return view !== undefined && !view.outcome && !isPast && !isOver && (viewer !== undefined || choices !== undefined);
}

/** Whether the person may place a piece. */
export function canPlay(state: State): boolean {
  return canHold(state) && state.choices !== undefined && state.sent === undefined;
}

/** A piece as it is turned now. */
export function shapeOf(state: State, piece: string): Shape {
  const orientations = state.shapes.get(piece)!;
  const [first] = orientations.keys();
  return orientations.get(state.turned.get(piece) ?? first!)!;
}

/** How many squares a piece has. */
export function nSquares(state: State, piece: string): number {
  return shapeOf(state, piece).cells.length;
}

/** How many squares all pieces of a color have. */
export function nSquaresInAll(state: State): number {
  return [...state.shapes.keys()].reduce((sum, piece) => sum + nSquares(state, piece), 0);
}

/** A move without its place. */
export function headOf(shape: Shape): string {
  return `${shape.piece}${shape.name}@`;
}

/** The move that puts a shape at a place. */
export function moveOf(shape: Shape, anchor: Cell): string {
  return headOf(shape) + nameOf(anchor);
}

/** The legal places of a shape, from the top left to the bottom right. */
export function placesOf(state: State, shape: Shape): Cell[] {
  const places = (state.choices?.get(headOf(shape)) ?? []).map(cellOf);
  return places.sort((a, b) => b[1] - a[1] || a[0] - b[0]);
}

/** How many orientations of a piece can be placed somewhere. */
export function nWays(state: State, piece: string): number {
  return [...state.shapes.get(piece)!.values()].filter((shape) => state.choices?.has(headOf(shape))).length;
}

/** The squares that a shape covers at a place. */
export function coveredBy(shape: Shape, [column, row]: Cell): Cell[] {
  return shape.cells.map(([x, y]): Cell => [x + column, y + row]);
}

/** Whether a shape lies on the board at a place. */
export function isOnBoard(view: View, shape: Shape, [column, row]: Cell): boolean {
  const { size } = view;
  return column >= 0 && row >= 0 && column + shape.width <= size && row + shape.height <= size;
}

/** What can be said of the place of the ghost; nothing while there is none over the board. */
export function verdictOf(state: State): Verdict | undefined {
  const { view, ghost, chosen } = state;
  if (!view || !ghost || !chosen || ghost.isAfloat) {
    return undefined;
  }
  const shape = shapeOf(state, chosen);
  if (!canPlay(state)) {
    return { type: 'not-your-turn' };
  }
  if (!isOnBoard(view, shape, ghost.anchor)) {
    return { type: 'off-board' };
  }
  const head = headOf(shape);
  const move = moveOf(shape, ghost.anchor);
  if (state.choices?.get(head)?.includes(nameOf(ghost.anchor))) {
    return { type: 'legal', move };
  }
  return { type: 'illegal', move, reason: state.reasons.get(head)?.get(move) };
}

/** A move taken apart. */
export function moveParts(move: string): { piece: string; orientation: string; anchor: Cell } {
  const [, piece, orientation, square] = /^([A-Z]\d+)(\w+)@(\w+)$/.exec(move)!;
  return { piece: piece!, orientation: orientation!, anchor: cellOf(square!) };
}

/** The squares that a move covers. */
export function cellsOf(state: State, move: string): Cell[] {
  const { piece, orientation, anchor } = moveParts(move);
  return coveredBy(state.shapes.get(piece)!.get(orientation)!, anchor);
}

/** What the server says of a piece. */
interface PieceData {
  piece: string;
  orientations: { name: string; cells: Cell[]; clockwise: string; mirrored: string }[];
}

function readShapes(pieces: readonly PieceData[]): Shapes {
  return new Map(
    pieces.map(({ piece, orientations }) => [
      piece,
      new Map(orientations.map((it) => [it.name, { piece, ...it, ...sizeOf(it.cells) }])),
    ]),
  );
}
