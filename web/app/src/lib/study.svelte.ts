/** A game that is gone through again: its record, the position that is shown, and what moves were worth. */

import type { GameInfo } from '../wire/GameInfo';
import type { JudgedMove } from '../wire/JudgedMove';
import type { GameSnapshot } from '../wire/GameSnapshot';
import type { ReplayResponse } from '../wire/ReplayResponse';
import { apiPath, games, lines, request } from './api';
import type { Played } from './log';
import { nameAmong } from './words';

/** How long each move is thought about. */
const CARE_MILLIS = 150;

export class Study {
  readonly record: string;
  replayed: ReplayResponse = $state.raw()!;
  game: GameInfo | undefined = $state.raw();
  ply = $state(0);
  snapshot: GameSnapshot = $state.raw()!;
  judged: JudgedMove[] = $state.raw([]);
  isJudging = $state(false);
  notice = $state('');

  readonly #snapshots = new Map<number, GameSnapshot>();
  #stop: AbortController | undefined;

  private constructor(record: string, replayed: ReplayResponse) {
    this.record = record;
    this.replayed = replayed;
    this.ply = replayed.moves.length;
    this.snapshot = replayed.snapshot;
    this.#snapshots.set(this.ply, replayed.snapshot);
  }

  /** Reads a record; throws an `ApiError` that says what is wrong with it. */
  static async of(record: string): Promise<Study> {
    const replayed = await replay(record);
    // A file of another program is a record of ours from here on.
    const study = new Study(replayed.record, replayed);
    study.game = (await games()).find((game) => game.game === study.replayed.game);
    return study;
  }

  readonly moves: Played[] = $derived.by(() =>
    this.replayed.moves.map((it, i) => ({ ply: i + 1, seat: it.seat, move: it.move, effect: it.effect })),
  );

  nameOf(seat: number): string {
    return nameAmong(this.replayed.players, seat);
  }

  async lookAt(ply: number): Promise<void> {
    this.ply = Math.min(Math.max(ply, 0), this.moves.length);
    const wanted = this.ply;
    try {
      const snapshot = await this.snapshotAt(wanted);
      if (this.ply === wanted) this.snapshot = snapshot;
    } catch (error) {
      this.notice = (error as Error).message;
    }
  }

  /** The position after so many moves. */
  async snapshotAt(ply: number): Promise<GameSnapshot> {
    const snapshot = this.#snapshots.get(ply) ?? (await replay(this.record, ply)).snapshot;
    this.#snapshots.set(ply, snapshot);
    return snapshot;
  }

  /** The position after so many moves and some others, which were not played. */
  async variation(ply: number, line: string[]): Promise<GameSnapshot> {
    return (await replay(this.record, ply, line)).snapshot;
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
      for await (const line of lines<JudgedMove>(response)) this.judged = [...this.judged, line];
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
  readonly current: JudgedMove | undefined = $derived.by(() => this.judged.find((line) => line.ply === this.ply));
}

async function replay(record: string, ply?: number, line?: string[]): Promise<ReplayResponse> {
  return (await request('POST', apiPath('replay'), { record, ply, line })).json() as Promise<ReplayResponse>;
}
