// What happens to the state of a board of Triominos when the person does something.

import type { Look } from '../api.ts';
import type { Point } from '../geometry/polygon.ts';
import { type Cell, HALF, cellAt } from '../geometry/triangle.ts';
import { type Change, type Effect, type Input, type InputOf, type Pointer, namedBy, quiet } from '../kind.ts';
import { replying, stepped } from '../replies.ts';
import { actionBy, place, play } from './actions.ts';
import { PAN_STEP, ZOOM_STEP, cameraOf, fitAgain, isOnTable, pan, reveal, toTable, zoom } from './camera.ts';
import { choose, chooseBeside, hide, hold, holdAt, jump, putBack, step, turn } from './hand.ts';
import { arrange, placeAt } from './rack.ts';
import {
  type State,
  type View,
  canHold,
  mayDo,
  placedTiles,
  questionKey,
  rackTiles,
  readLook,
  verdictOf,
} from './state.ts';
import { CHOOSE_FIRST, rackPlaceSentence, sentenceOf } from './text.ts';
import { isSame, orientationsAt, placementOf, readPlacement } from './tile.ts';

/** How far, in units of the table, a tile is lifted above a finger, so that it is seen. */
const LIFT = 2.2 * HALF;

const STEPS: Readonly<Record<string, Cell>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** What stands before a key that is pressed together with Alt. */
const ALT = 'Alt+';

/** A position is to be shown. */
export function show(state: State, look: Look): State {
  const news = readLook(look);
  const isNews = news.view?.position !== state.view?.position;
  const shown: State = { ...state, ...news, sent: undefined };
  const next = isNews ? follow({ ...shown, reasons: new Map(), fresh: freshTiles(state, shown) }, state.view) : shown;
  const isHeld = state.chosen !== undefined && canHold(next) && rackTiles(next).includes(state.chosen);
  return isHeld ? next : putBack(next);
}

/** The person did something. */
export const input = replying<State>({ changeBy, sentenceOf, subjectOf, movesOf });

function changeBy(state: State, what: Exclude<Input, InputOf<'answer'>>): Change<State> {
  switch (what.type) {
    case 'resize':
      return quiet(resize(state, what));
    case 'point':
      return quiet(hold({ ...state, pointed: what.at }, what.at, 'mouse'));
    case 'leave':
      return quiet(leave(state));
    case 'tap':
      return what.area === 'tray' ? quiet(tapTray(state, what)) : tapBoard(state, what);
    case 'drag':
      return quiet(drag(state, what));
    case 'drop':
      return letGo(state);
    case 'wheel':
      return quiet(wheel(state, what.isForward));
    case 'key':
      return pressAlt(state, what) ?? (what.area === 'tray' ? pressKeyInTray(state, what) : pressKey(state, what.key));
    case 'press':
      return actionBy(state, ({ id }) => id === what.id)?.run(state, 'touch') ?? quiet(state);
  }
}

/** What is seen after news: another round is seen as a whole, a new tile is looked for. */
function follow(state: State, before: View | undefined): State {
  if (!state.view || state.view.round !== before?.round) {
    return fitAgain(state);
  }
  const [was, is] = [placedTiles(before).length, placedTiles(state.view)];
  return is.length > was ? reveal(state, is.at(-1)!.cell) : state;
}

/** The tiles that came into the hand since the view before, in the same round. */
function freshTiles(before: State, { view, isPast }: State): Set<string> {
  const known = handOf(before.view);
  const isComparable = known && !isPast && !before.isPast && before.view!.viewer === view?.viewer;
  if (!isComparable || before.view!.round !== view?.round) {
    return new Set();
  }
  return new Set(handOf(view)?.filter((tile) => !known.includes(tile)));
}

function handOf(view: View | undefined): readonly string[] | undefined {
  return view?.hands[(view.viewer ?? 0) - 1]?.tiles ?? undefined;
}

function leave(state: State): State {
  const next = { ...state, pointed: undefined };
  return state.ghost?.by === 'mouse' || state.grip ? hide(next) : next;
}

function tapTray(state: State, { target, isSecond }: InputOf<'tap'>): State {
  const tile = namedBy(target, 'tile');
  if (tile === undefined || !canHold(state)) {
    return state;
  }
  return state.chosen === tile ? turn(state, !isSecond) : choose(state, tile);
}

function tapBoard(state: State, { at, target, pointer, isSecond }: InputOf<'tap'>): Change<State> {
  if (target === 'pile') {
    return mayDo(state, 'draw') ? play(state, 'draw') : quiet(state);
  }
  if (!canHold(state)) {
    return quiet(state);
  }
  if (state.chosen === undefined) {
    return { state, effects: [{ type: 'say', text: CHOOSE_FIRST }] };
  }
  if (isSecond) {
    return quiet(turn(state, true));
  }
  const wanted = cellOf(target);
  const held = wanted ? holdAt(state, wanted, pointer) : hold(state, at, pointer);
  // A finger covers what it points at: the first tap shows the place, a tap on the ghost takes it.
  const isAgain = state.ghost?.cell && held.ghost?.cell && isSame(state.ghost.cell, held.ghost.cell);
  return pointer === 'mouse' || isAgain ? place(held) : quiet(held);
}

