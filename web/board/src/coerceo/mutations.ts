// What happens to the state of a board of Coerceo when the person does something.

import type { Look } from '../api.ts';
import { SIDE } from '../geometry/hexagon.ts';
import type { Point } from '../geometry/polygon.ts';
import { type Change, type Input, type InputOf, quiet } from '../kind.ts';
import { replying, stepped } from '../replies.ts';
import { actionById, actionByKey, take } from './actions.ts';
import { choose, pointAt, step } from './hand.ts';
import { matched, newsOf } from './pieces.ts';
import { type State, canPlay, doesMore, headOf, letGo, nameAt, readLook, verdictOf } from './state.ts';
import { droppedSentence, sentenceOf } from './text.ts';

/** How far a dragged piece is lifted above a finger, so that it is seen. */
const LIFT = 0.8 * SIDE;

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** A position is to be shown. */
export function show(state: State, look: Look): State {
  const read = readLook(look);
  if (read.view.position === state.view?.position) {
    const next: State = { ...state, ...read, sent: undefined };
    return canPlay(next) ? next : letGo(next);
  }
  const { cursor } = state;
  const places = [...read.triangles.values()].flatMap(({ name, piece }): [string, string][] => (piece ? [[name, piece]] : []));
  const next: State = {
    ...letGo(state),
    ...read,
    pieces: matched(state.pieces, new Map(places)),
    news: newsOf(state, read),
    sent: undefined,
    reasons: new Map(),
  };
  const stays = cursor && cursor.by !== 'touch' && read.triangles.get(cursor.at)?.tile.is_on_table;
  return stays ? next : { ...next, cursor: undefined };
}

/** The person did something. */
export const input = replying<State>({ changeBy, sentenceOf, sentenceAfter, subjectOf, movesOf });

function changeBy(state: State, what: Exclude<Input, InputOf<'answer'>>): Change<State> {
  switch (what.type) {
    case 'point':
      return quiet(state.view ? pointAt(state, nameAt(state, what.at), 'mouse') : state);
    case 'leave':
      return quiet(leave(state));
    case 'key':
      return state.view ? pressKey(state, what) : quiet(state);
    case 'wheel':
    case 'resize':
      return quiet(state);
    default:
      return canPlay(state) ? handle(state, what) : quiet(state);
  }
}

function handle(state: State, what: InputOf<'tap' | 'drag' | 'drop' | 'press'>): Change<State> {
  switch (what.type) {
    case 'tap':
      return tap(state, what);
    case 'drag':
      return quiet(drag(state, what));
    case 'drop':
      return drop(state);
    case 'press':
      return actionById(what.id)?.run(state, 'touch') ?? quiet(state);
  }
}

function leave(state: State): State {
  if (state.dragged) {
    return { ...letGo(state), cursor: undefined };
  }
  return state.cursor?.by === 'mouse' ? pointAt(state, undefined, 'mouse') : state;
}

function tap(state: State, { area, at, target, pointer, isSecond }: InputOf<'tap'>): Change<State> {
  if (isSecond) {
    return quiet(headOf(state) === undefined ? state : letGo(state));
  }
  if (area === 'tray') {
    return target === undefined ? quiet(state) : (actionById(target)?.run(state, pointer) ?? quiet(state));
  }
  const name = target ?? nameAt(state, at);
  if (name === undefined) {
    return quiet(headOf(state) === undefined ? state : letGo(state));
  }
  const aimed = pointAt(state, name, pointer);
  // A finger points at nothing before it taps: a move that does more than to move is shown first.
  const verdict = verdictOf(aimed);
  const isNew = state.cursor?.at !== name;
  const isShown = pointer === 'touch' && isNew && verdict?.type === 'legal' && doesMore(aimed, verdict.move);
  return isShown ? quiet(aimed) : take(aimed);
}

function drag(state: State, { area, from, at, target, pointer }: InputOf<'drag'>): State {
  const piece = target ?? nameAt(state, from);
  const isStart = state.dragged === undefined;
  if (area === 'tray' || piece === undefined || !state.steps.has(piece) || (isStart && state.isExchanging)) {
    return state;
  }
  const dragged = pointer === 'touch' ? { x: at.x, y: at.y - LIFT } : at;
  const next = isStart ? choose(state, piece) : state;
  return { ...pointAt(next, nameAt(state, dragged), pointer), dragged };
}

function drop(state: State): Change<State> {
  if (!state.dragged) {
    return quiet(state);
  }
  const next: State = { ...state, dragged: undefined };
  return verdictOf(next) ? take(next) : quiet(next);
}

function pressKey(state: State, { area, key, target }: InputOf<'key'>): Change<State> {
  const direction = DIRECTIONS[key];
  if (direction) {
    return stepped(state, step(state, direction), sentenceOf);
  }
  if (!canPlay(state)) {
    return quiet(state);
  }
  const isEnter = key === 'Enter' || key === ' ';
  if (isEnter && target !== undefined) {
    return area === 'tray' ? (actionById(target)?.run(state, 'keys') ?? quiet(state)) : take(pointAt(state, target, 'keys'));
  }
  return actionByKey(key)?.run(state, 'keys') ?? quiet(state);
}

/** What is to be said after a change: also that something was put back. */
function sentenceAfter(before: State, after: State): string | undefined {
  const isDropped = headOf(before) !== undefined && headOf(after) === undefined;
  return isDropped ? droppedSentence(before) : sentenceOf(after);
}

/** The head of the moves that cannot be played, at the cursor or at all. */
function subjectOf(state: State): string | undefined {
  const isWanted = verdictOf(state)?.type === 'illegal' || (state.isExchanging && state.prey.length === 0);
  return isWanted ? headOf(state) : undefined;
}

function movesOf(state: State, head: string): string[] {
  return [...state.triangles.keys()].map((name) => head + name);
}
