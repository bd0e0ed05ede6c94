/** Whose turn it is and what came of the game, in a sentence. */

import type { TableState } from '../wire/TableState';
import { capital, playerName, seatName } from './words';

/** How the table is, in a sentence, and whether it is for you to act. */
export function statusOf(state: TableState): { text: string; isYours: boolean } {
  const { turn, mover } = state;
  const color = mover ? ` with ${mover}` : '';
  if (state.status === 'waiting') return { text: 'Waiting for players', isYours: false };
  if (state.status === 'aborted') return { text: 'This game was ended without a result', isYours: false };
  if (turn.type === 'over' || state.status === 'over') return { text: resultOf(state), isYours: false };
  if (turn.type === 'chance') return { text: 'One moment…', isYours: false };
  const player = state.players[turn.seat - 1]!;
  if (state.choices) {
    const nYours = state.players.filter((it) => it.type === 'person' && it.is_you).length;
    return { text: nYours > 1 ? `${seatName(state.players, turn.seat)}, your turn${color}` : `Your turn${color}`, isYours: true };
  }
  if (player.type === 'bot') return { text: `${playerName(player)} is thinking…`, isYours: false };
  return { text: `${playerName(player)} is to move${color}`, isYours: false };
}

/** Who won, in a sentence. */
export function resultOf(state: TableState): string {
  if (state.turn.type !== 'over') return 'The game is over';
  const best = state.turn.places.flatMap((place, i) => (place === 1 ? [i] : []));
  const isYou = (i: number) => {
    const player = state.players[i]!;
    return player.type === 'person' && player.is_you;
  };
  const isShared = state.players.filter((_, i) => isYou(i)).length > 1;
  const name = (i: number) => (isShared ? seatName(state.players, i + 1) : isYou(i) ? 'you' : playerName(state.players[i]!));
  if (best.length === state.players.length && best.length > 1) return 'A draw';
  if (best.length === 1) {
    const winner = name(best[0]!);
    return winner === 'you' ? 'You won!' : `${capital(winner)} won`;
  }
  return `${capital(best.map(name).join(' and '))} share the first place`;
}
