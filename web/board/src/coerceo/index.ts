// Coerceo as a kind of board.

import type { Kind } from '../kind.ts';
import { buttons } from './actions.ts';
import { input, show } from './mutations.ts';
import { row } from './row.ts';
import { boardScene } from './scene.ts';
import { type State, start } from './state.ts';
import { describe, panels } from './text.ts';
import { trayScene } from './tray.ts';

/** The board of Coerceo. */
export const coerceo: Kind<State> = {
  start,
  show,
  input,
  isHolding: (state) => state.dragged !== undefined,
  scene: (state, area) => (area === 'board' ? boardScene(state) : trayScene(state)),
  buttons,
  describe,
  panels,
  row,
};
