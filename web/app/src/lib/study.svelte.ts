/** A game that is gone through again: its record, the position that is shown, and what moves were worth. */

import type { GameInfo } from '../wire/GameInfo';
import type { JudgedLine } from '../wire/JudgedLine';
import type { Moment } from '../wire/Moment';
import type { Replayed } from '../wire/Replayed';
import { apiPath, games, lines, request } from './api';
import type { Played } from './log';
import { nameAmong } from './words';

/** How long each move is thought about. */
const CARE_MILLIS = 150;

export class Study {
  readonly record: string;
  replayed: Replayed = $state.raw()!;
  game: GameInfo | undefined = $state.raw();
  ply = $state(0);
  moment: Moment = $state.raw()!;
  judged: JudgedLine[] = $state.raw([]);
  isJudging = $state(false);
  notice = $state('');

  readonly #moments = new Map<number, Moment>();
  #stop: AbortController | undefined;

  private constructor(record: string, replayed: Replayed) {
    this.record = record;
    this.replayed = replayed;
    this.ply = replayed.moves.length;
    this.moment = replayed.moment;
    this.#moments.set(this.ply, replayed.moment);
  }

  /** Reads a record; throws a `Refusal` that says what is wrong with it. */
  static async of(record: string): Promise<Study> {
    const study = new Study(record, await replay(record));
    study.game = (await games()).find((game) => game.game === study.replayed.game);
    return study;
  }

  readonly moves: Played[] = $derived.by(() =>
    this.replayed.moves.map((it, i) => ({ ply: i + 1, seat: it.seat, move: it.move, told: it.told })),
  );

  nameOf(seat: number): string {
    return nameAmong(this.replayed.players, seat);
  }

  async lookAt(ply: number): Promise<void> {
    this.ply = Math.min(Math.max(ply, 0), this.moves.length);
    const wanted = this.ply;
    try {
      const moment = this.#moments.get(wanted) ?? (await replay(this.record, wanted)).moment;
      this.#moments.set(wanted, moment);
      if (this.ply === wanted) this.moment = moment;
    } catch (error) {
      this.notice = (error as Error).message;
    }
  }

  /** Lets a strong player judge every move. */
  async judge(): Promise<void> {
    const stop = new AbortController();
    this.#stop = stop;
    this.judged = [];
    this.isJudging = true;
    this.notice = '';
    try {
      const response = await request('POST', apiPath('analysis', { millis: String(CARE_MILLIS) }), this.record, stop.signal);
      for await (const line of lines<JudgedLine>(response)) this.judged = [...this.judged, line];
    } catch (error) {
      if (!stop.signal.aborted) this.notice = (error as Error).message;
    }
    this.isJudging = false;
  }

  stop(): void {
    this.#stop?.abort();
  }

  /** Who won, if the record tells. */
  readonly result: string = $derived.by(() => {
    const { turn } = this.replayed;
    if (turn.type !== 'over') return '';
    const best = turn.places.flatMap((place, i) => (place === 1 ? [this.nameOf(i + 1)] : []));
    const points = turn.scores.join(' : ');
    return best.length === 1 ? `${best[0]} won, ${points}` : `${best.join(' and ')} share the first place, ${points}`;
  });

  /** What was judged about the move that led to the position that is shown. */
  readonly current: JudgedLine | undefined = $derived.by(() => this.judged.find((line) => line.ply === this.ply));
}

async function replay(record: string, ply?: number): Promise<Replayed> {
  return (await request('POST', apiPath('replay'), { record, ply })).json() as Promise<Replayed>;
}
