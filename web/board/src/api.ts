// What the page and a board tell each other.

import type { Scene } from './scene.ts';

/** How a board is shown. */
export interface Settings {
  /** Letters and numbers at the edge of the board. */
  showCoordinates: boolean;
  /** On each piece the number of the move that placed it. */
  showNumbers: boolean;
  /** A mark on what was played last. */
  showLast: boolean;
  /** Where the next piece can touch. */
  showCorners: boolean;
  /** Where what is chosen can go. */
  showPlaces: boolean;
  /** Letters and patterns besides colors. */
  hasLetters: boolean;
  /** No motion. */
  isStill: boolean;
}

/** The settings of a board of which nothing else is said. */
export const DEFAULT_SETTINGS: Settings = {
  showCoordinates: true,
  showNumbers: false,
  showLast: true,
  showCorners: false,
  showPlaces: false,
  hasLetters: false,
  isStill: false,
};

/** Legal moves: a move is a key followed by one of the words of its value. */
export type Choices = Readonly<Record<string, string>>;

/** What is to be seen. */
export interface Look {
  /** What the viewer may know of the position, as the server sends it. */
  view: unknown;
  /** The legal moves, if it is for this person to move. */
  choices?: Choices;
  /** The seat of this person, from 1; none for a spectator. */
  viewer?: number;
  /** The move that led to the position, as far as the viewer may know it. */
  last?: string;
  /** Whether this is an old position, in which nothing can be played. */
  isPast?: boolean;
  /** Whether the table has ended, also where the rules would let the game go on: somebody resigned. */
  isOver?: boolean;
  /** The legal moves with all their parts, where the board of the game needs them and they came. */
  moves?: readonly unknown[];
  /** Moves to be pointed out, the best first, and what is to be written there instead of their numbers. */
  marks?: { moves: string[]; values?: string[]; tones?: Tone[] };
}

/** What a mark says of a move: that it was played, that it was better, or how it ends. */
export type Tone = 'better' | 'played' | 'good' | 'even' | 'bad';

/** Why some moves cannot be played; null if they can. */
export interface MoveExplanation {
  reason: string | null;
  moves: string[];
}

/** Something that the person can do besides pointing. */
export interface Button {
  id: string;
  label: string;
  /** The key that does the same, as `KeyboardEvent.key` tells it. */
  key?: string;
  /** For a switch: whether it is on. */
  isOn?: boolean;
  isEnabled: boolean;
}

/** The position in sentences. */
export interface Description {
  /** The game and whose turn it is, or how it ended. */
  summary: string;
  /** What each color or player has, on the board and in hand. */
  players: string[];
  /** What was played last. */
  last?: string;
  /** What this person can do. */
  choices: string;
  /** Why the game or the round ended, without its winner: `a row of three`. */
  why?: string;
}

/** What one seat has, for a panel beside the board. */
export interface Panel {
  /** The seat, from 1. */
  seat: number;
  /** Facts such as the pieces left. */
  lines: { label: string; value: string }[];
  /** Its points as people count them; none where the game has no points. */
  score?: { value: number; unit: string };
  /** Its colors by name; `board.css` has a class `tw-color-NAME` that sets `--color`. */
  colors: string[];
}

/** A move that was played, as a list has it. */
export interface Played {
  /** How many moves there were with it. */
  readonly ply: number;
  readonly seat: number;
  readonly move: string;
  /** What the server says that it did. */
  readonly effect?: string | undefined;
}

/** A move for people. */
export interface MoveRow {
  /** The color that moved. */
  color: string | undefined;
  /** What was moved. */
  picture?: Scene;
  /** What was moved where. */
  text: string;
  /** What it did: `takes 1`, `+14`; empty if there is nothing to say. */
  words: string;
}

/** What a board tells the page. */
export interface Listeners {
  /** The person plays this move. If it is refused, show the position again. */
  play(move: string): void;
  /** The board wants to know why these moves are illegal. */
  ask(moves: string[]): Promise<MoveExplanation[]>;
  /** A short text for a status line and for screen readers: a reason, what is chosen. */
  say(text: string): void;
  /** What the person arranged is to be given as `memory` when the board of this table is made again. */
  remember?(memory: string): void;
  /** The buttons are others than before. */
  changed?(board: Board): void;
}

/** What a board is made of. */
export interface MountOptions {
  /** The name of the game, such as `blokus`. */
  game: string;
  /** An empty element for the board. */
  board: HTMLElement;
  /** An empty element for what can be placed. */
  tray: HTMLElement;
  /** What the server says of the pieces of the game. */
  pieces: unknown;
  settings?: Partial<Settings>;
  /** What a board of the same table wanted to be remembered. */
  memory?: string;
  on: Listeners;
}

/** A board in a page. */
export interface Board {
  /** Shows a position. */
  show(look: Look): void;
  /** Changes how it is shown. */
  set(settings: Partial<Settings>): void;
  /** What the person can do besides pointing. */
  buttons(): Button[];
  /** Does what a button says. */
  press(id: string): void;
  /** The position in sentences. */
  describe(): Description;
  /** What each seat has. */
  panels(): Panel[];
  /** A move of this game for a list. */
  row(played: Played): MoveRow;
  /** Takes the board out of the page. */
  destroy(): void;
}
