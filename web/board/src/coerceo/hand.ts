// What the person is about to do: which piece is chosen, and which triangle is pointed at.

import type { Point } from '../geometry/polygon.ts';
import type { By } from '../kind.ts';
import { type State, canPlay, inOrder, letGo, placesOf, triangleOf } from './state.ts';

/** How much more a step to the side counts than one forward, when the nearest triangle is sought. */
const ASIDE = 1.5;

/** Points at a triangle, or at none. */
export function pointAt(state: State, at: string | undefined, by: By): State {
  const { cursor } = state;
  if (cursor?.at === at && (at === undefined || cursor?.by === by)) {
    return state;
  }
  return { ...state, cursor: at === undefined ? undefined : { at, by } };
}

/** Takes a piece that can move. */
export function choose(state: State, piece: string): State {
  return { ...letGo(state), chosen: piece };
}

/** Takes the next or the previous piece that can move; while tiles are exchanged, points at it. */
export function chooseNext(state: State, isForward: boolean, by: By): State {
  if (state.isExchanging) {
    return jump(state, isForward, by);
  }
  const next = after(inOrder(state, state.steps.keys()), state.chosen ?? state.cursor?.at, isForward);
  return next === undefined ? state : pointAt(choose(state, next), next, by);
}

/** Points at the next or the previous place of what is chosen. */
export function jump(state: State, isForward: boolean, by: By): State {
  const next = after(inOrder(state, placesOf(state)), state.cursor?.at, isForward);
  return next === undefined ? state : pointAt(state, next, by);
}

/** Begins to give tiles for a piece, or ends that. */
export function toggleExchange(state: State): State {
  return { ...letGo(state), isExchanging: canPlay(state) && !state.isExchanging };
}

/** Moves the cursor to the nearest triangle in a direction. */
export function step(state: State, direction: Point): State {
  const all = [...state.triangles.values()].filter(({ tile }) => tile.is_on_table).map(({ name }) => name);
  const { cursor } = state;
  if (!cursor) {
    const [first] = inOrder(state, state.steps.size > 0 ? state.steps.keys() : all);
    return pointAt(state, first, 'keys');
  }
  const cost = (name: string) => costOf(triangleOf(state, cursor.at).middle, triangleOf(state, name).middle, direction);
  const best = all.reduce((found, name) => (cost(name) < cost(found) ? name : found), cursor.at);
  return pointAt(state, best, 'keys');
}

/** How far a point lies in a direction; endless if it does not. */
function costOf(from: Point, to: Point, direction: Point): number {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const forward = x * direction.x + y * direction.y;
  const aside = Math.abs(x * direction.y - y * direction.x);
  return forward > 1 && aside <= forward ? forward + ASIDE * aside : Infinity;
}

/** The name after or before another one, round about. */
function after(names: readonly string[], name: string | undefined, isForward: boolean): string | undefined {
  const index = names.indexOf(name ?? '');
  if (index < 0) {
    return names.at(isForward ? 0 : -1);
  }
  return names[(index + (isForward ? 1 : names.length - 1)) % names.length];
}
