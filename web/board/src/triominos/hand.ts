// The tile that the person holds: which one, how it is turned, and where its ghost is.

import type { Point } from '../geometry/polygon.ts';
import { type Cell, HALF, cellAt, middle } from '../geometry/triangle.ts';
import { isOnTable, reveal, shownCells, toTable } from './camera.ts';
import {
  type Ghost,
  type State,
  cellsOf,
  inReadingOrder,
  legalAt,
  orientationOf,
  placementAt,
  rackTiles,
} from './state.ts';
import { orientationsAt, turnedBy } from './tile.ts';

/** How far, in units of the table, a ghost is drawn to a legal cell. */
const SNAP = HALF * 0.9;

/** How far, in cells, keys move a ghost away from the tiles. */
const REACH = 2;

/** Takes a tile of the rack. */
export function choose(state: State, tile: string): State {
  return rackTiles(state).includes(tile) ? { ...hide(state), chosen: tile } : state;
}

/** Takes the next or the previous tile of the rack, of those that fit if there are any. */
export function chooseNext(state: State, isForward: boolean): State {
  const all = rackTiles(state);
  const fitting = all.filter((tile) => cellsOf(state, tile).length > 0);
  const tiles = fitting.length > 0 ? fitting : all;
  if (!isForward) {
    tiles.reverse();
  }
  const next = tiles[tiles.indexOf(state.chosen ?? '') + 1] ?? tiles[0];
  return next === undefined ? state : choose(state, next);
}

/** Takes the tile after or before another one in the rack, whether it fits or not. */
export function chooseBeside(state: State, tile: string | undefined, isForward: boolean): State {
  const tiles = rackTiles(state);
  const place = tile === undefined ? -1 : tiles.indexOf(tile);
  const next = tiles.at(place < 0 ? 0 : (place + (isForward ? 1 : -1)) % tiles.length);
  return next === undefined ? state : choose(state, next);
}

/** Puts the tile back. */
export function putBack(state: State): State {
  return { ...state, chosen: undefined, ghost: undefined, grip: undefined };
}

/** Takes the ghost from the board and keeps the tile. */
export function hide(state: State): State {
  return { ...state, ghost: undefined, grip: undefined };
}

/** Turns the tile: by a sixth in the hand, to the next way that it can lie on its cell. */
export function turn(state: State, isForward: boolean): State {
  const { chosen, ghost } = state;
  if (chosen === undefined) {
    return state;
  }
  if (!ghost?.cell) {
    return withOrientation(state, chosen, turnedBy(orientationOf(state, chosen), isForward ? 1 : 5));
  }
  const legal = legalAt(state, chosen, ghost.cell);
  const ways = legal.length > 0 ? legal : orientationsAt(ghost.cell);
  let { orientation } = placementAt(state, chosen, ghost.cell);
  do {
    orientation = turnedBy(orientation, isForward ? 2 : 4);
  } while (!ways.includes(orientation));
  return withOrientation(state, chosen, orientation);
}

/** Holds the tile at a point of the picture: over the table at the nearest legal cell, if one is near. */
export function hold(state: State, at: Point, by: Ghost['by']): State {
  const { chosen, ghost } = state;
  if (chosen === undefined) {
    return state;
  }
  if (!isOnTable(state, at)) {
    return { ...state, ghost: { by, at } };
  }
  const cell = snapped(state, chosen, toTable(state, at));
  return ghost?.by === by && ghost.cell && String(ghost.cell) === String(cell) ? state : holdAt(state, cell, by);
}

/** Holds the tile over a cell, and shows that cell. */
export function holdAt(state: State, cell: Cell, by: Ghost['by']): State {
  const held = { ...state, ghost: { by, cell } };
  return by === 'keys' ? reveal(held, cell) : held;
}

/** Moves the ghost by cells, not far from the tiles. */
export function step(state: State, [columns, rows]: Cell): State {
  const cells = shownCells(state);
  if (!state.ghost?.cell) {
    const shown = jump(state, true, 'keys');
    return shown.ghost?.cell ? shown : holdAt(shown, cells[0]!, 'keys');
  }
  const clamp = (value: number, all: number[]) =>
    Math.min(Math.max(value, Math.min(...all) - REACH), Math.max(...all) + REACH);
  const [x, y] = state.ghost.cell;
  const cell: Cell = [clamp(x + columns, cells.map((it) => it[0])), clamp(y + rows, cells.map((it) => it[1]))];
  return holdAt(state, cell, 'keys');
}

/** Moves the ghost to the next or the previous legal cell of the tile, or to its first one. */
export function jump(state: State, isForward: boolean, by: Ghost['by']): State {
  const { chosen, ghost } = state;
  const here = ghost?.cell;
  const cells = chosen === undefined ? [] : cellsOf(state, chosen);
  if (!isForward) {
    cells.reverse();
  }
  const isAfter = (cell: Cell) => here === undefined || inReadingOrder(cell, here) * (isForward ? 1 : -1) > 0;
  const next = cells.find(isAfter) ?? cells[0];
  return next ? holdAt(state, next, by) : state;
}

function withOrientation(state: State, tile: string, orientation: ReturnType<typeof orientationOf>): State {
  return { ...state, turned: new Map(state.turned).set(tile, orientation) };
}

/** The nearest legal cell, if one is near, or the cell in which a point of the table lies. */
function snapped(state: State, tile: string, point: Point): Cell {
  const distance = (cell: Cell) => Math.hypot(middle(cell).x - point.x, middle(cell).y - point.y);
  const near = cellsOf(state, tile).filter((cell) => distance(cell) <= SNAP);
  return near.length > 0 ? near.reduce((best, it) => (distance(it) < distance(best) ? it : best)) : cellAt(point);
}
