/** Names and numbers as people read them. */

import type { PlayerInfo } from '../wire/PlayerInfo';

/** A bot as people call it: `level:3` is “Bot, level 3”. */
export function botName(bot: string): string {
  const level = /^level:(\d)$/.exec(bot)?.[1];
  return level ? `Bot, level ${level}` : `Bot, ${bot}`;
}

/** A player as others call it. */
export function playerName(player: PlayerInfo): string {
  switch (player.type) {
    case 'open':
      return 'Open seat';
    case 'invited':
      return 'Invited friend';
    case 'bot':
      return botName(player.bot);
    case 'person':
      return player.name;
  }
}

/** The player of a seat; several at one device who have one name are told apart by their seats. */
export function seatName(players: readonly PlayerInfo[], seat: number): string {
  const player = players[seat - 1];
  if (!player) return `seat ${seat}`;
  const name = playerName(player);
  const isOwn = (it: PlayerInfo) => it.type === 'person' && it.is_you;
  const isShared = isOwn(player) && players.filter((it) => isOwn(it) && playerName(it) === name).length > 1;
  return isShared ? `Player ${seat}` : name;
}

/** The kinds of bots that have no settings in their names; names of people have no colon. */
const KINDS = new Set(['random', 'greedy', 'weighted', 'minimax', 'mcts', 'ismcts', 'solver', 'strategy']);

/** The name of a person, or of a bot as people call it. */
export function nameOrBot(name: string): string {
  return name.includes(':') || KINDS.has(name) ? botName(name) : name;
}

/** The name of a seat of a record; those of one name, such as bots of one level, are told apart by their seats. */
export function nameAmong(players: readonly (string | null)[], seat: number): string {
  const name = players[seat - 1];
  if (!name) return `Player ${seat}`;
  const isShared = players.filter((it) => it === name).length > 1;
  return isShared ? `${nameOrBot(name)} (seat ${seat})` : nameOrBot(name);
}

/** The names of those who sit somewhere, in a list of tables. */
export function playersOf(players: (string | null)[]): string {
  return players.map((name) => (name === null ? 'open seat' : nameOrBot(name))).join(' · ');
}

const ENDINGS: Record<string, string> = { 'agreed-draw': 'agreed to a draw', 'lost-on-time': 'lost on time', abandoned: 'left' };

/** How a seat ended, as people say it: `resigned`, `agreed to a draw`. */
export function endingWords(ending: string): string {
  return ENDINGS[ending] ?? ending;
}

const AGO = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** How long ago something was: “3 minutes ago”. */
export function ago(at: number, now = Date.now()): string {
  const seconds = Math.round((at - now) / 1000);
  const minutes = Math.round(seconds / 60);
  const hours = Math.round(minutes / 60);
  if (Math.abs(seconds) < 60) return 'just now';
  if (Math.abs(minutes) < 60) return AGO.format(minutes, 'minute');
  if (Math.abs(hours) < 24) return AGO.format(hours, 'hour');
  return AGO.format(Math.round(hours / 24), 'day');
}

/** A number with its sign: `+3`, `−1.5`. */
export function signed(value: number, digits = 0): string {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return (value < 0 ? '−' : '+') + text;
}

/** A share as people say it: 0.5 is “50 %”. */
export const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** The first letter large. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
