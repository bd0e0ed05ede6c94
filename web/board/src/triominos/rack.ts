// The rack: where its tiles lie, and in which order the person wants them.

import type { Point } from '../geometry/polygon.ts';
import { type Order, type State, rackTiles } from './state.ts';

/** The side of a slot for a tile. */
export const SLOT = 60;

/** A slot is shown with at most so many pixels. */
const LARGEST_PIXELS = 112;

/** How the tiles lie in the tray, in units of its picture. */
export interface Layout {
  readonly nColumns: number;
  /** Where the first column begins. */
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** The layout in which some tiles are shown largest in a tray. */
export function layOut(nTiles: number, { width, height }: State['tray']): Layout {
  const pixels = (nColumns: number) =>
    Math.min(width / nColumns, height / Math.ceil(nTiles / nColumns), LARGEST_PIXELS);
  const counts = Array.from({ length: Math.max(nTiles, 1) }, (_, i) => i + 1);
  // Of those that are shown as large the last one has the fewest rows.
  const nColumns = counts.reduce((best, n) => (pixels(n) >= pixels(best) ? n : best));
  const scale = pixels(nColumns) / SLOT;
  return { nColumns, left: (width / scale - nColumns * SLOT) / 2, width: width / scale, height: height / scale };
}

/** The place in the rack to which a point of the tray belongs; none beside the tray. */
export function placeAt(state: State, { x, y }: Point): number | undefined {
  const nTiles = rackTiles(state).length;
  const { nColumns, left, width, height } = layOut(nTiles, state.tray);
  if (x < 0 || y < 0 || x > width || y > height || nTiles === 0) {
    return undefined;
  }
  const column = Math.min(Math.max(Math.floor((x - left) / SLOT), 0), nColumns - 1);
  return Math.min(Math.floor(y / SLOT) * nColumns + column, nTiles - 1);
}

/** The rack with one of its tiles at another place. */
export function arrange(state: State, tile: string, place: number): State {
  const others = rackTiles(state).filter((it) => it !== tile);
  const tiles = [...others.slice(0, place), tile, ...others.slice(place)];
  // At one device the tiles of others were perhaps put in order too.
  return { ...state, arranged: { round: state.view!.round, tiles: [...tiles, ...without(state, tiles)] } };
}

/** The rack as it is sorted, as if nobody had put it in order. */
export function sort(state: State, order: Order): State {
  return { ...state, order, arranged: { ...state.arranged, tiles: without(state, rackTiles(state)) } };
}

/** Whether the person has put the rack in order. */
export function isArranged(state: State): boolean {
  const { round, tiles } = state.arranged;
  return state.view?.round === round && rackTiles(state).some((tile) => tiles.includes(tile));
}

/** The tiles as they are to be seen: one that is dragged over the rack lies where it would go. */
export function shownTiles(state: State): string[] {
  const { chosen, grip } = state;
  return rackTiles(chosen === undefined || grip?.place === undefined ? state : arrange(state, chosen, grip.place));
}

/** What is to be known of the rack when the board is shown anew. */
export function memoryOf({ order, arranged }: State): string {
  return JSON.stringify({ order, arranged });
}

/** The rack as it was remembered; what cannot be read changes nothing. */
export function recall(state: State, memory: string): State {
  try {
    const { order, arranged } = JSON.parse(memory) as Pick<State, 'order' | 'arranged'>;
    const isKnown = ['number', 'points'].includes(order) && Array.isArray(arranged.tiles);
    return isKnown ? { ...state, order, arranged } : state;
  } catch {
    return state;
  }
}

/** The tiles of this round that were put in order, but for some. */
function without({ arranged, view }: State, tiles: readonly string[]): string[] {
  return arranged.round === view?.round ? arranged.tiles.filter((tile) => !tiles.includes(tile)) : [];
}
