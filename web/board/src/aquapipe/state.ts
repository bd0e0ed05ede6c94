// What a board of Aqua Pipe knows, and what can be read from it. Nothing here knows a rule: what is legal
// stands in the choices, and why the rest is not, the server tells.

import type { Look, Settings } from '../api.ts';
import type { Point } from '../geometry/polygon.ts';
import type { By, Frozen } from '../kind.ts';
import { type Mark as AnyMark, readChoices, readMarks, readTimes } from '../looks.ts';
import type { Reasons } from '../questions.ts';
import { type Place, inOrder, isSame, placeName, placeOf } from './place.ts';
import type { PipeView as PipeViewType } from '../views/aquapipe/PipeView.ts';
import type { RowView as RowViewType } from '../views/aquapipe/RowView.ts';
import type { View as ViewType } from '../views/aquapipe/View.ts';

/** A color's name, as the server writes it. */
export type Color = string;

/** How wide a pipe is. */
export type Diameter = 'small' | 'medium' | 'large';

/** A pipe of a view, on the board or in hand. */
export type PipeView = Frozen<PipeViewType>;

/** A row of slots of one color and diameter. */
export type RowView = Frozen<RowViewType>;

/** The view of the server. */
export type View = Frozen<ViewType>;

/**
 * A pipe as the beginning of its moves: `S@` is a small one from the hand, `Sb2-` the small one on b2,
 * `UMa1a2-` the medium U pipe on a1 and a2.
 */
export type Head = string;

/** Where the person is on the board. */
export interface Cursor {
  readonly place: Place;
  /** What moves it. */
  readonly by: By;
}

/** What a board of Aqua Pipe knows. */
export interface State {
  readonly settings: Settings;
  readonly view?: View;
  /** The legal places by the head of the move; none if it is not for this person to move. */
  readonly choices?: ReadonlyMap<Head, readonly string[]>;
  readonly viewer?: number;
  readonly isPast: boolean;
  readonly isOver: boolean;
  /** The move that led here. */
  readonly last?: string;
  readonly marks: readonly Mark[];
  readonly chosen?: Head;
  readonly cursor?: Cursor;
  readonly isDragging: boolean;
  /** Whether the tray is so wide that both hands lie side by side in it. */
  readonly isFlat: boolean;
  /** Where the pipe is while it is dragged beside the board, in spaces from the lower left corner. */
  readonly afloat?: Point;
  /** The move that was played and is not shown by the server yet. */
  readonly sent?: string;
  /** What is known of the position shown, by the head of the moves. */
  readonly reasons: ReadonlyMap<Head, Reasons>;
}

/** A move that is pointed out, and what is written there. */
export interface Mark extends AnyMark {
  readonly isBest: boolean;
  /** Whether the label tells a value and not the rank. */
  readonly isValue: boolean;
}

/** What can be said of the chosen pipe at the cursor. */
export type Verdict =
  | { type: 'legal'; move: string }
  | { type: 'illegal'; move: string; reason?: string }
  /** The pipe is there already. */
  | { type: 'same' };

/** A move taken apart. */
export interface MoveParts {
  readonly head: Head;
  readonly diameter: Diameter;
  readonly isU: boolean;
  /** Where the pipe is; nothing if it comes from the hand. */
  readonly from?: Place;
  readonly to?: Place;
}

const DIAMETERS: Readonly<Record<string, Diameter>> = { S: 'small', M: 'medium', L: 'large' };

/** The state before anything is shown. */
export function start(_pieces: unknown, settings: Settings): State {
  return { settings, isPast: false, isOver: false, marks: [], isDragging: false, isFlat: false, reasons: new Map() };
}

/** The parts of what is to be seen. */
export function readLook(look: Look): Pick<State, 'view' | 'choices' | 'viewer' | 'isPast' | 'isOver' | 'last' | 'marks'> {
  return {
    view: look.view as View,
    choices: look.choices && readChoices(look.choices),
    viewer: look.viewer,
    last: look.last,
    marks: readMarks(look).map((mark, i) => ({ ...mark, isBest: i === 0, isValue: look.marks?.values !== undefined && mark.tone !== 'better' && mark.tone !== 'played' })),
    ...readTimes(look),
  };
}

/** The colors in the order of their seats. */
export function colorsOf(view: View): Color[] {
  return [...new Set(view.pipes.map((pipe) => pipe.color))];
}

/** Whether the person may play something. */
export function canPlay({ view, choices, isPast, sent }: State): boolean {
  return view !== undefined && !view.outcome && !isPast && choices !== undefined && sent === undefined;
}

/** The beginning of all moves of a pipe. */
export function headOf({ diameter, is_u_pipe, spaces }: PipeView): Head {
  const kind = (is_u_pipe ? 'U' : '') + diameter.charAt(0).toUpperCase();
  return spaces.length === 0 ? `${kind}@` : `${kind}${spaces.join('')}-`;
}