function drag(state: State, { area, from, at, inTray, target, pointer, spread = 1 }: InputOf<'drag'>): State {
  const begun = state.grip ? state : grab(state, area === 'tray' ? namedBy(target, 'tile') : undefined, from, pointer);
  const { grip } = begun;
  if (!grip) {
    return begun;
  }
  const middle = { x: at.x, y: at.y - grip.lift };
  const place = grip.what === 'tile' && inTray && !isOnTable(begun, middle) ? placeAt(begun, inTray) : undefined;
  const moved = { ...begun, grip: { ...grip, at, place } };
  if (grip.what === 'table') {
    return zoom(pan(moved, { x: at.x - grip.at.x, y: at.y - grip.at.y }), spread, at);
  }
  return hold(moved, middle, pointer);
}

/** Takes hold of a tile of the rack, of the ghost, or of the table. */
function grab(state: State, tile: string | undefined, from: Point, pointer: Pointer): State {
  const lift = pointer === 'touch' ? LIFT * cameraOf(state).scale : 0;
  if (tile !== undefined && canHold(state)) {
    return { ...choose(state, tile), grip: { what: 'tile', at: from, lift } };
  }
  if (!isOnTable(state, from)) {
    return state;
  }
  const isOnGhost = state.ghost?.cell && isSame(cellAt(toTable(state, from)), state.ghost.cell);
  return { ...state, grip: { what: isOnGhost && pointer === 'touch' ? 'tile' : 'table', at: from, lift: 0 } };
}

function letGo(state: State): Change<State> {
  const next: State = { ...state, grip: undefined };
  if (state.grip?.what !== 'tile') {
    return quiet(next);
  }
  if (!next.ghost?.cell) {
    const place = state.grip.place;
    const isMoved = place !== undefined && rackTiles(state).indexOf(state.chosen!) !== place;
    return isMoved ? moveInRack(putBack(next), state.chosen!, place) : quiet(hide(next));
  }
  return place(next);
}

function wheel(state: State, isForward: boolean): State {
  return state.pointed ? zoom(state, isForward ? 1 / ZOOM_STEP : ZOOM_STEP, state.pointed) : state;
}

/** Puts a tile to another place in the rack, and says where it is then. */
function moveInRack(state: State, tile: string, place: number): Change<State> {
  const tiles = rackTiles(state);
  const next = Math.min(Math.max(place, 0), tiles.length - 1);
  const text = rackPlaceSentence(tile, next + 1, tiles.length);
  return { state: tiles[next] === tile ? state : arrange(state, tile, next), effects: [{ type: 'say', text }] };
}

/** With Alt the arrows move a tile in the rack, to the left and up towards its beginning. */
function pressAlt(state: State, { area, key, target }: InputOf<'key'>): Change<State> | undefined {
  const way = key.startsWith(ALT) ? STEPS[key.slice(ALT.length)] : undefined;
  const tile = namedBy(target, 'tile') ?? state.chosen;
  if (!way || tile === undefined || !canHold(state)) {
    return undefined;
  }
  const { state: next, effects } = moveInRack(state, tile, rackTiles(state).indexOf(tile) + way[0] + way[1]);
  return { state: next, effects: area === 'tray' ? [...effects, focusOn(tile)] : effects };
}

function pressKey(state: State, key: string): Change<State> {
  const cell = STEPS[key];
  // Where the tile cannot lie, Enter says why.
  if ((key === 'Enter' || key === ' ') && canHold(state)) {
    return place(state);
  }
  if (!cell) {
    return actionBy(state, ({ keys }) => keys.includes(key))?.run(state, 'keys') ?? quiet(state);
  }
  if (state.chosen === undefined) {
    return quiet(pan(state, { x: -cell[0] * PAN_STEP, y: -cell[1] * PAN_STEP }));
  }
  return stepped(state, step(state, cell), sentenceOf);
}

function pressKeyInTray(state: State, { key, target }: InputOf<'key'>): Change<State> {
  const tile = namedBy(target, 'tile');
  const cell = STEPS[key];
  if (cell && canHold(state)) {
    const [columns, rows] = cell;
    const next = chooseBeside(state, tile ?? state.chosen, columns + rows > 0);
    return { state: next, effects: next.chosen === undefined ? [] : [focusOn(next.chosen)] };
  }
  if (tile !== undefined && canHold(state) && (key === 'Enter' || key === ' ')) {
    return { state: jump(choose(state, tile), true, 'keys'), effects: [{ type: 'focus', area: 'board' }] };
  }
  return pressKey(state, key);
}

function focusOn(tile: string): Effect {
  return { type: 'focus', area: 'tray', target: `tile:${tile}` };
}

function resize(state: State, { area, width, height }: InputOf<'resize'>): State {
  const isNew = width !== state.tray.width || height !== state.tray.height;
  return area === 'tray' && width > 0 && height > 0 && isNew ? { ...state, tray: { width, height } } : state;
}

/** The tile and the cell over which it is held, if it cannot lie there. */
function subjectOf(state: State): string | undefined {
  const verdict = verdictOf(state);
  return verdict?.type === 'illegal' ? questionKey(verdict.placement.tile, verdict.placement.cell) : undefined;
}

/** The tile on its cell in every way. */
function movesOf(state: State): string[] {
  const { tile, cell } = verdictOf(state)!.placement;
  return orientationsAt(cell).map((orientation) => placementOf(tile, orientation, cell).move);
}

/** The cell of a legal place that was tapped. */
function cellOf(target: string | undefined): Cell | undefined {
  return readPlacement(namedBy(target, 'place') ?? '')?.cell;
}
