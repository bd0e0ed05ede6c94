// Which part of the table is seen. The picture is a square that never changes: a bar above, the table in
// its window, the hands below.

import { type Box, type Point, boxOf, grown, isInside } from '../geometry/polygon.ts';
import { type Cell, HEIGHT, middle, polygon } from '../geometry/triangle.ts';
import { type Camera, type State, type View, placedTiles } from './state.ts';
import { readPlacement } from './tile.ts';

/** The width and the height of the picture. */
export const SIZE = 480;

/** The height of the bar with the pile and the round. */
export const BAR = 40;

/** The height of the hands while they are hidden. */
const CLOSED = 30;

/** The height of a row of hands that lie open. */
export const OPEN_ROW = 58;

/** The space round the tiles: one more tile fits in. */
const MARGIN = HEIGHT + 4;

/** The space round the tiles when no more are placed. */
const LAST_MARGIN = 22;

/** Few tiles are not shown larger than this. */
const LARGEST_FIT = 2.2;

const LARGEST = 4;
const SMALLEST = 0.4;

/** How much a step of zoom changes. */
export const ZOOM_STEP = 1.25;

/** How far, in units of the picture, an arrow key moves the table. */
export const PAN_STEP = 60;

/** The cells that are shown while no tile lies there. */
const EMPTY_TABLE: readonly Cell[] = [[0, 0], [1, 0]];

/** In how many columns hands that lie open are shown. */
export function nOpenColumns(view: View): number {
  return view.hands.length > 3 ? 2 : 1;
}

/** The height of the hands below the table. */
export function handsHeight(view: View): number {
  if (view.options.hands === 'shared') {
    return 0;
  }
  return view.round_end ? Math.ceil(view.hands.length / nOpenColumns(view)) * OPEN_ROW : CLOSED;
}

/** The part of the picture that shows the table. */
export function windowOf(view: View | undefined): Box {
  const height = SIZE - BAR - (view ? handsHeight(view) : 0);
  return { left: 0, top: BAR, width: SIZE, height };
}

/** What is seen: what the person chose, or all tiles. */
export function cameraOf(state: State): Camera {
  return state.camera ?? fit(state);
}

/** Where a point of the picture lies on the table. */
export function toTable(state: State, point: Point): Point {
  const { scale, x, y } = cameraOf(state);
  return { x: (point.x - x) / scale, y: (point.y - y) / scale };
}

/** Where a point of the table lies in the picture. */
export function toPicture(state: State, point: Point): Point {
  const { scale, x, y } = cameraOf(state);
  return { x: point.x * scale + x, y: point.y * scale + y };
}

/** Whether a point of the picture shows the table. */
export function isOnTable(state: State, point: Point): boolean {
  return isInside(windowOf(state.view), point);
}

/** Moves the table in its window. */
export function pan(state: State, by: Point): State {
  const { scale, x, y } = cameraOf(state);
  return withCamera(state, { scale, x: x + by.x, y: y + by.y });
}

/** Shows the table larger or smaller; a point of the picture stays where it is. */
export function zoom(state: State, factor: number, at: Point): State {
  const before = cameraOf(state);
  const scale = Math.min(Math.max(before.scale * factor, SMALLEST), LARGEST);
  const ratio = scale / before.scale;
  return withCamera(state, { scale, x: at.x + (before.x - at.x) * ratio, y: at.y + (before.y - at.y) * ratio });
}

/** The middle of the window. */
export function windowMiddle(state: State): Point {
  const { left, top, width, height } = windowOf(state.view);
  return { x: left + width / 2, y: top + height / 2 };
}

/** Shows all tiles again. */
export function fitAgain(state: State): State {
  return { ...state, camera: undefined };
}

/** Moves the table as little as needed to show a cell. */
export function reveal(state: State, cell: Cell): State {
  if (!state.camera) {
    return state;
  }
  const window = windowOf(state.view);
  const { x, y } = toPicture(state, middle(cell));
  const margin = Math.min(MARGIN * state.camera.scale, window.height / 2);
  const inner = grown(window, -margin);
  const byX = Math.max(inner.left - x, 0) + Math.min(inner.left + inner.width - x, 0);
  const byY = Math.max(inner.top - y, 0) + Math.min(inner.top + inner.height - y, 0);
  return byX === 0 && byY === 0 ? state : pan(state, { x: byX, y: byY });
}

/** The cells that tiles lie on, or those of an empty table. */
export function shownCells({ view, sent }: State): readonly Cell[] {
  const cells = view ? placedTiles(view).map(({ cell }) => cell) : [];
  const placement = sent === undefined ? undefined : readPlacement(sent);
  const all = placement ? [...cells, placement.cell] : cells;
  return all.length > 0 ? all : EMPTY_TABLE;
}

function fit(state: State): Camera {
  const window = windowOf(state.view);
  const tiles = grown(boxOf(shownCells(state).flatMap(polygon)), state.view?.round_end ? LAST_MARGIN : MARGIN);
  const scale = Math.min(window.width / tiles.width, window.height / tiles.height, LARGEST_FIT);
  return {
    scale,
    x: window.left + window.width / 2 - (tiles.left + tiles.width / 2) * scale,
    y: window.top + window.height / 2 - (tiles.top + tiles.height / 2) * scale,
  };
}

/** The tiles never leave the window: their middle stays in it. */
function withCamera(state: State, { scale, x, y }: Camera): State {
  const window = windowOf(state.view);
  const { left, top, width, height } = boxOf(shownCells(state).flatMap(polygon));
  const [middleX, middleY] = [(left + width / 2) * scale, (top + height / 2) * scale];
  // Half of the tiles may be hidden on each side, so that the outermost can be brought to the middle.
  const [reachX, reachY] = [(width * scale + window.width) / 2, (height * scale + window.height) / 2];
  const clamp = (value: number, center: number, reach: number) =>
    Math.min(Math.max(value, center - reach), center + reach);
  return {
    ...state,
    camera: {
      scale,
      x: clamp(x + middleX, window.left + window.width / 2, reachX) - middleX,
      y: clamp(y + middleY, window.top + window.height / 2, reachY) - middleY,
    },
  };
}
