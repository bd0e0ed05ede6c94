// What a board of Coerceo says: sentences for status lines and screen readers, facts for panels.

import type { Description, Panel } from '../api.ts';
import type { By } from '../kind.ts';
import { capital, counted } from '../words.ts';
import {
  COLORS,
  type Color,
  type Effects,
  type State,
  type Triangle,
  type View,
  canPlay,
  headOf,
  inOrder,
  moveParts,
  spokenName,
  spokenTile,
  triangleOf,
  verdictOf,
} from './state.ts';

const HOW_TO_PLAY: Readonly<Record<By, string>> = {
  mouse: 'Click to play.',
  touch: 'Tap again to play.',
  keys: 'Enter plays it.',
};

/** A triangle as the server writes it. */
const TRIANGLE = /\b[0-9A-F]{2}:[WB]\d\b/g;

const ENDS: Readonly<Record<string, string>> = {
  elimination: 'all pieces of one side are taken',
  captures: 'enough pieces are taken',
  stalemate: 'the side to move has no move',
  repetition: 'the same position came three times',
  dead: 'nobody can take a piece any more',
};

/** What is chosen and pointed at; nothing while an answer is awaited. */
export function sentenceOf(state: State): string | undefined {
  const { cursor, chosen } = state;
  const verdict = verdictOf(state);
  if (cursor && verdict?.type === 'legal') {
    return `${moveSentence(state, verdict.move)} ${HOW_TO_PLAY[cursor.by]}`;
  }
  if (cursor && verdict?.type === 'illegal') {
    return illegalSentence(state, triangleOf(state, cursor.at), verdict.reason);
  }
  if (cursor?.by === 'keys') {
    return `${placeLabel(state, triangleOf(state, cursor.at))}.`;
  }
  if (state.isExchanging) {
    return exchangeSentence(state);
  }
  return chosen && `${spokenName(state, chosen)} chosen: ${counted(state.steps.get(chosen)?.length ?? 0, 'place')} to go.`;
}

/** The label of a triangle: its name, what is on it, and what it is there for. */
export function placeLabel(state: State, { name, spoken, piece }: Triangle): string {
  const what = piece ? `${piece} piece` : 'empty';
  const n = state.steps.get(name)?.length ?? 0;
  if (name === state.chosen) {
    return `${spoken}, ${what}, chosen, ${counted(n, 'place')} to go`;
  }
  return canPlay(state) && n > 0 && !state.isExchanging ? `${spoken}, ${what}, ${counted(n, 'place')} to go` : `${spoken}, ${what}`;
}

/** What a legal move would do. */
export function moveSentence(state: State, move: string): string {
  const { from, to } = moveParts(move);
  const effects = state.effects.get(move);
  const cost = tiles(state.view!.options.cost);
  const end = spokenName(state, to);
  const what = from === undefined ? `Gives ${cost} and takes ${end}` : `${spokenName(state, from)} to ${end}`;
  return `${[what, ...(effects ? effectTexts(state, effects, to) : [])].join(', ')}.`;
}

/** Said when a move was played. */
export function playedSentence(state: State, move: string): string {
  return `Played: ${moveSentence(state, move)}`;
}

/** Said when nothing is chosen any more. */
export function droppedSentence(state: State): string {
  const { chosen } = state;
  return chosen === undefined ? 'No exchange.' : `${spokenName(state, chosen)} put back.`;
}

/** Said when a triangle is taken that is there for nothing now. */
export function refusalSentence(state: State, name: string): string {
  const triangle = triangleOf(state, name);
  if (triangle.piece === null) {
    return `${triangle.spoken} is empty: choose a piece first.`;
  }
  const isOwn = triangle.piece === state.view?.color_to_move;
  return isOwn ? `${triangle.spoken} has no place to go.` : `${triangle.spoken} is a ${triangle.piece} piece: choose one of your own.`;
}

/** What the button for the exchange says. */
export function exchangeLabel({ view }: State): string {
  return `Exchange (${tiles(view?.options.cost ?? 0)})`;
}

/** The tiles in the hand of a seat. */
export function handLabel({ view }: State, seat: number): string {
  return `${capital(COLORS[seat - 1]!)} holds ${tiles(view?.held[seat - 1] ?? 0)}`;
}

/** The position in sentences. */
export function describe(state: State): Description {
  const { view } = state;
  if (!view) {
    return { summary: 'Coerceo', players: [], choices: '' };
  }
  const past = state.isPast ? ' An earlier position.' : '';
  return {
    summary: `Coerceo ${view.options.variant}.${past} ${turnSentence(state, view)}`,
    players: COLORS.map((color, i) => playerSentence(state, view, color, i)),
    last: lastSentence(state),
    choices: choicesSentence(state),
    why: view.outcome ? ENDS[view.end ?? ''] : undefined,
  };
}

