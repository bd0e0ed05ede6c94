// The piece that the person holds: which one, how it is turned, and where its ghost is.

import type { Point } from '../geometry/polygon.ts';
import type { Cell } from '../geometry/square.ts';
import { type Ghost, type Shape, type State, nWays, placesOf, shapeOf, trayPieces } from './state.ts';

/** How far, in squares, a ghost is drawn to a legal place. */
const SNAP = 1.5;

/** How far, in squares, the middle of a piece may be off the board and still belong to it. */
const REACH = 1;

/** Takes a piece of the tray. */
export function choose(state: State, piece: string): State {
  return trayPieces(state).includes(piece) ? aim({ ...state, chosen: piece }) : state;
}

/** Takes the next or the previous piece of the tray, of those that can be placed if there are any. */
export function chooseNext(state: State, isForward: boolean): State {
  const all = trayPieces(state);
  const placeable = all.filter((piece) => nWays(state, piece) > 0);
  const pieces = placeable.length > 0 ? placeable : all;
  if (!isForward) {
    pieces.reverse();
  }
  const next = pieces[pieces.indexOf(state.chosen ?? '') + 1] ?? pieces[0];
  return next === undefined ? state : choose(state, next);
}

/** Puts the piece back. */
export function putBack(state: State): State {
  return { ...state, chosen: undefined, ghost: undefined, grip: undefined };
}

/** Turns the piece clockwise by quarters. */
export function turn(state: State, nQuarters: number): State {
  return orient(state, (shape) => {
    let name = shape.name;
    for (let i = 0; i < nQuarters; i++) {
      name = state.shapes.get(shape.piece)!.get(name)!.clockwise;
    }
    return name;
  });
}

/** Mirrors the piece left to right. */
export function flip(state: State): State {
  return orient(state, (shape) => shape.mirrored);
}

/** Holds the piece with its middle at a point, in squares from the lower left corner. */
export function hold(state: State, middle: Point, by: Ghost['by']): State {
  if (state.chosen === undefined) {
    return state;
  }
  return aim({ ...state, ghost: { middle, by, anchor: [0, 0], isAfloat: false } });
}

/** Takes the ghost from the board and keeps the piece. */
export function hideGhost(state: State): State {
  return { ...state, ghost: undefined, grip: undefined };
}

/** Holds a piece over the board: the first one and at its first place, if there was none. */
export function showGhost(state: State, by: Ghost['by']): State {
  const next = state.chosen === undefined ? chooseNext(state, true) : state;
  if (next.chosen === undefined || (next.ghost && !next.ghost.isAfloat)) {
    return next;
  }
  const [first] = placesOf(next, shapeOf(next, next.chosen));
  const middle = next.view!.size / 2;
  return first ? holdAt(next, first, by) : hold(next, { x: middle, y: middle }, by);
}

/** Moves the ghost by squares, as far as the board goes. */
export function step(state: State, [columns, rows]: Cell): State {
  if (!state.ghost) {
    return showGhost(state, 'keys');
  }
  const [column, row] = state.ghost.anchor;
  return holdAt(state, [column + columns, row + rows], 'keys');
}

/** Moves the ghost to the next or the previous legal place of the piece as it is turned. */
export function jump(state: State, isForward: boolean, by: Ghost['by']): State {
  if (!state.ghost || state.chosen === undefined) {
    return showGhost(state, by);
  }
  const places = placesOf(state, shapeOf(state, state.chosen));
  if (!isForward) {
    places.reverse();
  }
  const [column, row] = state.ghost.anchor;
  const isAfter = (place: Cell) => row - place[1] || place[0] - column;
  const next = places.find((place) => (isForward ? isAfter(place) > 0 : isAfter(place) < 0)) ?? places[0];
  return next ? holdAt(state, next, by) : state;
}

/** Finds the place of the ghost again after the piece, its orientation or the position changed. */
export function aim(state: State): State {
  const { ghost, chosen } = state;
  if (!ghost || chosen === undefined) {
    return state;
  }
  const shape = shapeOf(state, chosen);
  const wanted: Cell = [ghost.middle.x - shape.width / 2, ghost.middle.y - shape.height / 2];
  if (!isNear(state, ghost.middle)) {
    return { ...state, ghost: { ...ghost, anchor: wanted, isAfloat: true } };
  }
  const find = ghost.by === 'keys' ? onBoard : snapped;
  return { ...state, ghost: { ...ghost, anchor: find(state, shape, wanted), isAfloat: false } };
}

function orient(state: State, next: (shape: Shape) => string): State {
  const { chosen } = state;
  if (chosen === undefined) {
    return state;
  }
  const turned = new Map(state.turned).set(chosen, next(shapeOf(state, chosen)));
  return aim({ ...state, turned });
}

function holdAt(state: State, [column, row]: Cell, by: Ghost['by']): State {
  const shape = shapeOf(state, state.chosen!);
  // The middle is where the piece really lies, so that it does not wander off when it is turned.
  const [x, y] = by === 'keys' ? onBoard(state, shape, [column, row]) : [column, row];
  return hold(state, { x: x + shape.width / 2, y: y + shape.height / 2 }, by);
}

function isNear(state: State, { x, y }: Point): boolean {
  const far = state.view!.size + REACH;
  return x >= -REACH && y >= -REACH && x <= far && y <= far;
}

function onBoard(state: State, shape: Shape, [column, row]: Cell): Cell {
  const { size } = state.view!;
  const clamp = (value: number, most: number) => Math.min(Math.max(Math.round(value), 0), most);
  return [clamp(column, size - shape.width), clamp(row, size - shape.height)];
}

/** The nearest legal place, if one is near, or the nearest place. */
function snapped(state: State, shape: Shape, [column, row]: Cell): Cell {
  const distance = (place: Cell) => Math.hypot(place[0] - column, place[1] - row);
  const near = placesOf(state, shape).filter((place) => distance(place) <= SNAP);
  const nearest: Cell = [Math.round(column), Math.round(row)];
  return near.length > 0 ? near.reduce((best, it) => (distance(it) < distance(best) ? it : best)) : nearest;
}
