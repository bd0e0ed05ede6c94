// What can be done besides pointing: one table for keys and buttons.

import { type Action, buttonsOf } from '../actions.ts';
import type { Button } from '../api.ts';
import { type Change, quiet } from '../kind.ts';
import { choose, chooseNext, jump, toggleExchange } from './hand.ts';
import { type State, canPlay, headOf, letGo, placesOf, verdictOf } from './state.ts';
import { exchangeLabel, playedSentence, refusalSentence, sentenceOf } from './text.ts';

const hasPlaces = (state: State) => placesOf(state).length > 0;
const hasPieces = (state: State) => (state.isExchanging ? state.prey.length : state.steps.size) > 0;
const isBusy = (state: State) => headOf(state) !== undefined;

const ACTIONS: readonly Action<State>[] = [
  {
    id: 'exchange',
    label: exchangeLabel,
    keys: ['x', 'X'],
    isEnabled: (state) => state.isExchanging || state.prey.length > 0,
    isOn: (state) => state.isExchanging,
    run: (state) => quiet(toggleExchange(state)),
  },
  {
    id: 'next-piece',
    label: 'Next piece',
    keys: ['n'],
    isEnabled: hasPieces,
    run: (state, by) => quiet(chooseNext(state, true, by)),
  },
  { id: 'previous-piece', keys: ['p'], isEnabled: hasPieces, run: (state, by) => quiet(chooseNext(state, false, by)) },
  {
    id: 'next-place',
    label: 'Next place',
    keys: ['g'],
    isEnabled: hasPlaces,
    run: (state, by) => quiet(jump(state, true, by)),
  },
  { id: 'previous-place', keys: ['G'], isEnabled: hasPlaces, run: (state, by) => quiet(jump(state, false, by)) },
  {
    id: 'play',
    label: 'Play',
    keys: ['Enter', ' '],
    isEnabled: (state) => verdictOf(state)?.type === 'legal',
    run: take,
  },
  {
    id: 'drop',
    label: 'Put back',
    keys: ['Escape'],
    isEnabled: isBusy,
    run: (state) => quiet(isBusy(state) ? letGo(state) : state),
  },
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
  const isLive = canPlay(state);
  return buttonsOf(ACTIONS, state).map((button) => ({ ...button, isEnabled: isLive && button.isEnabled }));
}

/** Does what the triangle at the cursor is there for: plays the move to it, or takes the piece on it. */
export function take(state: State): Change<State> {
  const at = state.cursor?.at;
  if (at === undefined) {
    return quiet(state);
  }
  const verdict = verdictOf(state);
  if (verdict?.type === 'legal') {
    return play(state, verdict.move);
  }
  if (at === state.chosen) {
    return quiet(letGo(state));
  }
  if (!state.isExchanging && state.steps.has(at)) {
    return quiet(choose(state, at));
  }
  const text = verdict ? sentenceOf(state) : refusalSentence(state, at);
  return { state, effects: text === undefined ? [] : [{ type: 'say', text }] };
}

function play(state: State, move: string): Change<State> {
  const text = playedSentence(state, move);
  return {
    state: { ...letGo(state), sent: move },
    // What was clicked may be no button any more; the keys go on with the board.
    effects: [{ type: 'play', move }, { type: 'say', text }, { type: 'focus', area: 'board' }],
  };
}
