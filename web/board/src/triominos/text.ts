// What a board of Triominos says: sentences for status lines and screen readers, facts for panels.

import type { Description, Panel } from '../api.ts';
import type { Cell } from '../geometry/triangle.ts';
import { capital, counted } from '../words.ts';
import {
  type Action,
  type Figure,
  type Ghost,
  type Placed,
  type State,
  type View,
  canPlay,
  cellsOf,
  cornerNames,
  placedTiles,
  rackTiles,
  verdictOf,
} from './state.ts';
import { type Numbers, type Placement, numbersOf, pointsOf, readPlacement } from './tile.ts';

/** The colors of the seats. */
export const COLORS = ['blue', 'red', 'green', 'yellow', 'purple', 'orange'];

/** Said when somebody points at the board with an empty hand. */
export const CHOOSE_FIRST = 'Choose a tile first';

/** Said when a tile cannot be turned where it lies. */
export const ONE_WAY = 'It fits here in this way only';

const HOW_TO_PLACE: Readonly<Record<Ghost['by'], string>> = {
  mouse: 'click to place it',
  touch: 'tap it again to place it',
  keys: 'Enter places it',
};

const FIGURES: Readonly<Record<string, string>> = {
  hexagon: 'hexagon',
  'bridge-completed': 'bridge',
  'bridge-extended': 'bridge',
};

/** What is in the hand and what can be said of its place; nothing while an answer is awaited. */
export function sentenceOf(state: State): string | undefined {
  const { chosen, ghost } = state;
  if (chosen === undefined) {
    return undefined;
  }
  const verdict = verdictOf(state);
  if (!verdict || !ghost) {
    return chosenSentence(state, chosen);
  }
  const held = `${chosen} at ${verdict.placement.cell}, ${placementText(verdict.placement)}`;
  switch (verdict.type) {
    case 'legal':
      return `${held}: ${effectText(state, verdict.placement.move)}, ${HOW_TO_PLACE[ghost.by]}`;
    case 'not-your-turn':
      return `${held}: wait for your turn`;
    case 'illegal':
      return verdict.isAwaited ? undefined : `${held}: ${verdict.reason ?? 'it cannot go here'}`;
  }
}

/** Said when a move was played. */
export function playedSentence(state: State, move: string): string {
  const placement = readPlacement(move);
  if (!placement) {
    return move === 'draw' ? 'You draw a tile' : 'You pass';
  }
  const gain = state.deeds.get(move)?.gain;
  return `${placement.tile} placed at ${placement.cell}${gain === undefined ? '' : `, ${gained(gain)}`}`;
}

/** Said when a tile can go nowhere. */
export function nowhereSentence(tile: string): string {
  return `${tile} fits nowhere`;
}

/** What the button of a word such as `draw` says: what it costs, and the hint that it is. */
export function costLabel(state: State, word: 'draw' | 'pass'): string {
  const { view } = state;
  const cost = word === 'draw' ? view?.draw_cost : view?.pass_cost;
  const mark = state.marks.find(({ move }) => move === word);
  return `${capital(word)}${cost ? ` (−${cost})` : ''}${mark ? `, hint ${mark.label}` : ''}`;
}

/** The name of a tile in the rack for screen readers. */
export function tileLabel(state: State, tile: string): string {
  const fresh = state.fresh.has(tile) ? ', just drawn' : '';
  const mark = state.marks.find(({ move }) => readPlacement(move)?.tile === tile);
  const hint = mark ? `, hint ${mark.label}` : '';
  const fits = canPlay(state) ? `, ${fitsText(state, tile)}` : '';
  return `${tile}, ${counted(pointsOf(tile), 'point')}${fresh}${fits}${hint}`;
}

/** The name of a legal place for screen readers. */
export function placeLabel(state: State, placement: Placement): string {
  const { tile, cell, move } = placement;
  return `Place ${tile} at ${cell}, ${placementText(placement)}: ${effectText(state, move)}`;
}

/** The name of the rack for screen readers. */
export function rackLabel(state: State): string {
  return `Your tiles: ${rackTiles(state).join(', ') || 'none'}`;
}

