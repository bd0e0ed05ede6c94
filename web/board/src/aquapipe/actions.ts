// What can be done besides pointing: one table for keys and buttons.

import { type Action, buttonsOf } from '../actions.ts';
import type { Button } from '../api.ts';
import { type Change, quiet } from '../kind.ts';
import { choose, chooseNext, jump, putBack, show, turn } from './hand.ts';
import { placeName } from './place.ts';
import {
  type Cursor,
  type State,
  canPlay,
  nSpacesOf,
  ownHeads,
  partsOf,
  placesOf,
  playableHeads,
  verdictOf,
} from './state.ts';
import { playedSentence, sentenceOf } from './text.ts';

const hasPipe = (state: State) => state.chosen !== undefined;
const hasPlace = (state: State) => state.chosen !== undefined && placesOf(state, state.chosen).length > 0;
const isLegal = (state: State) => verdictOf(state)?.type === 'legal';
const hasUPipe = (state: State) => state.chosen !== undefined && nSpacesOf(state.chosen) === 2;

const ACTIONS: readonly Action<State>[] = [
  { id: 'next-pipe', label: 'Next pipe', keys: ['n'], isEnabled: canPlay, run: (state, by) => take(state, true, by) },
  { id: 'previous-pipe', keys: ['p'], isEnabled: canPlay, run: (state, by) => take(state, false, by) },
  { id: 'next-place', label: 'Next place', keys: ['g'], isEnabled: hasPlace, run: (state, by) => go(state, true, by) },
  { id: 'previous-place', keys: ['G'], isEnabled: hasPlace, run: (state, by) => go(state, false, by) },
  {
    id: 'turn',
    label: 'Turn',
    keys: ['r'],
    isKnown: (state) => state.view?.pipes.some((pipe) => pipe.is_u_pipe) ?? false,
    isEnabled: hasUPipe,
    run: (state, by) => quiet(turn(state, by)),
  },
  { id: 'play', label: 'Play', keys: ['Enter', ' '], isEnabled: isLegal, run: enter },
  { id: 'drop', label: 'Put back', keys: ['Escape'], isEnabled: hasPipe, run: (state) => quiet(putBack(state)) },
];

/** Does what a button says. */
export function press(state: State, id: string): Change<State> {
  return run(state, ACTIONS.find((action) => action.id === id), 'touch');
}

/** Does what a key says. */
export function pressKey(state: State, key: string): Change<State> {
  return run(state, ACTIONS.find((action) => action.keys.includes(key)), 'keys');
}

/** The buttons for what can be done. */
export function buttons(state: State): Button[] {
  const isLive = canPlay(state);
  return buttonsOf(ACTIONS, state).map((button) => ({ ...button, isEnabled: isLive && button.isEnabled }));
}

/** Plays the chosen pipe where the cursor is, or says why that cannot be. */
export function play(state: State): Change<State> {
  const verdict = verdictOf(state);
  if (verdict?.type === 'same') {
    return quiet(putBack(state));
  }
  if (verdict?.type !== 'legal') {
    const text = sentenceOf(state);
    return { state: { ...state, isDragging: false }, effects: text ? [{ type: 'say', text }] : [] };
  }
  const { move } = verdict;
  return {
    state: { ...putBack(state), sent: move },
    effects: [{ type: 'play', move }, { type: 'say', text: playedSentence(partsOf(move)!) }],
  };
}

function run(state: State, action: Action<State> | undefined, by: Cursor['by']): Change<State> {
  return action && canPlay(state) ? action.run(state, by) : quiet(state);
}

function take(state: State, isForward: boolean, by: Cursor['by']): Change<State> {
  return quiet(show(chooseNext(state, isForward), by));
}

function go(state: State, isForward: boolean, by: Cursor['by']): Change<State> {
  return quiet(jump(state, isForward, by));
}

/** Enter plays what is held; with an empty hand it takes a pipe that stands at the cursor. */
function enter(state: State): Change<State> {
  const { chosen, cursor } = state;
  if (chosen !== undefined || !cursor) {
    return play(state);
  }
  const space = placeName(cursor.place);
  const heads = [...playableHeads(state), ...ownHeads(state)];
  const head = heads.find((it) => partsOf(it)?.from?.some((cell) => placeName([cell]) === space));
  return head === undefined ? play(state) : quiet(choose(state, head));
}