/** What each seat has. */
export function panels({ view }: State): Panel[] {
  if (!view) {
    return [];
  }
  return COLORS.map((color, i) => ({
    seat: i + 1,
    lines: [
      { label: 'Pieces', value: String(view.n_pieces[i]) },
      { label: 'Tiles in hand', value: String(view.held[i]) },
      { label: 'Taken', value: String(view.scores[i]) },
    ],
    score: { value: view.scores[i] ?? 0, unit: 'pieces taken' },
    colors: [color],
  }));
}

/** What a move does besides moving to a place. */
function effectTexts(state: State, { captured, removed, collected }: Effects, to: string): string[] {
  const others = captured.filter((name) => name !== to).map((name) => spokenName(state, name));
  return [
    ...(others.length > 0 ? [`takes ${listed(others)}`] : []),
    ...(removed.length > 0 ? [`${tilesNamed(state, removed)} ${removed.length === 1 ? 'falls' : 'fall'} and ${ownerOf(removed.length, collected)}`] : []),
  ];
}

function ownerOf(nFallen: number, nCollected: number): string {
  const them = nFallen === 1 ? 'it' : 'them';
  if (nCollected === 0) {
    return `nobody gets ${them}`;
  }
  return `you get ${nCollected === nFallen ? them : tiles(nCollected)}`;
}

function tilesNamed(state: State, tileNames: readonly string[]): string {
  const names = tileNames.map((tile) => spokenTile(state, tile));
  return `${names.length === 1 ? 'tile' : 'tiles'} ${listed(names)}`;
}

/** What the server says, with the names that stand on the board. */
function inWords(state: State, text: string): string {
  return text.replace(TRIANGLE, (name) => spokenName(state, name));
}

function illegalSentence(state: State, triangle: Triangle, reason: string | undefined): string | undefined {
  const isAwaited = state.reasons.get(headOf(state)!) === null;
  return isAwaited ? undefined : `${placeLabel(state, triangle)}: ${inWords(state, reason ?? 'this cannot be played')}.`;
}

function exchangeSentence(state: State): string | undefined {
  const { prey, view } = state;
  const cost = tiles(view!.options.cost);
  if (prey.length > 0) {
    return `Exchange: choose the piece that you give ${cost} for, one of ${prey.length}.`;
  }
  const reasons = state.reasons.get('X');
  if (reasons === null) {
    return undefined;
  }
  const enemy = [...state.triangles.values()].find(({ piece }) => piece && piece !== view!.color_to_move);
  return `No exchange: ${inWords(state, reasons?.get(`X${enemy?.name}`) ?? 'nothing can be exchanged now')}.`;
}

function turnSentence({ isOver }: State, { outcome, end, color_to_move }: View): string {
  if (!outcome) {
    return isOver ? 'The game has ended.' : `${capital(color_to_move ?? 'nobody')} is to move.`;
  }
  const winners = COLORS.filter((_, i) => outcome.places[i] === 1);
  const result = winners.length === 1 ? `${capital(winners[0]!)} wins` : 'A draw';
  const why = ENDS[end ?? ''];
  return `The game is over. ${result}${why ? `: ${why}` : ''}.`;
}

function playerSentence(state: State, view: View, color: Color, i: number): string {
  const own = [...state.triangles.values()].filter(({ piece }) => piece === color);
  const places = inOrder(state, own.map(({ name }) => name)).map((name) => spokenName(state, name)).join(', ');
  const facts = [
    `${counted(view.n_pieces[i] ?? 0, 'piece')}${places && ` on ${places}`}`,
    `${tiles(view.held[i] ?? 0)} in hand`,
    `${counted(view.scores[i] ?? 0, 'piece')} taken`,
  ];
  return `${capital(color)}: ${facts.join(', ')}.`;
}

/** What was played last, and what it did if that was seen. */
function lastSentence(state: State): string | undefined {
  const { last, news, triangles } = state;
  if (last === undefined) {
    return undefined;
  }
  const { from, to } = moveParts(last);
  const mover = capital(triangles.get(to)?.piece ?? 'a piece');
  const end = spokenName(state, to);
  const what = from === undefined ? `${end} was exchanged` : `${mover} moved from ${spokenName(state, from)} to ${end}`;
  const others = news?.taken.map((name) => spokenName(state, name)) ?? [];
  const more = [
    ...(others.length > 0 ? [`took ${listed(others)}`] : []),
    ...(news && news.fallen.length > 0 ? [`${tilesNamed(state, news.fallen)} fell`] : []),
  ];
  return `${[what, ...more].join(', ')}.`;
}

function choicesSentence(state: State): string {
  const { view, steps, prey } = state;
  if (!canPlay(state)) {
    const isWaiting = !state.isPast && !state.isOver;
    return view?.color_to_move && isWaiting ? `Wait for ${view.color_to_move}.` : 'Nothing can be played.';
  }
  const nWays = [...steps.values()].reduce((sum, places) => sum + places.length, 0);
  const moves = `You can move ${counted(steps.size, 'piece')} in ${counted(nWays, 'way')}`;
  const exchange = `, or give ${tiles(view!.options.cost)} for one of ${counted(prey.length, 'piece')}`;
  return `${moves}${prey.length > 0 ? exchange : ''}.`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function tiles(n: number): string {
  return counted(n, 'tile');
}
