// What a board of Aqua Pipe says: sentences for status lines and screen readers, facts for panels.

import type { Description, Panel } from '../api.ts';
import { capital, counted } from '../words.ts';
import { type Place, placeName, spoken } from './place.ts';
import {
  type Color,
  type Cursor,
  type Diameter,
  type Head,
  type MoveParts,
  type PipeView,
  type RowView,
  type State,
  type View,
  canPlay,
  colorsOf,
  headOf,
  lastMove,
  partsOf,
  pipeIn,
  placesOf,
  playableHeads,
  shownRows,
  threesOf,
  verdictOf,
} from './state.ts';

/** Said when somebody points at the board with an empty hand. */
export const CHOOSE_FIRST = 'Choose a pipe first';

const DIAMETERS: readonly Diameter[] = ['small', 'medium', 'large'];

const HOW_TO_PLAY: Readonly<Record<Cursor['by'], string>> = {
  mouse: 'click to play it',
  touch: 'let go or press Play',
  keys: 'Enter plays it',
};

const ENDS: Readonly<Record<string, string>> = {
  repetition: 'a draw, because the same position came again and again',
  'no-move': 'a draw, because nothing can be played',
};

/** What is in the hand and what can be said of its place; nothing while an answer is awaited. */
export function sentenceOf(state: State): string | undefined {
  const { view, chosen, cursor } = state;
  if (!view) {
    return undefined;
  }
  if (chosen === undefined) {
    return cursor && spaceSentence(view, placeName(cursor.place));
  }
  const verdict = verdictOf(state);
  if (!verdict || !cursor) {
    return chosenSentence(state, chosen);
  }
  const going = `${capitalName(chosen)} to ${spoken(cursor.place)}`;
  switch (verdict.type) {
    case 'legal':
      return `${going}${company(view, cursor.place)}: ${HOW_TO_PLAY[cursor.by]}`;
    case 'same':
      return `${capitalName(chosen)} stays where it is`;
    case 'illegal':
      return isAwaited(state, chosen) ? undefined : `${going}: ${verdict.reason ?? 'it cannot go there'}`;
  }
}

/** Said when a move was played. */
export function playedSentence({ head, from, to }: MoveParts): string {
  return `${capitalName(head)} ${from ? 'moved' : 'placed'} to ${spoken(to ?? [])}`;
}

/** What is in a space. */
export function spaceSentence(view: View, space: string): string {
  const slots = DIAMETERS.map((diameter) => {
    const pipe = pipeIn(view, space, diameter);
    return `${diameter} ${pipe ? pipe.color + (pipe.is_u_pipe ? ' U pipe' : '') : 'free'}`;
  });
  return `${space}: ${slots.join(', ')}`;
}

/** The name of a pipe on the board that can be chosen. */
export function pipeLabel(state: State, head: Head): string {
  return `${capitalName(head)}, ${counted(placesOf(state, head).length, 'free place')}`;
}

/** The name of a place for the chosen pipe. */
export function placeLabel(view: View, head: Head, place: Place): string {
  return `${capitalName(head)} to ${spoken(place)}${company(view, place)}`;
}

/** The pipes of one kind in a hand, for screen readers. */
export function handLabel(state: State, color: Color, pipe: PipeView, count: number): string {
  const kind = kindName(pipe.diameter, pipe.is_u_pipe);
  const label = `${capital(color)}: ${counted(count, `${kind} pipe`)} in hand`;
  const isOwn = color === state.view?.color_to_move && canPlay(state);
  const n = isOwn ? placesOf(state, headOf({ ...pipe, spaces: [] })).length : 0;
  return n > 0 ? `${label}, ${counted(n, 'free place')}` : label;
}

/** The position in sentences. */
export function describe(state: State): Description {
  const { view } = state;
  if (!view) {
    return { summary: 'Aqua Pipe', players: [], choices: '' };
  }
  return {
    summary: `${titleOf(view)} ${state.isPast ? 'An earlier position. ' : ''}${turnSentence(state, view)}`,
    players: colorsOf(view).map((color) => colorSentence(view, color)),
    last: lastSentence(state),
    choices: choicesSentence(state),
    why: view.outcome ? whySentence(view) : undefined,
  };
}

