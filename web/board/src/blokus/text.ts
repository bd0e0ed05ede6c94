// What a board of Blokus says: sentences for status lines and screen readers, facts for panels.

import type { Description, Panel } from '../api.ts';
import { type Cell, nameOf } from '../geometry/square.ts';
import { capital, counted } from '../words.ts';
import {
  type Block,
  type ColorView,
  type Ghost,
  type State,
  type View,
  canPlay,
  headOf,
  moveParts,
  nSquares,
  nSquaresInAll,
  nWays,
  shapeOf,
  trayColor,
  verdictOf,
} from './state.ts';

/** Said when somebody points at the board with an empty hand. */
export const CHOOSE_FIRST = 'Choose a piece first';

const TURNED: Readonly<Record<string, string>> = {
  n: '',
  e: ' turned east',
  s: ' turned south',
  w: ' turned west',
  nf: ' mirrored',
  ef: ' turned east and mirrored',
  sf: ' turned south and mirrored',
  wf: ' turned west and mirrored',
};

const HOW_TO_PLACE: Readonly<Record<Ghost['by'], string>> = {
  mouse: 'click to place it',
  touch: 'tap it to place it',
  keys: 'Enter places it',
};

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five'];

/** What is in the hand and what can be said of its place; nothing while an answer is awaited. */
export function sentenceOf(state: State): string | undefined {
  const { chosen, ghost } = state;
  if (chosen === undefined) {
    return undefined;
  }
  const { name } = shapeOf(state, chosen);
  const verdict = verdictOf(state);
  if (!verdict || !ghost) {
    return `${chosen}${TURNED[name]} chosen`;
  }
  const held = `${chosen}${TURNED[name]} at ${nameOf(ghost.anchor)}`;
  switch (verdict.type) {
    case 'legal':
      return `${held}: legal, ${HOW_TO_PLACE[ghost.by]}`;
    case 'off-board':
      return `${chosen}${TURNED[name]} would lie off the board`;
    case 'not-your-turn':
      return `${held}: wait for your turn`;
    case 'illegal':
      return illegalSentence(state, held, verdict.reason);
  }
}

/** Said when a piece was placed. */
export function placedSentence({ piece, anchor }: { piece: string; anchor: Cell }): string {
  return `${piece} placed at ${nameOf(anchor)}`;
}

/** Said when a piece can go nowhere as it is turned. */
export function nowhereSentence(state: State, piece: string): string {
  const n = nWays(state, piece);
  const others = n === 0 ? 'it cannot be placed at all' : `${counted(n, 'other way')} can be placed`;
  return `${piece}${TURNED[shapeOf(state, piece).name]} can go nowhere: ${others}`;
}

/** The name of a piece in the tray for screen readers. */
export function pieceLabel(state: State, piece: string): string {
  const n = nSquares(state, piece);
  const squares = n === 1 ? 'one square' : `${NUMBERS[n]} squares`;
  if (!canPlay(state)) {
    return `${piece}, ${squares}`;
  }
  return `${piece}, ${squares}, ${counted(nWays(state, piece), 'turned way')} can be placed`;
}

/** The name of the tray for screen readers. */
export function trayLabel(state: State): string {
  const color = trayColor(state);
  return color ? `Pieces of ${color.color}` : 'Pieces';
}

/** The position in sentences. */
export function describe(state: State): Description {
  const { view } = state;
  if (!view) {
    return { summary: 'Blokus', players: [], choices: '' };
  }
  const last = lastBlock(view);
  return {
    summary: `${titleOf(view)} ${state.isPast ? 'An earlier position. ' : ''}${turnSentence(state, view)}`,
    players: view.colors.map((color) => colorSentence(view, color)),
    last: last && `${capital(last.color)} placed ${blockText(last)}.`,
    choices: choicesSentence(state),
    why: view.outcome ? 'nobody can place a piece any more, and more squares placed win' : undefined,
  };
}

/** What each seat has, and what it got besides the squares that it placed; several colors in a line each. */
export function panels(state: State): Panel[] {
  const { view } = state;
  if (!view) {
    return [];
  }
  return view.scores.map((_, i) => {
    const owned = view.colors.filter((it) => it.owner === i + 1);
    const tell = owned.length > 1 ? colorLine : colorLines;
    return {
      seat: i + 1,
      lines: owned.flatMap((it) => tell(state, it)),
      score: { value: owned.reduce((sum, it) => sum + it.points_placed, 0), unit: 'squares placed' },
      colors: owned.map((it) => it.color),
    };
  });
}

