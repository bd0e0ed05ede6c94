// What happens to the state of a board of Blokus when the person does something.

import type { Look } from '../api.ts';
import { type Point, grown, isInside } from '../geometry/polygon.ts';
import { type Cell, SIDE, STEPS } from '../geometry/square.ts';
import { type Change, type Input, type InputOf, type Pointer, namedBy, quiet } from '../kind.ts';
import { replying, stepped } from '../replies.ts';
import { actionById, actionByKey, place } from './actions.ts';
import { aim, choose, chooseNext, flip, hideGhost, hold, putBack, step, turn } from './hand.ts';
import {
  type Shape,
  type State,
  type View,
  canHold,
  headOf,
  isOnBoard,
  moveOf,
  readLook,
  shapeOf,
  trayPieces,
  verdictOf,
} from './state.ts';
import { CHOOSE_FIRST, sentenceOf } from './text.ts';

/** How far, in squares, the edge of a piece is lifted above a finger, so that it is seen. */
const LIFT = 1.5;

/** A position is to be shown. */
export function show(state: State, look: Look): State {
  const news = readLook(look);
  const isSame = news.view?.position === state.view?.position;
  const next: State = { ...state, ...news, sent: undefined, reasons: isSame ? state.reasons : new Map() };
  const isHeld = state.chosen !== undefined && canHold(next) && trayPieces(next).includes(state.chosen);
  return isHeld ? aim(next) : putBack(next);
}

/** The person did something. */
export const input = replying<State>({ changeBy, sentenceOf, subjectOf, movesOf });

function changeBy(state: State, what: Exclude<Input, InputOf<'answer'>>): Change<State> {
  if (what.type === 'resize') {
    return quiet(resize(state, what));
  }
  return canHold(state) ? handle(state, what) : quiet(state);
}

function handle(state: State, what: Exclude<Input, InputOf<'resize' | 'answer'>>): Change<State> {
  switch (what.type) {
    case 'point':
      return quiet(hold(state, inSquares(state.view!, what.at), 'mouse'));
    case 'leave':
      return quiet(state.ghost?.by === 'mouse' || state.grip ? hideGhost(state) : state);
    case 'tap':
      return what.area === 'tray' ? quiet(tapTray(state, what)) : tapBoard(state, what);
    case 'drag':
      return quiet(drag(state, what));
    case 'drop':
      return letGo(state);
    case 'wheel':
      return quiet(what.isShift ? flip(state) : turn(state, what.isForward ? 1 : 3));
    case 'key':
      return what.area === 'tray' ? pressKeyInTray(state, what) : pressKey(state, what.key);
    case 'press':
      return actionById(what.id)?.run(state, 'touch') ?? quiet(state);
  }
}

function tapTray(state: State, { target, isSecond }: InputOf<'tap'>): State {
  const piece = namedBy(target, 'piece');
  if (piece === undefined) {
    return state;
  }
  if (isSecond) {
    return flip(choose(state, piece));
  }
  return state.chosen === piece ? turn(state, 1) : choose(state, piece);
}

function tapBoard(state: State, { at, pointer, isSecond }: InputOf<'tap'>): Change<State> {
  if (isSecond) {
    return quiet(flip(state));
  }
  if (state.chosen === undefined) {
    return { state, effects: [{ type: 'say', text: CHOOSE_FIRST }] };
  }
  const point = inSquares(state.view!, at);
  if (pointer === 'mouse') {
    return place(hold(state, point, 'mouse'));
  }
  // A finger covers what it points at: the first tap shows the place, a tap on the ghost takes it.
  return isOnGhost(state, point) ? place(state) : quiet(hold(state, point, 'touch'));
}

