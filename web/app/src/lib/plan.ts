/** A table being planned in a form, and what the server is asked for. */

import type { SeatRequest } from '../wire/SeatRequest';
import type { FirstSeatRequest } from '../wire/FirstSeatRequest';
import type { GameInfo } from '../wire/GameInfo';
import type { NewTable } from '../wire/NewTable';
import { CLOCKS } from './clocks';

/** Who shall sit somewhere: oneself, a friend here, somebody by link, anybody, or a bot. */
export type Seat = 'me' | 'friend' | 'invited' | 'open' | 'solver' | `level:${number}`;

/** What the form holds. */
export interface Plan {
  variant: string;
  seats: Seat[];
  /** The names of friends at this device, by their seats; they may stay empty. */
  names: string[];
  /** The number of the player who begins, or how that is decided. */
  first: number | 'coin' | 'dice';
  options: Record<string, string>;
  /** The clock, by its place in the list of those that are offered. */
  clock: number;
  /** The bot that plays on for people who leave a table of three or more. */
  substitute: Seat;
  isPrivate: boolean;
  hasHints: boolean;
}

/** The form as it is at first: oneself against bots of a level that newcomers like. */
export function start(game: GameInfo, variant?: string): Plan {
  const chosen = game.variants.find((it) => it.name === variant) ?? game.variants[0]!;
  const plan: Plan = { variant: chosen.name, seats: [], names: [], first: 1, options: {}, clock: 0, substitute: usualBot(game), isPrivate: false, hasHints: true };
  return withSeats(plan, game, chosen.max_seats > 4 ? chosen.min_seats : Math.max(chosen.min_seats, Math.min(chosen.max_seats, 4)));
}

/** The plan with another variant: as many of its seats as fit stay. */
export function withVariant(plan: Plan, game: GameInfo, name: string): Plan {
  const variant = game.variants.find((it) => it.name === name)!;
  const nSeats = Math.min(Math.max(plan.seats.length, variant.min_seats), variant.max_seats);
  // Options have other usual values there.
  return withSeats({ ...plan, variant: name, options: {} }, game, nSeats);
}

/** The plan with so many seats; new ones are for bots. */
export function withSeats(plan: Plan, game: GameInfo, nSeats: number): Plan {
  const seats = Array.from({ length: nSeats }, (_, i): Seat => plan.seats[i] ?? (i === 0 ? 'me' : usualBot(game)));
  const first = typeof plan.first === 'number' && plan.first > nSeats ? 1 : plan.first === 'coin' && nSeats !== 2 ? 'dice' : plan.first;
  const names = seats.map((_, i) => plan.names[i] ?? '');
  return { ...plan, seats, names, first };
}

/** A bot that newcomers like. */
function usualBot(game: GameInfo): Seat {
  return (game.levels[2] ?? game.levels[0]!).bot as Seat;
}

/** What the server is asked for. */
export function newTable(plan: Plan, game: GameInfo): NewTable {
  const variant = game.variants.find((it) => it.name === plan.variant)!;
  const options = { ...plan.options };
  if (plan.variant) options.variant = plan.variant;
  if (variant.min_seats !== variant.max_seats) options.seats = String(plan.seats.length);
  const clock = CLOCKS[plan.clock]?.control;
  const first: FirstSeatRequest = typeof plan.first === 'number' ? { player: plan.first } : plan.first;
  return {
    game: game.game,
    options,
    players: plan.seats.map((seat, i) => chair(seat, plan.names[i]?.trim() ?? '')),
    first,
    ...(clock ? { clock } : {}),
    ...(plan.seats.length > 2 && plan.substitute !== usualBot(game) ? { substitute: plan.substitute } : {}),
    is_private: plan.isPrivate,
    has_hints: plan.hasHints,
  };
}

function chair(seat: Seat, name: string): SeatRequest {
  if (seat === 'friend' && name !== '') return { friend: name };
  if (seat === 'me' || seat === 'friend') return 'me';
  if (seat === 'invited' || seat === 'open') return seat;
  return { bot: seat };
}
