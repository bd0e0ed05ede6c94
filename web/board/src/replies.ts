// What a board says and asks after whatever the person did, the same in every game.

import type { Change, Effect, Input, InputOf } from './kind.ts';
import { type Reasons, aboutOf, answered } from './questions.ts';

/** What every board knows: the position, and why moves are illegal in it. */
interface Knowing {
  readonly view?: { readonly position: string };
  readonly reasons: ReadonlyMap<string, Reasons>;
}

/** What the board of one game makes of inputs, sentences and questions. */
interface Replies<State> {
  /** What an input changes. */
  changeBy(state: State, what: Exclude<Input, InputOf<'answer'>>): Change<State>;
  /** What can be said of a state. */
  sentenceOf(state: State): string | undefined;
  /** What can be said of a change, where that is more than can be said of the state after it. */
  sentenceAfter?(before: State, after: State): string | undefined;
  /** What somebody must tell why it is illegal, if anything. */
  subjectOf(state: State): string | undefined;
  /** The moves to be asked for: all at once, so that pointing elsewhere needs no further question. */
  movesOf(state: State, subject: string): string[];
}

/** Takes an input; what is new is said, and what is illegal without a known reason is asked for, once. */
export function replying<State extends Knowing>(replies: Replies<State>): (before: State, what: Input) => Change<State> {
  const { changeBy, sentenceOf, sentenceAfter = (_, after) => sentenceOf(after), subjectOf, movesOf } = replies;

  function said(before: State, after: State): Effect[] {
    const text = sentenceAfter(before, after);
    return text && text !== sentenceOf(before) ? [{ type: 'say', text }] : [];
  }

  return (before, what) => {
    if (what.type === 'answer') {
      // An answer that did not come must not be asked for at once again.
      const after = answer(before, what);
      return { state: after, effects: said(before, after) };
    }
    const { state, effects } = changeBy(before, what);
    const subject = subjectOf(state);
    const isAsked = subject !== undefined && !state.reasons.has(subject);
    const after = isAsked ? { ...state, reasons: new Map(state.reasons).set(subject, null) } : state;
    const isSaid = effects.some((effect) => effect.type === 'say');
    const question = isAsked ? [ask(after, subject, movesOf(after, subject))] : [];
    return { state: after, effects: [...effects, ...(isSaid ? [] : said(before, after)), ...question] };
  };
}

/** A step by a key. At the edge nothing moves, and that is said too. */
export function stepped<State>(before: State, after: State, sentenceOf: Replies<State>['sentenceOf']): Change<State> {
  const text = sentenceOf(after);
  return { state: after, effects: text && text === sentenceOf(before) ? [{ type: 'say', text }] : [] };
}

function ask(state: Knowing, subject: string, moves: string[]): Effect {
  return { type: 'ask', about: aboutOf(subject, state.view?.position), moves };
}

function answer<State extends Knowing>(state: State, what: InputOf<'answer'>): State {
  const reasons = answered(state.reasons, state.view?.position, what);
  return reasons === state.reasons ? state : { ...state, reasons };
}