/** What each seat has. */
export function panels({ view }: State): Panel[] {
  return (view ? colorsOf(view) : []).map((color, i) => ({
    seat: i + 1,
    lines: [{ label: 'In hand', value: handOf(view!, color) }, ...threesLines(view!, color)],
    colors: [color],
  }));
}

/** The kinds of pipes of a color, each with how many are in hand. */
export function kindsOf(view: View, color: Color): { pipe: PipeView; count: number }[] {
  const own = view.pipes.filter((pipe) => pipe.color === color);
  const isSameKind = (a: PipeView, b: PipeView) => a.diameter === b.diameter && a.is_u_pipe === b.is_u_pipe;
  const kinds = own.filter((pipe, i) => own.findIndex((it) => isSameKind(it, pipe)) === i);
  const ordered = [...kinds.filter((pipe) => !pipe.is_u_pipe), ...kinds.filter((pipe) => pipe.is_u_pipe)];
  const isInHand = (pipe: PipeView) => pipe.spaces.length === 0;
  return ordered.map((pipe) => ({
    pipe,
    count: own.filter((it) => isSameKind(it, pipe) && isInHand(it)).length,
  }));
}

function whySentence(view: View): string {
  return ENDS[view.end ?? ''] ?? winningRows(view);
}

function winningRows(view: View): string {
  const rows = shownRows(view).filter((row) => row.is_winning);
  return rows.map(rowName).join('; ');
}

function chosenSentence(state: State, head: Head): string | undefined {
  const places = placesOf(state, head);
  if (places.length > 0) {
    return `${capitalName(head)} chosen: ${counted(places.length, 'free place')}`;
  }
  const [reason] = state.reasons.get(head)?.values() ?? [];
  return isAwaited(state, head) ? undefined : `${capitalName(head)} can go nowhere: ${reason ?? 'no place is free'}`;
}

function isAwaited(state: State, head: Head): boolean {
  return state.reasons.get(head) === null;
}

/** The pipe of a head: `small pipe`, `medium U pipe on a1 and a2`. */
function pipeName(head: Head): string {
  const { diameter, isU, from } = partsOf(head)!;
  return `${kindName(diameter, isU)} pipe${from ? ` on ${spoken(from)}` : ''}`;
}

/** The same at the beginning of a sentence. */
function capitalName(head: Head): string {
  return capital(pipeName(head));
}

function kindName(diameter: Diameter, isU: boolean): string {
  return isU ? `${diameter} U` : diameter;
}

/** Who else is in the spaces of a place: `, beside red medium`. */
function company(view: View, place: Place): string {
  const spaces = place.map((cell) => placeName([cell]));
  const pipes = view.pipes.filter((pipe) => pipe.spaces.some((space) => spaces.includes(space)));
  return pipes.length === 0 ? '' : `, beside ${pipes.map((pipe) => `${pipe.color} ${pipe.diameter}`).join(' and ')}`;
}

function titleOf({ options, size }: View): string {
  return `Aqua Pipe ${options.variant}, ${size} by ${size} spaces.`;
}

function turnSentence({ isOver }: State, view: View): string {
  if (view.outcome) {
    const winners = colorsOf(view).filter((_, i) => view.outcome!.places[i] === 1);
    const win = `${winners.join(' and ')} wins with ${winningRows(view)}`;
    return `The game is over: ${ENDS[view.end ?? ''] ?? win}.`;
  }
  if (isOver) {
    return 'The game has ended.';
  }
  const again = (view.n_occurrences ?? 1) > 1 ? ` This position came ${view.n_occurrences} times.` : '';
  const how = view.can_move_pipes ? 'to place or move a pipe' : 'to place a pipe';
  return `${capital(view.color_to_move ?? 'nobody')} is ${how}.${again}`;
}

