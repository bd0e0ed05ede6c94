// What happens to the state of a board of Blokus when the person does something.

import type { Look, Settings } from '../api.ts';
import { type Point, grown, isInside } from '../geometry/polygon.ts';
import { type Cell, SIDE } from '../geometry/square.ts';
import { type Change, type Effect, type Input, type Pointer, quiet } from '../kind.ts';
import { aboutOf, answered } from '../questions.ts';
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

type Of<Type extends Input['type']> = Extract<Input, { type: Type }>;

/** How far, in squares, the edge of a piece is lifted above a finger, so that it is seen. */
const LIFT = 1.5;

const STEPS: Readonly<Record<string, Cell>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** A position is to be shown. */
export function show(state: State, look: Look): State {
  const news = readLook(look);
  const isSame = news.view?.position === state.view?.position;
  const next: State = { ...state, ...news, sent: undefined, reasons: isSame ? state.reasons : new Map() };
  const isHeld = state.chosen !== undefined && canHold(next) && trayPieces(next).includes(state.chosen);
  return isHeld ? aim(next) : putBack(next);
}

/** It is to be shown in another way. */
export function set(state: State, settings: Settings): State {
  return { ...state, settings };
}

/** The person did something. */
export function input(before: State, what: Input): Change<State> {
  const { state, effects } = changeBy(before, what);
  // An answer that did not come must not be asked for at once again.
  const shape = what.type === 'answer' ? undefined : unexplained(state);
  const after = shape ? { ...state, reasons: new Map(state.reasons).set(headOf(shape), null) } : state;
  const more = [...said(before, after), ...(shape ? [question(after, shape)] : [])];
  const isSaid = effects.some((effect) => effect.type === 'say');
  return { state: after, effects: [...effects, ...more.filter((it) => it.type !== 'say' || !isSaid)] };
}

function changeBy(state: State, what: Input): Change<State> {
  if (what.type === 'resize') {
    return quiet(resize(state, what));
  }
  if (what.type === 'answer') {
    return quiet(answer(state, what));
  }
  return canHold(state) ? handle(state, what) : quiet(state);
}

function handle(state: State, what: Exclude<Input, Of<'resize' | 'answer'>>): Change<State> {
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
      return letGo(state, what.pointer);
    case 'wheel':
      return quiet(what.isShift ? flip(state) : turn(state, what.isForward ? 1 : 3));
    case 'key':
      return what.area === 'tray' ? pressKeyInTray(state, what) : pressKey(state, what.key);
    case 'press':
      return actionById(what.id)?.run(state, 'touch') ?? quiet(state);
  }
}

function tapTray(state: State, { target, isSecond }: Of<'tap'>): State {
  const piece = pieceOf(target);
  if (piece === undefined) {
    return state;
  }
  if (isSecond) {
    return flip(choose(state, piece));
  }
  return state.chosen === piece ? turn(state, 1) : choose(state, piece);
}

function tapBoard(state: State, { at, pointer, isSecond }: Of<'tap'>): Change<State> {
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

function drag(state: State, { area, from, at, target, pointer }: Of<'drag'>): State {
  const piece = pieceOf(target);
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

function letGo(state: State, pointer: Pointer): Change<State> {
  const next: State = { ...state, grip: undefined };
  if (!next.ghost || next.ghost.isAfloat) {
    return quiet(hideGhost(next));
  }
  return pointer === 'mouse' ? place(next) : quiet(next);
}

function pressKey(state: State, key: string): Change<State> {
  const cell = STEPS[key];
  if (!cell) {
    return actionByKey(key)?.run(state, 'keys') ?? quiet(state);
  }
  const next = step(state, cell);
  const text = sentenceOf(next);
  // At the edge nothing moves, and that is said too.
  return { state: next, effects: text && text === sentenceOf(state) ? [{ type: 'say', text }] : [] };
}

function pressKeyInTray(state: State, { key, target }: Of<'key'>): Change<State> {
  const piece = pieceOf(target);
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

function resize(state: State, { area, width, height }: Of<'resize'>): State {
  const aspect = width / height;
  const isNew = area === 'tray' && width > 0 && height > 0 && aspect !== state.trayAspect;
  return isNew ? { ...state, trayAspect: aspect } : state;
}

/** What is to be said after a change. */
function said(before: State, after: State): Effect[] {
  const text = sentenceOf(after);
  return text && text !== sentenceOf(before) ? [{ type: 'say', text }] : [];
}

/** The shape that is held at an illegal place, if nobody has asked why. */
function unexplained(state: State): Shape | undefined {
  if (verdictOf(state)?.type !== 'illegal') {
    return undefined;
  }
  const shape = shapeOf(state, state.chosen!);
  return state.reasons.has(headOf(shape)) ? undefined : shape;
}

/** Asks for all places at once, so that moving on needs no further question. */
function question(state: State, shape: Shape): Effect {
  const head = headOf(shape);
  const moves = placesOnBoard(state.view!, shape).map((cell) => moveOf(shape, cell));
  return { type: 'ask', about: aboutOf(head, state.view!.position), moves };
}

function answer(state: State, what: Of<'answer'>): State {
  const reasons = answered(state.reasons, state.view?.position, what);
  return reasons === state.reasons ? state : { ...state, reasons };
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

function pieceOf(target: string | undefined): string | undefined {
  return target?.startsWith('piece:') ? target.slice('piece:'.length) : undefined;
}

function targetOf(piece: string | undefined): string | undefined {
  return piece === undefined ? undefined : `piece:${piece}`;
}
