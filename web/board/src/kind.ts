// What the board of one game is: pure functions on a state that knows nothing of the page.

import type { Button, Description, Look, MoveRow, Panel, Played, MoveExplanation, Settings } from './api.ts';
import type { Point } from './geometry/polygon.ts';
import type { Scene } from './scene.ts';

/** One of the two pictures. */
export type Area = 'board' | 'tray';

/** What somebody points with. */
export type Pointer = 'mouse' | 'touch';

/** What somebody moves something with. */
export type By = Pointer | 'keys';

/** What the person does, or what comes back of a question. */
export type Input =
  /** The mouse is at a point of the board. */
  | { type: 'point'; at: Point }
  /** The mouse left the board, or a drag was broken off. */
  | { type: 'leave' }
  /** A click or a tap; `target` is the `data-target` of what is there, `at` in the area's units. */
  | { type: 'tap'; area: Area; at: Point; target?: string; pointer: Pointer; isSecond: boolean }
  /**
   * Something is dragged; `from` and `at` are in units of the board, wherever the pointer is, and `inTray` is
   * where it is in units of the tray. While a second finger is on the board, `spread` is how many times farther
   * from the first it is than before.
   */
  | {
      type: 'drag';
      area: Area;
      from: Point;
      at: Point;
      inTray?: Point;
      target?: string;
      pointer: Pointer;
      spread?: number;
    }
  /** What was dragged is let go. */
  | { type: 'drop'; pointer: Pointer }
  /** The wheel was turned by one step. */
  | { type: 'wheel'; isForward: boolean; isShift: boolean }
  /** A key was pressed, with Alt as `Alt+ArrowLeft`; `target` is the `data-target` of what has the focus. */
  | { type: 'key'; area: Area; key: string; target?: string }
  /** A button of the page was pressed. */
  | { type: 'press'; id: string }
  /** An area has a new size, in pixels. */
  | { type: 'resize'; area: Area; width: number; height: number }
  /** The answer to a question; none if there was no answer. */
  | { type: 'answer'; about: string; reasons?: MoveExplanation[] };

/** An input of one type. */
export type InputOf<Type extends Input['type']> = Extract<Input, { type: Type }>;

/** What is to be done besides showing the new state. */
export type Effect =
  | { type: 'play'; move: string }
  /** To be answered by an input with the same `about`. */
  | { type: 'ask'; about: string; moves: string[] }
  | { type: 'say'; text: string }
  /** The focus goes to an area, or to what has this `data-target` in it. */
  | { type: 'focus'; area: Area; target?: string };

/** A new state, and what else is to be done. */
export interface Change<State> {
  readonly state: State;
  readonly effects: readonly Effect[];
}

/** A new state, and nothing else. */
export function quiet<State>(state: State): Change<State> {
  return { state, effects: [] };
}

/** What a target of some sort is the name of: `piece:I5` of the sort `piece` is that of `I5`. */
export function namedBy(target: string | undefined, sort: string): string | undefined {
  return target?.startsWith(`${sort}:`) ? target.slice(sort.length + 1) : undefined;
}

/** What the state of every board has: how it is shown. */
export interface BoardState {
  readonly settings: Settings;
}

/** The board of one game. A state that is not changed must be the same object. */
export interface Kind<State extends BoardState> {
  /** The state before anything is shown. */
  start(pieces: unknown, settings: Settings): State;
  /** A position is to be shown. */
  show(state: State, look: Look): State;
  /** The person did something. */
  input(state: State, input: Input): Change<State>;
  /** Whether the person holds something, so that wheel and fingers are for the board, not the page. */
  isHolding(state: State): boolean;
  /** The picture of an area. */
  scene(state: State, area: Area): Scene;
  buttons(state: State): Button[];
  describe(state: State): Description;
  panels(state: State): Panel[];
  /** A move for a list, in words and as a small picture. */
  row(state: State, played: Played): MoveRow;
  /** What the person arranged, to be remembered when the board is shown anew. */
  memoryOf?(state: State): string;
  /** The state with what was remembered. */
  recall?(state: State, memory: string): State;
}

/** A type of the server, of which nothing is ever changed here. */
export type Frozen<T> = T extends object ? { readonly [Name in keyof T]: Frozen<T[Name]> } : T;