function drag(state: State, { area, from, at, target, pointer }: InputOf<'drag'>): State {
  const piece = namedBy(target, 'piece');
  const isStart = state.grip === undefined;
  const next = isStart && area === 'tray' && piece !== undefined ? choose(state, piece) : state;
  if (next.chosen === undefined || (area === 'tray' && next.chosen !== piece)) {
    return next;
  }
  const grip = next.grip ?? gripAt(next, inSquares(next.view!, from), pointer);
  const point = inSquares(next.view!, at);
  return hold({ ...next, grip }, { x: point.x + grip.x, y: point.y + grip.y }, pointer);
}

/** From the pointer to the middle of the piece: none with a mouse, above a finger. */
function gripAt(state: State, point: Point, pointer: Pointer): Point {
  const { ghost } = state;
  if (pointer === 'mouse') {
    return { x: 0, y: 0 };
  }
  if (ghost && isOnGhost(state, point)) {
    return { x: ghost.middle.x - point.x, y: ghost.middle.y - point.y };
  }
  return { x: 0, y: shapeOf(state, state.chosen!).height / 2 + LIFT };
}

function letGo(state: State): Change<State> {
  const next: State = { ...state, grip: undefined };
  if (!next.ghost || next.ghost.isAfloat) {
    return quiet(hideGhost(next));
  }
  return place(next);
}

function pressKey(state: State, key: string): Change<State> {
  const cell = STEPS[key];
  if (!cell) {
    return actionByKey(key)?.run(state, 'keys') ?? quiet(state);
  }
  return stepped(state, step(state, cell), sentenceOf);
}

function pressKeyInTray(state: State, { key, target }: InputOf<'key'>): Change<State> {
  const piece = namedBy(target, 'piece');
  const cell = STEPS[key];
  if (cell) {
    const [columns, rows] = cell;
    const next = chooseNext(state, columns - rows > 0);
    return { state: next, effects: [{ type: 'focus', area: 'tray', target: targetOf(next.chosen) }] };
  }
  if (piece !== undefined && (key === 'Enter' || key === ' ')) {
    return { state: choose(state, piece), effects: [{ type: 'focus', area: 'board' }] };
  }
  return pressKey(state, key);
}

/** A tray that is at most so many pixels high is a strip. */
const STRIP_PIXELS = 130;

function resize(state: State, { area, width, height }: InputOf<'resize'>): State {
  if (area !== 'tray' || width <= 0 || height <= 0) {
    return state;
  }
  const isStrip = height <= STRIP_PIXELS;
  // The width of a strip follows from its pieces, and decides nothing.
  const trayAspect = isStrip ? state.trayAspect : width / height;
  const isSame = isStrip === state.isStrip && trayAspect === state.trayAspect;
  return isSame ? state : { ...state, isStrip, trayAspect };
}

/** The head of the moves of a shape that is held at an illegal place. */
function subjectOf(state: State): string | undefined {
  return verdictOf(state)?.type === 'illegal' ? headOf(shapeOf(state, state.chosen!)) : undefined;
}

function movesOf(state: State): string[] {
  const shape = shapeOf(state, state.chosen!);
  return placesOnBoard(state.view!, shape).map((cell) => moveOf(shape, cell));
}

function placesOnBoard(view: View, shape: Shape): Cell[] {
  const { size } = view;
  const all = Array.from({ length: size ** 2 }, (_, i): Cell => [i % size, Math.floor(i / size)]);
  return all.filter((cell) => isOnBoard(view, shape, cell));
}

function isOnGhost(state: State, point: Point): boolean {
  const { ghost, chosen } = state;
  if (!ghost || chosen === undefined) {
    return false;
  }
  const [left, top] = ghost.anchor;
  const { width, height } = shapeOf(state, chosen);
  return isInside(grown({ left, top, width, height }, 0.5), point);
}

/** A point of the board in squares from its lower left corner. */
function inSquares(view: View, point: Point): Point {
  return { x: point.x / SIDE, y: view.size - point.y / SIDE };
}

function targetOf(piece: string | undefined): string | undefined {
  return piece === undefined ? undefined : `piece:${piece}`;
}