function colorSentence(view: View, color: Color): string {
  const onBoard = view.pipes.filter((pipe) => pipe.color === color && pipe.spaces.length > 0);
  const board = onBoard.map((pipe) => `${kindName(pipe.diameter, pipe.is_u_pipe)} on ${pipe.spaces.join(' and ')}`);
  const sentence = `${capital(color)}: in hand ${handOf(view, color)}; on the board ${board.join(', ') || 'nothing'}.`;
  const count = threesCount(view, color);
  const rows = threesOf(view, color).map(rowName);
  return count === undefined ? sentence : `${sentence} Rows of three: ${[count, ...rows].join('; ')}.`;
}

/** What a panel says of the rows of three of a color. */
function threesLines(view: View, color: Color): Panel['lines'] {
  const count = threesCount(view, color);
  return count === undefined ? [] : [{ label: 'Rows of three:', value: count }];
}

/** How many rows of three a color has of those that win: `2 of 4`; nothing where they do not count. */
function threesCount(view: View, color: Color): string | undefined {
  const { n_threes_to_win: nToWin } = view;
  return nToWin === null ? undefined : `${threesOf(view, color).length} of ${nToWin}`;
}

/** A row in words: `small on a1, b1 and c1`. */
function rowName({ diameter, spaces }: RowView): string {
  return `${diameter} on ${spaces.slice(0, -1).join(', ')} and ${spaces.at(-1)}`;
}

/** What a color has in hand: `3 small, 1 medium U`. */
function handOf(view: View, color: Color): string {
  const inHand = kindsOf(view, color).filter(({ count }) => count > 0);
  const words = inHand.map(({ pipe, count }) => `${count} ${kindName(pipe.diameter, pipe.is_u_pipe)}`);
  return words.join(', ') || 'nothing';
}

function lastSentence(state: State): string | undefined {
  const last = lastMove(state);
  if (!last) {
    return undefined;
  }
  const { parts, pipe } = last;
  const kind = `a ${kindName(parts.diameter, parts.isU)} pipe`;
  const what = parts.from ? `moved ${kind} from ${spoken(parts.from)}` : `placed ${kind}`;
  const moved = `${capital(pipe.color)} ${what} ${parts.from ? 'to' : 'on'} ${spoken(parts.to ?? [])}.`;
  return isInNewThree(state.view!, parts, pipe.color)
    ? `${moved} That makes ${threesCount(state.view!, pipe.color)} rows of three.`
    : moved;
}

/** Whether a move filled a slot of what is now a row of three that counts. */
function isInNewThree(view: View, { diameter, from, to }: MoveParts, color: Color): boolean {
  const [old, filled] = [from ?? [], to ?? []].map((place) => place.map((cell) => placeName([cell])));
  const added = filled!.filter((space) => !old!.includes(space));
  const threes = threesOf(view, color).filter((row) => row.diameter === diameter);
  return view.n_threes_to_win !== null && threes.some(({ spaces }) => spaces.some((space) => added.includes(space)));
}

function choicesSentence(state: State): string {
  const { view } = state;
  if (!canPlay(state)) {
    const isWaiting = !state.isPast && !state.isOver;
    return view?.color_to_move && isWaiting ? `Wait for ${view.color_to_move}.` : 'Nothing can be played.';
  }
  const heads = playableHeads(state);
  const pipes = heads.map((head) => partsOf(head)!);
  const moving = pipes.filter((pipe) => pipe.from);
  const kinds = pipes.filter((pipe) => !pipe.from).map(({ diameter, isU }) => kindName(diameter, isU));
  const nWays = heads.reduce((sum, head) => sum + placesOf(state, head).length, 0);
  const parts = [
    ...(kinds.length > 0 ? [`place a ${listed(kinds)} pipe`] : []),
    ...(moving.length > 0 ? [`move ${counted(moving.length, 'pipe')}`] : []),
  ];
  return `You can ${parts.join(' or ')}: ${counted(nWays, 'way')}.`;
}

/** Words as a list: `small, medium or large`. */
function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
