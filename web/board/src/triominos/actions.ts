// What can be done besides pointing: one table for keys and buttons.

import { type Action, buttonsOf } from '../actions.ts';
import type { Button } from '../api.ts';
import { type Change, quiet } from '../kind.ts';
import { ZOOM_STEP, fitAgain, windowMiddle, zoom } from './camera.ts';
import { chooseNext, jump, putBack, turn } from './hand.ts';
import { isArranged, sort } from './rack.ts';
import { type Order, type State, canHold, canPlay, cellsOf, legalAt, mayDo, verdictOf } from './state.ts';
import { CHOOSE_FIRST, ONE_WAY, costLabel, nowhereSentence, playedSentence, sentenceOf } from './text.ts';

type Run = Action<State>['run'];

const always = () => true;
const hasTile = (state: State) => canHold(state) && state.chosen !== undefined;
const mayDraw = (state: State) => mayDo(state, 'draw');
const mayPass = (state: State) => mayDo(state, 'pass');
const hasMoved = (state: State) => state.camera !== undefined;
const drawLabel = (state: State) => costLabel(state, 'draw');
const passLabel = (state: State) => costLabel(state, 'pass');

const PLAYING: readonly Action<State>[] = [
  { id: 'place', label: 'Place', keys: ['Enter', ' '], isEnabled: isLegal, run: place },
  { id: 'turn-right', label: 'Turn', keys: ['r'], isEnabled: hasTile, run: turnBy(true) },
  { id: 'turn-left', keys: ['R'], isEnabled: hasTile, run: turnBy(false) },
  { id: 'next-place', label: 'Next place', keys: ['g'], isEnabled: canPlay, run: goBy(true) },
  { id: 'previous-place', keys: ['G'], isEnabled: canPlay, run: goBy(false) },
  { id: 'next-tile', keys: ['n'], isEnabled: canHold, run: chooseBy(true) },
  { id: 'previous-tile', keys: ['p'], isEnabled: canHold, run: chooseBy(false) },
  { id: 'drop', label: 'Put back', keys: ['Escape'], isEnabled: hasTile, run: drop },
  { id: 'draw', label: drawLabel, keys: ['d'], isEnabled: mayDraw, run: (state) => play(state, 'draw') },
  { id: 'pass', label: passLabel, keys: ['x'], isEnabled: mayPass, run: (state) => play(state, 'pass') },
  { id: 'sort', label: sortLabel, keys: ['s'], isEnabled: canHold, run: (state) => quiet(sort(state, nextOrder(state))) },
];

const LOOKING: readonly Action<State>[] = [
  { id: 'zoom-in', label: 'Zoom in', keys: ['+', '='], isEnabled: always, run: zoomBy(ZOOM_STEP) },
  { id: 'zoom-out', label: 'Zoom out', keys: ['-'], isEnabled: always, run: zoomBy(1 / ZOOM_STEP) },
  { id: 'fit', label: 'Fit', keys: ['0'], isEnabled: hasMoved, run: (state) => quiet(fitAgain(state)) },
];

/** What can be done by a button or a key that is enabled. */
export function actionBy(state: State, is: (action: Action<State>) => boolean): Action<State> | undefined {
  return actionsOf(state).find((action) => is(action) && action.isEnabled(state));
}

/** The buttons for what can be done. */
export function buttons(state: State): Button[] {
  return buttonsOf(actionsOf(state), state);
}

/** Places the tile where its ghost is, or says why that cannot be. */
export function place(state: State): Change<State> {
  const verdict = verdictOf(state);
  if (verdict?.type === 'legal') {
    return play(state, verdict.placement.move);
  }
  const text = state.chosen === undefined ? CHOOSE_FIRST : sentenceOf(state);
  return { state, effects: text ? [{ type: 'say', text }] : [] };
}

/** Plays a legal move. */
export function play(state: State, move: string): Change<State> {
  return {
    state: { ...putBack(state), sent: move },
    effects: [{ type: 'play', move }, { type: 'say', text: playedSentence(state, move) }],
  };
}

/** Those who only look have nothing to play. */
function actionsOf(state: State): readonly Action<State>[] {
  return canHold(state) ? [...PLAYING, ...LOOKING] : LOOKING;
}

function turnBy(isForward: boolean): Run {
  return (state) => {
    const { chosen, ghost } = state;
    const hasOneWay = ghost?.cell && legalAt(state, chosen!, ghost.cell).length === 1;
    return hasOneWay ? { state, effects: [{ type: 'say', text: ONE_WAY }] } : quiet(turn(state, isForward));
  };
}

function goBy(isForward: boolean): Run {
  return (state, by) => {
    const held = state.chosen === undefined ? chooseNext(state, isForward) : state;
    if (held.chosen !== undefined && cellsOf(held, held.chosen).length === 0) {
      return { state: held, effects: [{ type: 'say', text: nowhereSentence(held.chosen) }] };
    }
    return quiet(jump(held, isForward, by));
  };
}

function chooseBy(isForward: boolean): Run {
  return (state, by) => quiet(jump(chooseNext(state, isForward), true, by));
}

function drop(state: State): Change<State> {
  return { state: putBack(state), effects: [{ type: 'say', text: `${state.chosen} put back` }] };
}

function isLegal(state: State): boolean {
  return verdictOf(state)?.type === 'legal';
}

function sortLabel(state: State): string {
  return `Sort by ${nextOrder(state)}`;
}

/** The other order; after the person's own the one that was there before. */
function nextOrder(state: State): Order {
  const { order } = state;
  return isArranged(state) ? order : order === 'number' ? 'points' : 'number';
}

function zoomBy(factor: number): Run {
  return (state) => quiet(zoom(state, factor, windowMiddle(state)));
}
