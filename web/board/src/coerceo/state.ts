// What a board of Coerceo knows, and what can be read from it. Nothing here knows a rule: what is legal
// stands in the choices, what a move does in its parts, and why the rest is not legal, the server tells.

import type { Choices, Look, Settings } from '../api.ts';
import { type Cell, cellAt, triangleAt, triangleMiddle } from '../geometry/hexagon.ts';
import { type Point, rounded } from '../geometry/polygon.ts';
import type { By, Frozen } from '../kind.ts';
import { type Mark, readChoices, readMarks, readTimes } from '../looks.ts';
import type { Reasons } from '../questions.ts';
import { SIDES, tileNames } from './names.ts';
import type { News, Piece } from './pieces.ts';
import type { TileView as TileViewType } from '../views/coerceo/TileView.ts';
import type { View as ViewType } from '../views/coerceo/View.ts';

/** A color's name, as the server writes it. */
export type Color = string;

/** The colors in the order of their seats. */
export const COLORS: readonly Color[] = ['white', 'black'];

/** A tile of a view. */
export type TileView = Frozen<TileViewType>;

/** The view of the server. */
export type View = Frozen<ViewType>;

/** What a legal move does, as the server tells it. */
export interface Effects {
  readonly move: string;
  readonly captured: readonly string[];
  readonly removed: readonly string[];
  readonly collected: number;
}

/** A triangle of a tile. */
export interface Triangle {
  readonly name: string;
  /** Its name for people: the tile by column and row, and where on it the triangle is. */
  readonly spoken: string;
  readonly tile: TileView;
  /** From 0 in the north, counter-clockwise. */
  readonly number: number;
  readonly piece: Color | null;
  readonly middle: Point;
}

/** The triangle that is pointed at. */
export interface Cursor {
  readonly at: string;
  readonly by: By;
}

/** What a board of Coerceo knows. */
export interface State {
  readonly settings: Settings;
  readonly view?: View;
  /** The triangles of all tiles, on the table or not, by name. */
  readonly triangles: ReadonlyMap<string, Triangle>;
  /** The pieces, and those that were just taken. */
  readonly pieces: readonly Piece[];
  /** Whether it is for this person to move. */
  readonly isYours: boolean;
  /** Where each piece can go. */
  readonly steps: ReadonlyMap<string, readonly string[]>;
  /** The pieces that tiles can be given for. */
  readonly prey: readonly string[];
  /** What the legal moves do, as far as that is known. */
  readonly effects: ReadonlyMap<string, Effects>;
  readonly last?: string;
  readonly news?: News;
  readonly isPast: boolean;
  readonly isOver: boolean;
  readonly marks: readonly Mark[];
  readonly cursor?: Cursor;
  /** The piece that is to move. */
  readonly chosen?: string;
  /** Whether tiles are to be given for a piece. */
  readonly isExchanging: boolean;
  /** Where the piece is that is dragged. */
  readonly dragged?: Point;
  /** The move that was played and is not shown by the server yet. */
  readonly sent?: string;
  /** What is known of the position shown, by the head of the moves. */
  readonly reasons: ReadonlyMap<string, Reasons>;
}

/** What can be said of the move to the triangle that is pointed at. */
export type Verdict = { type: 'legal'; move: string } | { type: 'illegal'; move: string; reason?: string };

/** The state before anything is shown. */
export function start(_pieces: unknown, settings: Settings): State {
  return {
    settings,
    triangles: new Map(),
    pieces: [],
    isYours: false,
    steps: new Map(),
    prey: [],
    effects: new Map(),
    isPast: false,
    isOver: false,
    marks: [],
    isExchanging: false,
    reasons: new Map(),
  };
}

/** Nothing is chosen any more; the cursor stays. */
export function letGo(state: State): State {
  return { ...state, chosen: undefined, isExchanging: false, dragged: undefined };
}

/** Whether the person may play. */
export function canPlay({ view, isYours, isPast, sent }: State): boolean {
  return view !== undefined && !view.outcome && isYours && !isPast && sent === undefined;
}

/** A triangle as people call it. */
export function spokenName(state: State, name: string): string {
  return state.triangles.get(name)?.spoken ?? name;
}

/** A tile as people call it. */
export function spokenTile({ view }: State, tile: string): string {
  return tileNames(view?.tiles ?? []).get(tile) ?? tile;
}

