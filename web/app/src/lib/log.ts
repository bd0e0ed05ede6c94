/** What a table's events come to: the moves that stand, and what was said. */

import type { Offer } from '../wire/Offer';
import type { EventEnvelope } from '../wire/EventEnvelope';
import { endingWords } from './words';

/** A move that stands. */
export interface Played {
  ply: number;
  seat: number | undefined;
  move: string;
  effect: string | undefined;
}

/** A line of the chat: somebody's words, or news of the table. */
export interface Said {
  number: number;
  at: number;
  name: string | undefined;
  text: string;
}

/** Everything that events told so far. */
export interface Log {
  number: number;
  moves: Played[];
  said: Said[];
  rematch: string | undefined;
}

export const EMPTY: Log = { number: 0, moves: [], said: [], rematch: undefined };

/** The log with more events; those that it knows already change nothing. */
export function read(log: Log, events: EventEnvelope[], nameOf: (seat: number) => string): Log {
  const news = events.filter((event) => event.number > log.number);
  if (news.length === 0) return log;
  const next: Log = { ...log, moves: [...log.moves], said: [...log.said] };
  for (const event of news) {
    next.number = event.number;
    if (event.type === 'move') {
      next.moves.push({ ply: event.ply, seat: event.seat, move: event.move, effect: event.effect });
    } else if (event.type === 'taken-back') {
      next.moves = next.moves.filter((played) => played.ply <= event.ply);
    } else if (event.type === 'rematch') {
      next.rematch = event.table;
    }
    const text = event.type === 'taken-back' ? takenBack(next.moves) : words(event, nameOf);
    if (text) next.said.push({ number: event.number, at: event.at, name: event.type === 'chat' ? event.name : undefined, text });
  }
  return next;
}

/** The number of the last move that laid something open, if the game went on at once, so that nobody saw it. */
export function laidOpen(events: EventEnvelope[]): number | undefined {
  const moves = events.filter((event) => event.type === 'move');
  return moves.slice(0, -1).findLast((move) => move.seat !== undefined && move.revealed !== undefined)?.ply;
}

/** What is left after a take-back, as the list of moves counts: without what chance does. */
function takenBack(moves: Played[]): string {
  const n = moves.filter((played) => played.seat !== undefined).length;
  return n === 0 ? 'taken back to the start' : `taken back to move ${n}`;
}

const OFFERED: Record<Offer, string> = {
  takeback: 'asks to take back',
  draw: 'offers a draw',
  rematch: 'offers a rematch',
  hints: 'asks to allow hints',
  wait: 'waits for late players',
};

function words(event: Exclude<EventEnvelope, { type: 'taken-back' }>, nameOf: (seat: number) => string): string | undefined {
  switch (event.type) {
    case 'chat':
      return event.text;
    case 'sat':
      return `${event.name} took seat ${event.seat}`;
    case 'left':
      return `seat ${event.seat} is free again`;
    case 'removed':
      return `the host freed seat ${event.seat}`;
    case 'ended':
      return `${nameOf(event.seat)} ${endingWords(event.ending)}`;
    case 'offered':
      return `${nameOf(event.seat)} ${OFFERED[event.what]}`;
    case 'clock-started':
      // In a new game that says nothing.
      return event.number === 1 ? undefined : 'the clock starts again: the time since the last move was given back';
    case 'declined':
      if (event.what === 'wait') return `${nameOf(event.seat)} waits no longer`;
      return `${nameOf(event.seat)} declines ${event.what === 'hints' ? 'hints' : `the ${event.what}`}`;
    case 'aborted':
      return 'the game was ended without a result';
    case 'rematch':
      return 'they play again';
    case 'move':
      return undefined;
  }
}
