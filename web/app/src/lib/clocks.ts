/** Clocks of a table: what they show between two messages of the server, and in words. */

import type { ClockState } from '../wire/ClockState';
import type { TimeControl } from '../wire/TimeControl';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The times left at which a player is warned. */
const WARNINGS = [60 * SECOND, 30 * SECOND, 10 * SECOND];

/** Below this a clock shows tenths of a second. */
const TENTHS = 10 * SECOND;

/** The clocks that a form offers. */
export const CLOCKS: { label: string; control: TimeControl | undefined }[] = [
  { label: 'No clock', control: undefined },
  { label: '1 minute', control: { type: 'total', seconds: 60 } },
  { label: '3 minutes + 2 seconds a move', control: { type: 'total', seconds: 180, increment: 2 } },
  { label: '5 minutes + 3 seconds a move', control: { type: 'total', seconds: 300, increment: 3 } },
  { label: '10 minutes + 5 seconds a move', control: { type: 'total', seconds: 600, increment: 5 } },
  { label: '10 minutes with a delay of 5 seconds', control: { type: 'total', seconds: 600, delay: 5 } },
  { label: '30 minutes', control: { type: 'total', seconds: 1_800 } },
  { label: '30 seconds a move', control: { type: 'per-move', seconds: 30 } },
  { label: '1 minute a move', control: { type: 'per-move', seconds: 60 } },
  { label: '1 day a move', control: { type: 'correspondence', days: 1 } },
  { label: '3 days a move', control: { type: 'correspondence', days: 3 } },
  { label: '7 days a move', control: { type: 'correspondence', days: 7 } },
];

/** The time that a seat has, so long after the message with the clocks came. */
export function leftMillis(clocks: ClockState, seat: number, elapsed: number): number {
  const left = clocks.left_millis[seat - 1] ?? 0;
  const { running } = clocks;
  if (running?.seat !== seat) return left;
  if (running.first_move_millis !== undefined) return Math.max(0, running.first_move_millis - elapsed);
  return Math.max(0, left - Math.max(0, elapsed - running.delay_millis));
}

/** A time as a clock shows it: “4:03”, “0:09.4”, “2 d 5 h”. */
export function clockText(millis: number): string {
  if (millis >= DAY) return `${Math.floor(millis / DAY)} d ${Math.floor((millis % DAY) / HOUR)} h`;
  if (millis < TENTHS) return `0:${(Math.floor(millis / 100) / 10).toFixed(1).padStart(4, '0')}`;
  // A clock shows a second until it has passed whole.
  const seconds = Math.ceil(millis / SECOND);
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** A time in words, for screen readers: its two largest parts. */
export function clockWords(millis: number): string {
  const parts: [number, string][] = [
    [Math.floor(millis / DAY), 'day'],
    [Math.floor((millis % DAY) / HOUR), 'hour'],
    [Math.floor((millis % HOUR) / MINUTE), 'minute'],
    [Math.floor((millis % MINUTE) / SECOND), 'second'],
  ];
  const words = parts.filter(([n]) => n > 0).map(([n, unit]) => `${n} ${unit}${n === 1 ? '' : 's'}`);
  return words.slice(0, 2).join(' ') || 'no time';
}

/** The warning that is due when the time left falls from the one to the other. */
export function warningBetween(before: number, after: number): number | undefined {
  return WARNINGS.findLast((warning) => after <= warning && before > warning);
}

/** A time control in few words: “5 min + 3 s”. */
export function controlText(control: TimeControl): string {
  if (control.type === 'correspondence') return `${control.days} ${control.days === 1 ? 'day' : 'days'} a move`;
  const time = control.seconds % 60 === 0 && control.seconds > 0 ? `${control.seconds / 60} min` : `${control.seconds} s`;
  if (control.type === 'per-move') return `${time} a move`;
  if (control.increment) return `${time} + ${control.increment} s`;
  return control.delay ? `${time}, delay ${control.delay} s` : time;
}
