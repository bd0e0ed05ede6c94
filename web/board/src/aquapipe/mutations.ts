// What happens to the state of a board of Aqua Pipe when the person does something.

import type { Look } from '../api.ts';
import type { Point } from '../geometry/polygon.ts';
import { type Cell, SIDE, STEPS } from '../geometry/square.ts';
import { type Change, type Input, type InputOf, namedBy, quiet } from '../kind.ts';
import { replying, stepped } from '../replies.ts';
import { play, press, pressKey } from './actions.ts';
import { aim, choose, chooseNext, goTo, hide, putBack, show as bring, step } from './hand.ts';
import { type Place, allPlaces, placeOf } from './place.ts';
import { ringAt } from './rings.ts';
import {
  type Head,
  type State,
  type View,
  canPlay,
  headOf,
  isLegal,
  moveOf,
  nSpacesOf,
  ownHeads,
  partsOf,
  pipeIn,
  placesOf,
  playableHeads,
  readLook,
  verdictOf,
} from './state.ts';
import { CHOOSE_FIRST, sentenceOf } from './text.ts';

/** How far, in spaces, a pipe is lifted above the finger that drags it, so that it is seen. */
const LIFT = 0.4;

/** A position is to be shown. */
export function show(state: State, look: Look): State {
  const news = readLook(look);
  const isSame = news.view?.position === state.view?.position;
  const next: State = { ...state, ...news, sent: undefined, reasons: isSame ? state.reasons : new Map() };
  const isHeld = next.chosen !== undefined && canPlay(next) && ownHeads(next).includes(next.chosen);
  return isHeld ? next : putBack(next);
}

/** The person did something. */
export const input = replying<State>({ changeBy, sentenceOf, subjectOf, movesOf });

function changeBy(state: State, what: Input): Change<State> {
  if (what.type === 'key' && STEPS[what.key] && state.view) {
    return what.area === 'board' ? stepped(state, step(state, STEPS[what.key]!), sentenceOf) : moveInTray(state, STEPS[what.key]!);
  }
  if (what.type === 'resize') {
    return quiet(resize(state, what));
  }
  return canPlay(state) ? handle(state, what) : quiet(state);
}

/** A tray that is so many times wider than high shows both hands side by side. */
const FLAT_ASPECT = 2.4;

function resize(state: State, { area, width, height }: InputOf<'resize'>): State {
  const isFlat = width > FLAT_ASPECT * height;
  const isNew = area === 'tray' && width > 0 && height > 0 && isFlat !== state.isFlat;
  return isNew ? { ...state, isFlat } : state;
}

function handle(state: State, what: Input): Change<State> {
  switch (what.type) {
    case 'point':
      return quiet(aim(state, inSpaces(state.view!, what.at), 'mouse'));
    case 'leave':
      return quiet(state.cursor?.by === 'mouse' || state.isDragging ? hide(state) : state);
    case 'tap':
      return what.isSecond ? quiet(putBack(state)) : tap(state, what);
    case 'drag':
      return quiet(drag(state, what));
    case 'drop':
      return state.isDragging ? letGo(state) : quiet(state);
    case 'key':
      return key(state, what);
    case 'press':
      return press(state, what.id);
    default:
      return quiet(state);
  }
}

function tap(state: State, what: InputOf<'tap'>): Change<State> {
  const head = namedBy(what.target, 'pipe');
  if (what.area === 'tray') {
    return quiet(head === undefined ? state : toggle(state, head));
  }
  // A legal place goes before a pipe that stands there: that is what the ghost promised.
  const aimed = aimedAt(state, what);
  if (verdictOf(aimed)?.type === 'legal') {
    return play(aimed);
  }
  const own = wanted(state, head ?? ownAt(state, what.at));
  if (own !== undefined) {
    return quiet(toggle(state, own));
  }
  return state.chosen === undefined ? { state, effects: [{ type: 'say', text: CHOOSE_FIRST }] } : play(aimed);
}