/** Where a tile lies in the rack, after it was put there. */
export function rackPlaceSentence(tile: string, place: number, nTiles: number): string {
  return `${tile} is now tile ${place} of ${nTiles} in the rack`;
}

/** What a tile brought, for a short label: `Hexagon +62`, with the first kind of its figures only. */
export function bonusLabel(figures: readonly Figure[], gain: number): string {
  const name = figuresText(figures.filter(({ figure }) => figure === figures[0]!.figure));
  return name ? `${capital(name)} ${signed(gain)}` : signed(gain);
}

/** The position in sentences. */
export function describe(state: State): Description {
  const { view } = state;
  if (!view) {
    return { summary: 'Triominos', players: [], choices: '' };
  }
  return {
    summary: `Triominos, round ${view.round}. ${state.isPast ? 'An earlier position. ' : ''}${turnSentence(state, view)}`,
    players: view.hands.map((_, i) => seatSentence(view, i + 1)),
    last: lastSentence(state, view),
    choices: choicesSentence(state, view),
    why: view.round_end ? whyRoundEnded(view) : undefined,
  };
}

/** What each seat has; when hands lie open also what they hold and what the round brought. */
export function panels({ view }: State): Panel[] {
  return (view?.hands ?? []).map((hand, i) => {
    const lines: [label: string, value: string, isShown: boolean][] = [
      ['Tiles', String(hand.n_tiles), view!.options.hands !== 'shared'],
      ['Points in hand', String(hand.points), hand.points !== null && view!.options.hands !== 'shared'],
      ['Round', signed(view!.round_end?.gains[i] ?? 0), view!.round_end !== null],
    ];
    return {
      seat: i + 1,
      lines: lines.flatMap(([label, value, isShown]) => (isShown ? [{ label, value }] : [])),
      score: { value: view!.scores[i] ?? 0, unit: 'points' },
      colors: [COLORS[i]!],
    };
  });
}

/** A seat in words. */
export function seatName(view: View, seat: number): string {
  return seat === view.viewer ? 'you' : `seat ${seat}`;
}

