// What a board of Triominos knows, and what can be read from it. Nothing here knows a rule: what is legal
// stands in the choices, what it brings in the moves, and why the rest is not legal, the server tells.

import type { Choices, Look, Settings } from '../api.ts';
import type { Point } from '../geometry/polygon.ts';
import { type Cell, pointsUp } from '../geometry/triangle.ts';
import type { By, Frozen } from '../kind.ts';
import { type Mark, readChoices, readMarks, readTimes } from '../looks.ts';
import type { Reasons } from '../questions.ts';
import {
  ORIENTATIONS,
  type Numbers,
  type Orientation,
  type Placement,
  facing,
  isSame,
  placementOf,
  pointsOf,
  readPlacement,
} from './tile.ts';
import type { HandView as HandViewType } from '../views/triominos/HandView.ts';
import type { View as ViewType } from '../views/triominos/View.ts';

/** A figure that a tile completes; a hexagon lies round one of its corners. */
export interface Figure {
  readonly figure: string;
  readonly corner: 'left' | 'middle' | 'right' | null;
}

/** What a move does; one that places a tile says where. */
interface Deed {
  readonly move: string;
  readonly gain: number;
  readonly tile?: string;
  readonly x?: number;
  readonly y?: number;
  readonly numbers?: Numbers;
  readonly figures?: readonly Figure[];
}

/** Something that a seat did in this round. */
export interface Action extends Deed {
  readonly seat: number;
}

/** A tile on the table: the number of the action that placed it counts from 1. */
export interface Placed {
  readonly seat: number;
  readonly number: number;
  readonly gain: number;
  readonly tile: string;
  readonly cell: Cell;
  readonly numbers: Numbers;
  readonly figures: readonly Figure[];
}

/** The tiles of a seat, as far as they are known. */
export type HandView = Frozen<HandViewType>;

/** The view of the server. */
export type View = Frozen<ViewType>;

/** What a person may do now: tiles that can be placed, and words such as `draw`. */
export interface Offered {
  readonly placements: readonly Placement[];
  readonly words: readonly string[];
}

/** A tile held over the board. */
export interface Ghost {
  /** What moves it. */
  readonly by: By;
  /** Where it lies; none while it is on its way and not over the table. */
  readonly cell?: Cell;
  /** Where its middle is while it is on its way, in units of the picture. */
  readonly at?: Point;
}