/** A move, or only its head, taken apart; nothing if it is no move of this game. */
export function partsOf(move: string): MoveParts | undefined {
  const match = /^((U?)([SML])((?:[a-z]\d){0,2})[@-])((?:[a-z]\d){0,2})$/.exec(move);
  if (!match) {
    return undefined;
  }
  const [, head, u, letter, from, to] = match;
  return {
    head: head!,
    diameter: DIAMETERS[letter!]!,
    isU: u === 'U',
    from: from ? placeOf(from) : undefined,
    to: to ? placeOf(to) : undefined,
  };
}

/** The move of a pipe to a place. */
export function moveOf(head: Head, place: Place): string {
  return head + placeName(place);
}

/** How many spaces a pipe fills. */
export function nSpacesOf(head: Head): number {
  return partsOf(head)?.isU ? 2 : 1;
}

/** The pipes of the color to move by their heads: in hand the straight ones and the U pipes, then on the board. */
export function ownHeads({ view }: State): Head[] {
  const own = view?.pipes.filter((pipe) => pipe.color === view.color_to_move) ?? [];
  const rank = (pipe: PipeView) => (pipe.spaces.length > 0 ? 2 : pipe.is_u_pipe ? 1 : 0);
  return [...new Set(own.toSorted((a, b) => rank(a) - rank(b)).map(headOf))];
}

/** The pipes that can be played. */
export function playableHeads(state: State): Head[] {
  return canPlay(state) ? ownHeads(state).filter((head) => state.choices?.has(head)) : [];
}

/** The legal places of a pipe, from the top left to the bottom right. */
export function placesOf(state: State, head: Head): Place[] {
  return (state.choices?.get(head) ?? []).map(placeOf).sort(inOrder);
}

/** Whether a pipe can go to a place. */
export function isLegal(state: State, head: Head, place: Place): boolean {
  return canPlay(state) && (state.choices?.get(head)?.includes(placeName(place)) ?? false);
}

/** What can be said of the chosen pipe at the cursor; nothing while it is not over the board. */
export function verdictOf(state: State): Verdict | undefined {
  const { chosen, cursor, afloat } = state;
  if (chosen === undefined || !cursor || afloat) {
    return undefined;
  }
  const move = moveOf(chosen, cursor.place);
  if (isLegal(state, chosen, cursor.place)) {
    return { type: 'legal', move };
  }
  const from = partsOf(chosen)?.from;
  if (from && isSame(from, cursor.place)) {
    return { type: 'same' };
  }
  return { type: 'illegal', move, reason: state.reasons.get(chosen)?.get(move) };
}

/** The pipes as they are shown: with the move that was sent. */
export function shownPipes({ view, sent }: State): readonly PipeView[] {
  const pipes = view?.pipes ?? [];
  const parts = sent === undefined ? undefined : partsOf(sent);
  if (!parts?.to) {
    return pipes;
  }
  const spaces = parts.to.map((cell) => placeName([cell]));
  const index = pipes.findIndex((pipe) => pipe.color === view!.color_to_move && headOf(pipe) === parts.head);
  return pipes.map((pipe, i) => (i === index ? { ...pipe, spaces } : pipe));
}

/** The rows of three of a color. */
export function threesOf(view: View, color: Color): RowView[] {
  return view.rows.filter((row) => row.color === color && row.spaces.length === 3);
}

/** The rows that are shown: without those that are a part of a longer one. */
export function shownRows({ rows }: View): RowView[] {
  const isPart = (row: RowView, whole: RowView) =>
    row.color === whole.color &&
    row.diameter === whole.diameter &&
    row.spaces.length < whole.spaces.length &&
    row.spaces.every((space) => whole.spaces.includes(space));
  return rows.filter((row) => !rows.some((whole) => isPart(row, whole)));
}

/** The pipe of a diameter in a space. */
export function pipeIn(view: View, space: string, diameter: Diameter): PipeView | undefined {
  return view.pipes.find((pipe) => pipe.diameter === diameter && pipe.spaces.includes(space));
}

/** The move that led here with the pipe that made it, as far as the position shows it. */
export function lastMove({ view, last }: State): { parts: MoveParts; pipe: PipeView } | undefined {
  const parts = last === undefined ? undefined : partsOf(last);
  const pipe = view && parts?.to && pipeIn(view, placeName([parts.to[0]!]), parts.diameter);
  return parts && pipe ? { parts, pipe } : undefined;
}

/** The marks to be shown: those of the chosen pipe, or else the best one at each place. */
export function shownMarks({ marks, chosen }: State): Mark[] {
  if (chosen !== undefined) {
    return marks.filter(({ move }) => partsOf(move)?.head === chosen);
  }
  const best = new Map<string, Mark>();
  for (const mark of marks) {
    const slot = slotOf(mark.move);
    if (slot !== undefined && !best.has(slot)) {
      best.set(slot, mark);
    }
  }
  return [...best.values()];
}

/** Where a move ends: moves that end in the same slots have the same text. */
function slotOf(move: string): string | undefined {
  const parts = partsOf(move);
  return parts?.to && `${parts.diameter} ${placeName(parts.to)}`;
}
