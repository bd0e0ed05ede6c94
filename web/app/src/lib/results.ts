/** How games stand, in the words of lists. */

import type { TableSummary } from '../wire/TableSummary';
import { nameOrBot } from './words';

/** A game in a list, as much as it says of how it stands. */
export type Listed = Pick<TableSummary, 'game' | 'status' | 'standing' | 'your_seats' | 'players'>;

/** Whether it is for this person to move. */
export function isYourTurn({ standing, your_seats, status }: Listed): boolean {
  const seat = standing?.seat_to_move;
  return status === 'playing' && seat !== undefined && your_seats.includes(seat);
}

/** What came of a game, or whose turn it is: `won`, `lost`, `your turn`, `Ada to move`. */
export function standingWords(table: Listed): string {
  const { status, standing, your_seats, players } = table;
  if (status === 'waiting') return 'waiting for players';
  if (status === 'aborted') return 'without a result';
  if (status === 'playing') return turnWords(table);
  const places = standing?.places;
  if (!places) return 'over';
  const winners = places.flatMap((place, i) => (place === 1 ? [i] : []));
  if (winners.length === places.length && winners.length > 1) return 'draw';
  if (your_seats.length !== 1) return winnersWords(winners, players);
  const place = places[your_seats[0]! - 1]!;
  if (place === 1) return winners.length > 1 ? 'first, shared' : 'won';
  return places.length === 2 ? 'lost' : `place ${place}`;
}

function turnWords(table: Listed): string {
  const seat = table.standing?.seat_to_move;
  if (isYourTurn(table)) return 'your turn';
  const name = seat === undefined ? undefined : table.players[seat - 1];
  return name ? `${nameOrBot(name)} to move` : 'in progress';
}

function winnersWords(winners: readonly number[], players: readonly (string | null)[]): string {
  const names = winners.map((i) => nameOrBot(players[i] ?? `seat ${i + 1}`));
  return `${names.join(' and ')} won`;
}

/** The points, where the game has any: `89 : 84`. */
export function pointsOf({ game, standing, status }: Listed): string {
  if (!standing || game === 'aquapipe' || (status !== 'over' && standing.ply === 0)) return '';
  return standing.scores.join(' : ').replaceAll('-', '−');
}

/** A word for the color of the result: good, bad, or neither. */
export function toneOf(table: Listed): 'good' | 'bad' | 'plain' {
  const words = standingWords(table);
  if (words === 'won' || words === 'your turn') return 'good';
  return words === 'lost' ? 'bad' : 'plain';
}