/** The part of the plane that is shown: a point of the picture is one of the plane times `scale`, plus `x`, `y`. */
export interface Camera {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** What is dragged: the held tile or the table; where the pointer was last, in units of the picture. */
export interface Grip {
  readonly what: 'tile' | 'table';
  readonly at: Point;
  /** From the pointer to the middle of the tile. */
  readonly lift: number;
  /** The place in the rack that a tile would get, from 0, while it is dragged over the rack. */
  readonly place?: number;
}

/** By what the rack is sorted. */
export type Order = 'number' | 'points';

/** The tiles that people put in order themselves, in one round. */
export interface Arranged {
  readonly round: number;
  readonly tiles: readonly string[];
}

/** What a board of Triominos knows. */
export interface State {
  readonly settings: Settings;
  readonly view?: View;
  /** None if it is not for this person to move. */
  readonly offered?: Offered;
  /** What legal moves bring, as far as that came. */
  readonly deeds: ReadonlyMap<string, Deed>;
  readonly isPast: boolean;
  readonly isOver: boolean;
  readonly marks: readonly Mark[];
  /** The size of the tray in pixels. */
  readonly tray: { readonly width: number; readonly height: number };
  readonly order: Order;
  /** They lie before those that are sorted. */
  readonly arranged: Arranged;
  /** The tiles that came into the hand last. */
  readonly fresh: ReadonlySet<string>;
  /** How each tile was turned last. */
  readonly turned: ReadonlyMap<string, Orientation>;
  readonly chosen?: string;
  readonly ghost?: Ghost;
  readonly grip?: Grip;
  /** Where the mouse is, in units of the picture. */
  readonly pointed?: Point;
  /** What the person chose to see; without it all tiles are seen. */
  readonly camera?: Camera;
  /** The move that was played and is not shown by the server yet. */
  readonly sent?: string;
  /** What is known of the position shown, by tile and cell. */
  readonly reasons: ReadonlyMap<string, Reasons>;
}

/** What can be said of the place of a ghost. */
export type Verdict =
  | { type: 'legal'; placement: Placement }
  | { type: 'illegal'; placement: Placement; reason?: string; isAwaited: boolean }
  | { type: 'not-your-turn'; placement: Placement };

/** The state before anything is shown. */
export function start(settings: Settings): State {
  return {
    settings,
    deeds: new Map(),
    isPast: false,
    isOver: false,
    marks: [],
    tray: { width: 360, height: 200 },
    order: 'number',
    arranged: { round: 0, tiles: [] },
    fresh: new Set(),
    turned: new Map(),
    reasons: new Map(),
  };
}

/** The parts of what is to be seen. */
export function readLook(look: Look): Pick<State, 'view' | 'offered' | 'deeds' | 'isPast' | 'isOver' | 'marks'> {
  const deeds = (look.moves ?? []) as readonly Deed[];
  return {
    view: look.view as View,
    offered: look.choices && readOffered(look.choices),
    deeds: new Map(deeds.map((deed) => [deed.move, deed])),
    marks: readMarks(look),
    ...readTimes(look),
  };
}

/** The tiles on the table in the order in which they were placed. */
export function placedTiles(view: View): Placed[] {
  return view.actions.flatMap(({ seat, gain, tile, x, y, numbers, figures = [] }, i) =>
    tile === undefined
      ? []
      : [{ seat, gain, tile, numbers: numbers!, figures, cell: [x!, y!] as const, number: i + 1 }],
  );
}

/** The tiles that this person can place, in the order of the rack. */
export function rackTiles({ view, order, arranged, sent }: State): string[] {
  if (!view || view.viewer === null) {
    return [];
  }
  const tiles = view.options.hands === 'shared' ? view.unseen : (view.hands[view.viewer - 1]?.tiles ?? []);
  const sentTile = sent === undefined ? undefined : readPlacement(sent)?.tile;
  const left = tiles.filter((tile) => tile !== sentTile);
  const byNumber = (a: string, b: string) => a.localeCompare(b);
  const own = arranged.round === view.round ? arranged.tiles : [];
  const rest = left.filter((tile) => !own.includes(tile));
  return [
    ...own.filter((tile) => left.includes(tile)),
    ...rest.sort(order === 'number' ? byNumber : (a, b) => pointsOf(b) - pointsOf(a) || byNumber(a, b)),
  ];
}

/** Whether the person has tiles that may be taken into the hand. */
export function canHold({ view, isPast, isOver }: State): boolean {
  return view !== undefined && view.viewer !== null && !view.outcome && !isPast && !isOver;
}

/** Whether the person may move. */
export function canPlay(state: State): boolean {
  return canHold(state) && state.offered !== undefined && state.sent === undefined;
}

/** Whether a word such as `draw` is a legal move now. */
export function mayDo(state: State, word: string): boolean {
  return canPlay(state) && state.offered!.words.includes(word);
}

/** The legal placements of a tile. */
export function placementsOf(state: State, tile: string): Placement[] {
  return state.offered?.placements.filter((placement) => placement.tile === tile) ?? [];
}

/** The legal cells of a tile, from the top left to the bottom right. */
export function cellsOf(state: State, tile: string): Cell[] {
  const cells = new Map(placementsOf(state, tile).map(({ cell }) => [String(cell), cell]));
  return [...cells.values()].sort(inReadingOrder);
}

/** Compares cells by rows, and in a row from left to right. */
export function inReadingOrder(a: Cell, b: Cell): number {
  return a[1] - b[1] || a[0] - b[0];
}

/** The orientations in which a tile can be placed on a cell. */
export function legalAt(state: State, tile: string, cell: Cell): Orientation[] {
  return placementsOf(state, tile)
    .filter((placement) => isSame(placement.cell, cell))
    .map((placement) => placement.orientation);
}

/** How a tile is turned that lies nowhere. */
export function orientationOf(state: State, tile: string): Orientation {
  return state.turned.get(tile) ?? ORIENTATIONS[0];
}

/** A tile on a cell: as it was turned, or as it fits. */
export function placementAt(state: State, tile: string, cell: Cell): Placement {
  const wanted = facing(orientationOf(state, tile), cell);
  const legal = legalAt(state, tile, cell);
  const orientation = legal.includes(wanted) ? wanted : (legal[0] ?? wanted);
  return placementOf(tile, orientation, cell);
}

/** What can be said of the place of the ghost; nothing while there is none over the table. */
export function verdictOf(state: State): Verdict | undefined {
  const { ghost, chosen } = state;
  if (!ghost?.cell || chosen === undefined) {
    return undefined;
  }
  const placement = placementAt(state, chosen, ghost.cell);
  if (!canPlay(state)) {
    return { type: 'not-your-turn', placement };
  }
  if (legalAt(state, chosen, ghost.cell).includes(placement.orientation)) {
    return { type: 'legal', placement };
  }
  const reasons = state.reasons.get(questionKey(chosen, ghost.cell));
  return { type: 'illegal', placement, reason: reasons?.get(placement.move), isAwaited: reasons === null };
}

/** What a question about a tile on a cell goes by. */
export function questionKey(tile: string, cell: Cell): string {
  return `${tile}@${cell}`;
}

/** The words for the corners of a cell. */
export function cornerNames(cell: Cell): [string, string, string] {
  return ['left', pointsUp(cell) ? 'top' : 'bottom', 'right'];
}

function readOffered(choices: Choices): Offered {
  const moves = [...readChoices(choices)].flatMap(([head, ends]) => ends.map((end) => head + end));
  const placements = moves.map(readPlacement);
  return {
    placements: placements.filter((placement) => placement !== undefined),
    words: moves.filter((_, i) => placements[i] === undefined),
  };
}