/** A number with its sign, a real minus if need be. */
export function signed(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`;
}

function chosenSentence(state: State, tile: string): string {
  return canPlay(state) ? `${tile} chosen: ${fitsText(state, tile)}` : `${tile} chosen: wait for your turn`;
}

function fitsText(state: State, tile: string): string {
  const n = cellsOf(state, tile).length;
  return n === 0 ? 'fits nowhere' : `fits at ${counted(n, 'place')}`;
}

function placementText({ tile, orientation, cell }: Placement): string {
  return cornersText(cell, numbersOf(tile, orientation));
}

function cornersText(cell: Cell, numbers: Numbers): string {
  return cornerNames(cell).map((name, i) => `${name} ${numbers[i]}`).join(', ');
}

/** What a legal move does, as far as that is known. */
function effectText(state: State, move: string): string {
  const deed = state.deeds.get(move);
  if (!deed) {
    return 'legal';
  }
  const names = figuresText(deed.figures ?? []);
  return `${counted(deed.gain, 'point')}${names ? ` with ${names}` : ''}`;
}

/** Figures by name, those of one kind together: `2 hexagons and bridge`. */
function figuresText(figures: readonly Figure[]): string {
  const names = figures.map(({ figure }) => FIGURES[figure] ?? figure);
  return [...new Set(names)]
    .map((name) => {
      const n = names.filter((it) => it === name).length;
      return n === 1 ? name : counted(n, name);
    })
    .join(' and ');
}

function turnSentence({ isOver }: State, view: View): string {
  if (view.outcome) {
    const winners = view.outcome.places.flatMap((place, i) => (place === 1 ? [seatName(view, i + 1)] : []));
    const scores = view.outcome.scores.map((score, i) => `${seatName(view, i + 1)} ${points(score)}`);
    const verb = winners.length > 1 ? 'share the first place' : winners[0] === 'you' ? 'win' : 'wins';
    return `The game is over: ${winners.join(' and ')} ${verb}. ${roundSentence(view)}Points: ${scores.join(', ')}.`;
  }
  if (isOver) {
    return 'The game has ended.';
  }
  if (view.round_end) {
    return `The round is over. ${roundSentence(view)}`;
  }
  return view.seat_to_move === null ? 'Tiles are dealt.' : `${isAre(view, view.seat_to_move)} to move.`;
}

function roundSentence(view: View): string {
  const { is_blocked, winners, gains } = view.round_end ?? { is_blocked: false, winners: [], gains: [] };
  const won = winners.map((seat) => `${seatName(view, seat)} ${signed(gains[seat - 1]!)}`);
  const pile = view.n_pile === 0 ? 'the pile is empty and ' : '';
  const how = is_blocked ? `${pile}nobody placed a tile` : 'the last tile of a hand is placed';
  return won.length > 0 ? `The round ended because ${how}: ${won.join(', ')}. ` : '';
}

/** Why the last round ended, with the rule that the table follows. */
function whyRoundEnded(view: View): string {
  if (!view.round_end?.is_blocked) {
    return 'a hand was emptied';
  }
  const pile = view.n_pile === 0 ? 'the pile is empty and ' : '';
  return `${pile}nobody placed a tile in a whole circle`;
}

function seatSentence(view: View, seat: number): string {
  const hand = view.hands[seat - 1]!;
  const tiles = hand.tiles && hand.tiles.length > 0 ? `: ${hand.tiles.join(', ')}` : '';
  const own = view.options.hands === 'shared' ? '' : `, ${counted(hand.n_tiles, 'tile')}${tiles}`;
  const placed = placedTiles(view).filter((it) => it.seat === seat).map(placedText);
  const board = placed.length === 0 ? '' : ` On the table: ${placed.join('; ')}.`;
  return `${capital(seatName(view, seat))}: ${points(view.scores[seat - 1]!)}${own}.${board}`;
}

function placedText({ tile, cell, numbers }: Placed): string {
  return `${tile} at ${cell}, ${cornersText(cell, numbers)}`;
}

function lastSentence(state: State, view: View): string | undefined {
  const last = view.actions.at(-1);
  return last && `${capital(seatName(view, last.seat))} ${deedText(state, last)}.`;
}

function deedText(state: State, { move, gain, tile, x, y, figures, seat }: Action): string {
  if (tile !== undefined) {
    const names = figuresText(figures ?? []);
    const cell: Cell = [x!, y!];
    return `placed ${tile} at ${cell}, ${gained(gain)}${names ? ` with ${names}` : ''}`;
  }
  if (move === 'pass') {
    return `passed, ${gained(gain)}`;
  }
  const drawn = seat === state.view?.viewer ? [...state.fresh] : [];
  return `drew ${drawn.join(', ') || 'a tile'}, ${gained(gain)}`;
}

function choicesSentence(state: State, view: View): string {
  if (!canPlay(state)) {
    const isWaiting = view.seat_to_move !== null && !state.isPast && !state.isOver && state.sent === undefined;
    return isWaiting ? `Wait for ${seatName(view, view.seat_to_move!)}.` : '';
  }
  const { placements, words } = state.offered!;
  const nTiles = new Set(placements.map(({ tile }) => tile)).size;
  const place = nTiles === 0 ? '' : `place ${counted(nTiles, 'tile')} in ${counted(placements.length, 'way')}`;
  const others = words.map((word) => (word === 'draw' ? drawText(view) : `pass (−${view.pass_cost})`));
  return `You can ${[place, ...others].filter(Boolean).join(', or ')}.`;
}

function drawText({ draw_cost, n_draws_left }: View): string {
  return `draw (−${draw_cost}, ${n_draws_left} more this turn)`;
}

function isAre(view: View, seat: number): string {
  return seat === view.viewer ? 'You are' : `Seat ${seat} is`;
}

function gained(gain: number): string {
  return `${signed(gain)} ${Math.abs(gain) === 1 ? 'point' : 'points'}`;
}

function points(score: number): string {
  return `${String(score).replace('-', '−')} ${Math.abs(score) === 1 ? 'point' : 'points'}`;
}