/** The triangle with a name. */
export function triangleOf(state: State, name: string): Triangle {
  return state.triangles.get(name)!;
}

/** The name of the triangle on the table in which a point lies. */
export function nameAt({ view }: State, point: Point): string | undefined {
  const [column, row] = cellAt(point);
  const tile = view?.tiles.find((it) => it.column === column && it.row === row);
  return tile?.is_on_table ? tile.names[triangleAt([column, row], point)] : undefined;
}

/** A move taken apart; an exchange comes from nowhere. */
export function moveParts(move: string): { from?: string; to: string } {
  if (move.startsWith('X')) {
    return { to: move.slice(1) };
  }
  const [from, to] = move.split('-');
  return { from, to: to! };
}

/** The moves that the person is about to choose from: the text before their place. */
export function headOf({ chosen, isExchanging }: State): string | undefined {
  return isExchanging ? 'X' : chosen && `${chosen}-`;
}

/** Where a move can go that the person is about to choose. */
export function placesOf({ chosen, isExchanging, steps, prey }: State): readonly string[] {
  return isExchanging ? prey : (steps.get(chosen ?? '') ?? []);
}

/** Names of triangles from the top left to the bottom right. */
export function inOrder(state: State, names: Iterable<string>): string[] {
  const middle = (name: string) => triangleOf(state, name).middle;
  return [...names].sort((a, b) => middle(a).y - middle(b).y || middle(a).x - middle(b).x);
}

/** What can be said of the move to the cursor; nothing unless a move is about to be chosen. */
export function verdictOf(state: State): Verdict | undefined {
  const head = headOf(state);
  const at = state.cursor?.at;
  if (!canPlay(state) || head === undefined || at === undefined || at === state.chosen) {
    return undefined;
  }
  const move = head + at;
  if (placesOf(state).includes(at)) {
    return { type: 'legal', move };
  }
  const isOther = !state.isExchanging && state.steps.has(at);
  return isOther ? undefined : { type: 'illegal', move, reason: state.reasons.get(head)?.get(move) };
}

/** Whether a move is known to do more than to move a piece. */
export function doesMore({ effects }: State, move: string): boolean {
  const known = effects.get(move);
  return known !== undefined && known.captured.length + known.removed.length > 0;
}

/** The move whose effects are shown: the one that was sent, or the one that is pointed at. */
export function previewed(state: State): string | undefined {
  const verdict = verdictOf(state);
  return state.sent ?? (verdict?.type === 'legal' ? verdict.move : undefined);
}

/** What is to be seen, read. */
export interface Read
  extends Pick<State, 'triangles' | 'isYours' | 'steps' | 'prey' | 'effects' | 'last' | 'isPast' | 'isOver' | 'marks'> {
  view: View;
}

/** The parts of what is to be seen. */
export function readLook(look: Look): Read {
  const view = look.view as View;
  return {
    view,
    triangles: readTriangles(view),
    isYours: look.choices !== undefined,
    ...readMoves(look.choices ?? {}),
    effects: new Map((look.moves as Effects[] | undefined)?.map((it) => [it.move, it])),
    last: look.last,
    marks: readMarks(look),
    ...readTimes(look),
  };
}

function readTriangles(view: View): Map<string, Triangle> {
  const spokenTiles = tileNames(view.tiles);
  const triangles = view.tiles.flatMap((tile) => {
    const cell: Cell = [tile.column, tile.row];
    const spokenTile = spokenTiles.get(tile.tile)!;
    return tile.names.map((name, number): [string, Triangle] => {
      const piece = tile.triangles[number] ?? null;
      const { x, y } = triangleMiddle(cell, number);
      const spoken = `${spokenTile} ${SIDES[number]}`;
      return [name, { name, spoken, tile, number, piece, middle: { x: rounded(x), y: rounded(y) } }];
    });
  });
  return new Map(triangles);
}

function readMoves(choices: Choices): Pick<State, 'steps' | 'prey'> {
  const moves = [...readChoices(choices)].flatMap(([head, words]) => words.map((word) => head + word));
  const steps = new Map<string, string[]>();
  const prey: string[] = [];
  for (const { from, to } of moves.map(moveParts)) {
    if (from === undefined) {
      prey.push(to);
    } else {
      steps.set(from, [...(steps.get(from) ?? []), to]);
    }
  }
  return { steps, prey };
}