/** The block that was placed last, if that is known. */
export function lastBlock(view: View): Block | undefined {
  return view.blocks.find((block) => block.ply === view.ply - 1);
}

function illegalSentence(state: State, held: string, reason: string | undefined): string | undefined {
  const isAwaited = state.reasons.get(headOf(shapeOf(state, state.chosen!))) === null;
  return isAwaited ? undefined : `${held}: ${reason ?? 'it cannot go here'}`;
}

function titleOf({ variant, size }: View): string {
  return `Blokus ${variant}, ${size} by ${size} squares.`;
}

function turnSentence({ isOver }: State, view: View): string {
  if (view.outcome) {
    const { places, scores: points } = view.outcome;
    const winners = places.flatMap((place, i) => (place === 1 ? [colorsOf(view, i + 1)] : []));
    const scores = points.map((score, i) => `${colorsOf(view, i + 1)} ${signed(score)}`);
    const verb = winners.length > 1 ? 'share the first place' : 'wins';
    return `The game is over: ${winners.join(' and ')} ${verb}. Points: ${scores.join(', ')}.`;
  }
  if (isOver) {
    return 'The game has ended.';
  }
  return `${capital(view.color_to_move ?? 'nobody')} is to place piece number ${view.ply + 1}.`;
}

function colorsOf(view: View, seat: number): string {
  return view.colors.filter((it) => it.owner === seat).map((it) => it.color).join(' with ');
}

function colorSentence(view: View, color: ColorView): string {
  const squares = counted(color.squares_left, 'square');
  const pieces = counted(color.remaining.length, 'piece');
  const corners = counted(color.open_corners.length, 'open corner');
  const rest = color.out ? 'no piece can be placed any more' : corners;
  const placed = view.blocks.filter((block) => block.color === color.color).map(blockText);
  const board = placed.length === 0 ? '' : ` On the board: ${placed.join('; ')}.`;
  return `${capital(color.color)}: ${squares} on ${pieces} left, ${rest}.${board}`;
}

function blockText({ piece, squares }: Block): string {
  return `${piece} on ${squares.join(', ')}`;
}

function choicesSentence(state: State): string {
  const { view, choices, sent } = state;
  if (sent !== undefined) {
    return `${moveParts(sent).piece} is on its way.`;
  }
  if (!canPlay(state) || !choices) {
    const waitsFor = state.isPast || state.isOver ? undefined : view?.color_to_move;
    return waitsFor ? `Wait for ${waitsFor}.` : 'Nothing can be placed.';
  }
  const pieces = new Set([...choices.keys()].map((head) => moveParts(`${head}a1`).piece));
  const nPlaces = [...choices.values()].reduce((sum, places) => sum + places.length, 0);
  return `You can place ${counted(pieces.size, 'piece')} in ${counted(nPlaces, 'way')}.`;
}

function colorLine(state: State, color: ColorView): Panel['lines'][number] {
  const bonus = bonusOf(state, color);
  const facts = [
    counted(color.remaining.length, 'piece'),
    counted(color.squares_left, 'square'),
    ...(bonus > 0 ? [`bonus +${bonus}`] : []),
    ...(isOut(state, color) ? ['out'] : []),
  ];
  return { label: capital(color.color), value: facts.join(', ') };
}

function colorLines(state: State, color: ColorView): Panel['lines'] {
  const bonus = bonusOf(state, color);
  const lines: [label: string, value: string, isShown: boolean][] = [
    ['Pieces left', String(color.remaining.length), true],
    ['Squares left', String(color.squares_left), true],
    ['Bonus', `+${bonus}`, bonus > 0],
    ['Out', 'no place left', isOut(state, color)],
  ];
  return lines.flatMap(([label, value, isShown]) => (isShown ? [{ label, value }] : []));
}

/** Whether a color has no place left while others play on. */
function isOut({ view }: State, color: ColorView): boolean {
  return color.out && !view?.outcome;
}

/** The points that are more than the squares placed. */
function bonusOf(state: State, color: ColorView): number {
  return color.points_placed - (nSquaresInAll(state) - color.squares_left);
}

/** A number with a real minus sign. */
function signed(value: number): string {
  return String(value).replace('-', '−');
}
