// What the person holds, and where the cursor is.

import type { Point } from '../geometry/polygon.ts';
import type { Cell } from '../geometry/square.ts';
import { allPlaces, inOrder, isSame, middleOf, nearest, stepped, turned, type Place } from './place.ts';
import {
  type Cursor,
  type Head,
  type State,
  canPlay,
  isLegal,
  nSpacesOf,
  ownHeads,
  partsOf,
  placesOf,
  playableHeads,
} from './state.ts';

/** How much nearer, in spaces, an illegal place must be to the pointer than a legal one. */
const SNAP = 0.2;

/** How far, in spaces, a pointer may be off the board and still belong to it. */
const REACH = 0.4;

/** Takes a pipe. */
export function choose(state: State, head: Head): State {
  return canPlay(state) && ownHeads(state).includes(head) ? fit({ ...state, chosen: head }) : state;
}

/** Takes the next or the previous of some pipes, usually of all that can be played. */
export function chooseNext(state: State, isForward: boolean, among = playableHeads(state)): State {
  const heads = isForward ? among : among.toReversed();
  const next = heads[heads.indexOf(state.chosen ?? '') + 1] ?? heads[0];
  return next === undefined ? state : choose(state, next);
}

/** Puts the pipe back. */
export function putBack(state: State): State {
  return fit({ ...hide(state), chosen: undefined, cursor: state.cursor?.by === 'keys' ? state.cursor : undefined });
}

/** Takes the pipe from the board and keeps it chosen. */
export function hide(state: State): State {
  return { ...state, cursor: undefined, afloat: undefined, isDragging: false };
}

/** Brings the chosen pipe to a point, in spaces from the lower left corner of the board. */
export function aim(state: State, at: Point, by: Cursor['by']): State {
  const { chosen, view, cursor } = state;
  if (chosen === undefined || !view) {
    return state;
  }
  if (!isNear(view.size, at)) {
    return { ...state, cursor: undefined, afloat: state.isDragging ? at : undefined };
  }
  const handicap = (place: Place) => (isLegal(state, chosen, place) ? 0 : SNAP);
  const place = nearest(allPlaces(view.size, nSpacesOf(chosen)), at, handicap);
  const isThere = cursor?.by === by && !state.afloat && isSame(cursor.place, place);
  return isThere ? state : { ...state, cursor: { place, by }, afloat: undefined };
}

/** Puts the cursor at a place. */
export function goTo(state: State, place: Place, by: Cursor['by']): State {
  return { ...state, cursor: { place, by }, afloat: undefined };
}

/** Brings a pipe to the board, and takes the first that can be played if there is none. */
export function show(state: State, by: Cursor['by']): State {
  const next = state.chosen === undefined ? chooseNext(state, true) : state;
  if (next.chosen === undefined || next.cursor) {
    return next;
  }
  const [first] = placesOf(next, next.chosen);
  return goTo(next, first ?? partsOf(next.chosen)?.from ?? firstPlace(next), by);
}

/** Moves the cursor by columns and rows, as far as the board goes. */
export function step(state: State, way: Cell): State {
  const { cursor, view } = state;
  if (!cursor) {
    return state.chosen === undefined ? goTo(state, firstPlace(state), 'keys') : show(state, 'keys');
  }
  return goTo(state, stepped(cursor.place, way, view!.size), 'keys');
}

/** Turns a U pipe by a quarter. */
export function turn(state: State, by: Cursor['by']): State {
  if (state.chosen === undefined || nSpacesOf(state.chosen) === 1) {
    return state;
  }
  const next = show(state, by);
  return goTo(next, turned(next.cursor!.place, next.view!.size), by);
}

/** Moves the cursor to the next or the previous legal place of the chosen pipe. */
export function jump(state: State, isForward: boolean, by: Cursor['by']): State {
  const { cursor, chosen } = state;
  if (!cursor || chosen === undefined) {
    return show(state, by);
  }
  const places = placesOf(state, chosen);
  if (!isForward) {
    places.reverse();
  }
  const isAfter = (place: Place) => (isForward ? inOrder(place, cursor.place) > 0 : inOrder(place, cursor.place) < 0);
  const next = places.find(isAfter) ?? places[0];
  return next ? goTo(state, next, by) : state;
}

/** Makes the place of the cursor as large as the chosen pipe. */
function fit(state: State): State {
  const { cursor, view, chosen } = state;
  const nSpaces = chosen === undefined ? 1 : nSpacesOf(chosen);
  if (!cursor || !view || cursor.place.length === nSpaces) {
    return state;
  }
  return goTo(state, nearest(allPlaces(view.size, nSpaces), middleOf(cursor.place)), cursor.by);
}

/** Where a cursor begins: at the top left. */
function firstPlace({ view, chosen }: State): Place {
  return allPlaces(view!.size, chosen === undefined ? 1 : nSpacesOf(chosen))[0]!;
}

function isNear(size: number, { x, y }: Point): boolean {
  return x >= -REACH && y >= -REACH && x <= size + REACH && y <= size + REACH;
}
