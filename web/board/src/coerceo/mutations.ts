// What happens to the state of a board of Coerceo when the person does something.

import type { Look, Settings } from '../api.ts';
import { SIDE } from '../geometry/hexagon.ts';
import type { Point } from '../geometry/polygon.ts';
import { type Change, type Effect, type Input, quiet } from '../kind.ts';
import { aboutOf, answered } from '../questions.ts';
import { actionById, actionByKey, take } from './actions.ts';
import { choose, pointAt, step } from './hand.ts';
import { matched, newsOf } from './pieces.ts';
import { type State, canPlay, doesMore, headOf, letGo, nameAt, readLook, verdictOf } from './state.ts';
import { droppedSentence, sentenceOf } from './text.ts';

type Of<Type extends Input['type']> = Extract<Input, { type: Type }>;

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

/** It is to be shown in another way. */
export function set(state: State, settings: Settings): State {
  return { ...state, settings };
}

/** The person did something. */
export function input(before: State, what: Input): Change<State> {
  const { state, effects } = changeBy(before, what);
  // An answer that did not come must not be asked for at once again.
  const head = what.type === 'answer' ? undefined : unexplained(state);
  const after = head === undefined ? state : { ...state, reasons: new Map(state.reasons).set(head, null) };
  const question = head === undefined ? [] : [ask(after, head)];
  const isSaid = effects.some((effect) => effect.type === 'say');
  return { state: after, effects: [...effects, ...(isSaid ? [] : said(before, after)), ...question] };
}

function changeBy(state: State, what: Input): Change<State> {
  switch (what.type) {
    case 'point':
      return quiet(state.view ? pointAt(state, nameAt(state, what.at), 'mouse') : state);
    case 'leave':
      return quiet(leave(state));
    case 'answer':
      return quiet(answer(state, what));
    case 'key':
      return state.view ? pressKey(state, what) : quiet(state);
    case 'wheel':
    case 'resize':
      return quiet(state);
    default:
      return canPlay(state) ? handle(state, what) : quiet(state);
  }
}

function handle(state: State, what: Of<'tap' | 'drag' | 'drop' | 'press'>): Change<State> {
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

function tap(state: State, { area, at, target, pointer, isSecond }: Of<'tap'>): Change<State> {
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

function drag(state: State, { area, from, at, target, pointer }: Of<'drag'>): State {
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

function pressKey(state: State, { area, key, target }: Of<'key'>): Change<State> {
  const direction = DIRECTIONS[key];
  if (direction) {
    const next = step(state, direction);
    const text = sentenceOf(next);
    // At the edge nothing moves, and that is said too.
    return { state: next, effects: text && next === state ? [{ type: 'say', text }] : [] };
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

/** What is to be said after a change. */
function said(before: State, after: State): Effect[] {
  const isDropped = headOf(before) !== undefined && headOf(after) === undefined;
  const text = isDropped ? droppedSentence(before) : sentenceOf(after);
  return text && text !== sentenceOf(before) ? [{ type: 'say', text }] : [];
}

/** The head of the moves of which somebody must tell why they are not legal, if nobody was asked. */
function unexplained(state: State): string | undefined {
  const head = headOf(state);
  const isWanted = verdictOf(state)?.type === 'illegal' || (state.isExchanging && state.prey.length === 0);
  return head !== undefined && isWanted && !state.reasons.has(head) ? head : undefined;
}

/** Asks for all places at once, so that pointing elsewhere needs no further question. */
function ask(state: State, head: string): Effect {
  return { type: 'ask', about: aboutOf(head, state.view?.position), moves: [...state.triangles.keys()].map((name) => head + name) };
}

function answer(state: State, what: Of<'answer'>): State {
  const reasons = answered(state.reasons, state.view?.position, what);
  return reasons === state.reasons ? state : { ...state, reasons };
}
