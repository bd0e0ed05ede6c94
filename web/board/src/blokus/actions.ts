// What can be done with a piece besides pointing: one table for keys and buttons.

import { type Action, buttonsOf } from '../actions.ts';
import type { Button } from '../api.ts';
import { type Change, quiet } from '../kind.ts';
import { chooseNext, flip, jump, putBack, showGhost, turn } from './hand.ts';
import {
  type Ghost,
  type State,
  canHold,
  moveParts,
  nWays,
  placesOf,
  shapeOf,
  verdictOf,
} from './state.ts';
import { nowhereSentence, placedSentence, sentenceOf } from './text.ts';

type Run = Action<State>['run'];

const hasPiece = (state: State) => state.chosen !== undefined;

const turnLeft: Run = (state) => quiet(turn(state, 3));
const turnRight: Run = (state) => quiet(turn(state, 1));
const mirror: Run = (state) => quiet(flip(state));
const nextPlace: Run = (state, by) => go(state, true, by);
const previousPlace: Run = (state, by) => go(state, false, by);
const nextPiece: Run = (state, by) => quiet(showGhost(chooseNext(state, true), by));
const previousPiece: Run = (state, by) => quiet(showGhost(chooseNext(state, false), by));

const ACTIONS: readonly Action<State>[] = [
  { id: 'turn-left', label: 'Turn left', keys: ['R'], isEnabled: hasPiece, run: turnLeft },
  { id: 'turn-right', label: 'Turn right', keys: ['r'], isEnabled: hasPiece, run: turnRight },
  { id: 'flip', label: 'Flip', keys: ['f'], isEnabled: hasPiece, run: mirror },
  { id: 'next-place', label: 'Next place', keys: ['g'], isEnabled: canJump, run: nextPlace },
  { id: 'previous-place', keys: ['G'], isEnabled: canJump, run: previousPlace },
  { id: 'next-piece', keys: ['n'], isEnabled: canHold, run: nextPiece },
  { id: 'previous-piece', keys: ['p'], isEnabled: canHold, run: previousPiece },
  { id: 'place', label: 'Place', keys: ['Enter', ' '], isEnabled: isLegal, run: place },
  { id: 'drop', label: 'Put back', keys: ['Escape'], isEnabled: hasPiece, run: drop },
];

/** The action that a button does. */
export function actionById(id: string): Action<State> | undefined {
  return ACTIONS.find((action) => action.id === id);
}

/** The action that a key does. */
export function actionByKey(key: string): Action<State> | undefined {
  return ACTIONS.find((action) => action.keys.includes(key));
}

/** The buttons for what can be done. */
export function buttons(state: State): Button[] {
  const isLive = canHold(state);
  return buttonsOf(ACTIONS, state).map((button) => ({ ...button, isEnabled: isLive && button.isEnabled }));
}

/** Places the piece where its ghost is, or says why that cannot be. */
export function place(state: State): Change<State> {
  const verdict = verdictOf(state);
  if (verdict?.type !== 'legal') {
    const text = sentenceOf(state);
    return { state, effects: text ? [{ type: 'say', text }] : [] };
  }
  const { move } = verdict;
  const text = placedSentence(moveParts(move));
  return {
    state: { ...putBack(state), sent: move },
    effects: [{ type: 'play', move }, { type: 'say', text }],
  };
}

function drop(state: State): Change<State> {
  const { chosen } = state;
  if (chosen === undefined) {
    return quiet(state);
  }
  return { state: putBack(state), effects: [{ type: 'say', text: `${chosen} put back` }] };
}

function go(state: State, isForward: boolean, by: Ghost['by']): Change<State> {
  const { chosen } = state;
  const hasPlaces = chosen === undefined || placesOf(state, shapeOf(state, chosen)).length > 0;
  if (hasPlaces) {
    return quiet(jump(state, isForward, by));
  }
  return { state, effects: [{ type: 'say', text: nowhereSentence(state, chosen) }] };
}

function canJump(state: State): boolean {
  return state.chosen !== undefined && nWays(state, state.chosen) > 0;
}

function isLegal(state: State): boolean {
  return verdictOf(state)?.type === 'legal';
}
