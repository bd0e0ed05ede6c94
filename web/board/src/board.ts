// A board in a page: holds the state of its kind, shows it, and carries out what it wants done.

import { type Board, DEFAULT_SETTINGS, type MountOptions, type Settings } from './api.ts';
import { listen } from './events.ts';
import type { Change, Effect, Input, Kind, BoardState } from './kind.ts';
import { createPicture, render } from './render.ts';

/** Puts the board of a kind into a page. */
export function createBoard<State extends BoardState>(kind: Kind<State>, options: MountOptions): Board {
  const { on } = options;
  let settings: Settings = { ...DEFAULT_SETTINGS, ...options.settings };
  const fresh = kind.start(options.pieces, settings);
  let state = options.memory === undefined ? fresh : (kind.recall?.(fresh, options.memory) ?? fresh);
  let memory = kind.memoryOf?.(state);
  let buttons = '';
  const pictures = { board: createPicture(options.board), tray: createPicture(options.tray) };

  function draw(): void {
    for (const area of ['board', 'tray'] as const) {
      render(pictures[area], kind.scene(state, area));
    }
    const before = buttons;
    buttons = JSON.stringify(kind.buttons(state));
    if (buttons !== before) {
      on.changed?.(board);
    }
  }

  function become(next: State): void {
    if (next !== state) {
      state = next;
      draw();
      remember();
    }
  }

  function remember(): void {
    const before = memory;
    memory = kind.memoryOf?.(state);
    if (memory !== undefined && memory !== before) {
      on.remember?.(memory);
    }
  }

  /** Whether the input meant anything. */
  function send(input: Input): boolean {
    const { state: next, effects }: Change<State> = kind.input(state, input);
    const isHandled = next !== state || effects.length > 0;
    become(next);
    effects.forEach(carryOut);
    return isHandled;
  }

  function carryOut(effect: Effect): void {
    switch (effect.type) {
      case 'play':
        return on.play(effect.move);
      case 'say':
        return on.say(effect.text);
      case 'focus':
        return focus(pictures[effect.area], effect.target);
      case 'ask':
        void ask(effect.about, effect.moves);
    }
  }

  async function ask(about: string, moves: string[]): Promise<void> {
    // Why a question fails is for the page to tell; the board only has to know that it may ask again.
    const reasons = await on.ask(moves).catch(() => undefined);
    send({ type: 'answer', about, reasons });
  }

  const stop = listen(pictures, { send, isHolding: () => kind.isHolding(state) });
  const board: Board = {
    show: (look) => become(kind.show(state, look)),
    set: (changes) => {
      settings = { ...settings, ...changes };
      become({ ...state, settings });
    },
    buttons: () => kind.buttons(state),
    press: (id) => void send({ type: 'press', id }),
    describe: () => kind.describe(state),
    panels: () => kind.panels(state),
    row: (played) => kind.row(state, played),
    destroy: () => {
      stop();
      pictures.board.remove();
      pictures.tray.remove();
    },
  };
  draw();
  return board;
}

function focus(picture: SVGSVGElement, target: string | undefined): void {
  const element = target ? picture.querySelector(`[data-target="${target}"]`) : picture;
  (element as SVGElement | null)?.focus();
}
