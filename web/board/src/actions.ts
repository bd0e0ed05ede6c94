// What can be done besides pointing: one table for keys and buttons.

import type { Button } from './api.ts';
import type { By, Change } from './kind.ts';

/** Something that a key does, and mostly a button. */
export interface Action<State> {
  readonly id: string;
  /** What its button says; those without one have a key alone. */
  readonly label?: string | ((state: State) => string);
  readonly keys: readonly string[];
  /** Whether this game has any use for it. */
  isKnown?(state: State): boolean;
  isEnabled(state: State): boolean;
  /** For a switch: whether it is on. */
  isOn?(state: State): boolean;
  run(state: State, by: By): Change<State>;
}

/** The buttons for what can be done. */
export function buttonsOf<State>(actions: readonly Action<State>[], state: State): Button[] {
  const known = actions.filter((action) => action.isKnown?.(state) ?? true);
  return known.flatMap(({ id, label, keys: [key], isEnabled, isOn }) => {
    const words = typeof label === 'function' ? label(state) : label;
    return words === undefined ? [] : [{ id, label: words, key, isOn: isOn?.(state), isEnabled: isEnabled(state) }];
  });
}