/** A pipe that is pointed at, unless another one is held and this one cannot be played. */
function wanted(state: State, head: Head | undefined): Head | undefined {
  const isWanted = head !== undefined && (state.chosen === undefined || playableHeads(state).includes(head));
  return isWanted ? head : undefined;
}

/** The state with the chosen pipe at the place that was tapped. */
function aimedAt(state: State, { at, target, pointer }: InputOf<'tap'>): State {
  const place = placeTapped(target);
  return place && state.chosen !== undefined
    ? goTo(state, place, pointer)
    : aim(state, inSpaces(state.view!, at), pointer);
}

function toggle(state: State, head: Head): State {
  return state.chosen === head ? putBack(state) : choose(state, head);
}

function drag(state: State, { area, from, at, target, pointer }: InputOf<'drag'>): State {
  const head = area === 'tray' ? namedBy(target, 'pipe') : wanted(state, namedBy(target, 'pipe') ?? ownAt(state, from));
  const start = state.isDragging || head === undefined ? state : choose(state, head);
  if (start.chosen === undefined || (area === 'tray' && start.chosen !== head)) {
    return start;
  }
  const { x, y } = inSpaces(start.view!, at);
  return aim({ ...start, isDragging: true }, { x, y: y + (pointer === 'touch' ? LIFT : 0) }, pointer);
}

/** What is let go beside the board, or where it was, goes back. */
function letGo(state: State): Change<State> {
  const next: State = { ...state, isDragging: false };
  return next.cursor && !next.afloat ? play(next) : quiet(putBack(hide(next)));
}

function key(state: State, { area, key: name, target }: InputOf<'key'>): Change<State> {
  const isEnter = name === 'Enter' || name === ' ';
  const head = namedBy(target, 'pipe');
  const place = placeTapped(target);
  if (isEnter && place && state.chosen !== undefined) {
    return play(goTo(state, place, 'keys'));
  }
  if (isEnter && head !== undefined) {
    const next = choose(state, head);
    return { state: area === 'tray' ? bring(next, 'keys') : next, effects: [{ type: 'focus', area: 'board' }] };
  }
  return pressKey(state, name);
}

function moveInTray(state: State, [columns, rows]: Cell): Change<State> {
  const inHand = playableHeads(state).filter((head) => !partsOf(head)?.from);
  const next = chooseNext(state, columns - rows > 0, inHand);
  const isThere = next.chosen !== undefined && inHand.includes(next.chosen);
  return { state: next, effects: isThere ? [{ type: 'focus', area: 'tray', target: `pipe:${next.chosen}` }] : [] };
}

/** The pipe that is held at an illegal place or can go nowhere. */
function subjectOf(state: State): Head | undefined {
  const { chosen } = state;
  const isStuck = chosen !== undefined && placesOf(state, chosen).length === 0;
  return isStuck || verdictOf(state)?.type === 'illegal' ? chosen : undefined;
}

function movesOf(state: State, head: Head): string[] {
  const places = allPlaces(state.view!.size, nSpacesOf(head)).filter((place) => !isLegal(state, head, place));
  return places.map((place) => moveOf(head, place));
}

/** The person's own pipe of which a point of the board touches the ring. */
function ownAt(state: State, at: Point): Head | undefined {
  const ring = ringAt(inSpaces(state.view!, at));
  const pipe = ring && pipeIn(state.view!, ring.space, ring.diameter);
  return pipe && pipe.color === state.view!.color_to_move ? headOf(pipe) : undefined;
}

/** A point of the board in spaces from its lower left corner. */
function inSpaces(view: View, point: Point): Point {
  return { x: point.x / SIDE, y: view.size - point.y / SIDE };
}

function placeTapped(target: string | undefined): Place | undefined {
  const name = namedBy(target, 'place');
  return name === undefined ? undefined : placeOf(name);
}
