// Triominos as a kind of board.

import type { Kind } from '../kind.ts';
import { buttons } from './actions.ts';
import { input, show } from './mutations.ts';
import { memoryOf, recall } from './rack.ts';
import { row } from './row.ts';
import { boardScene } from './scene.ts';
import { type State, start } from './state.ts';
import { describe, panels } from './text.ts';
import { trayScene } from './tray.ts';

/** The board of Triominos. */
export const triominos: Kind<State> = {
  start: (_, settings) => start(settings),
  show,
  input,
  // The wheel zooms where the mouse points at the board.
  isHolding: (state) => state.pointed !== undefined,
  scene: (state, area) => (area === 'board' ? boardScene(state) : trayScene(state)),
  buttons,
  describe,
  panels,
  row,
  memoryOf,
  recall,
};
