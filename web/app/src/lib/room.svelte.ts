/** One table as this person sees it: what the server sent, and what the person looks at. */

import { needsMoves } from '@tilewright/board';

import type { GameInfo } from '../wire/GameInfo';
import type { ServerMessage } from '../wire/ServerMessage';
import type { EventEnvelope } from '../wire/EventEnvelope';
import type { HintUpdate } from '../wire/HintUpdate';
import type { GameSnapshot } from '../wire/GameSnapshot';
import type { MoveValue } from '../wire/MoveValue';
import type { Offer } from '../wire/Offer';
import type { MoveExplanation } from '../wire/MoveExplanation';
import type { TableState } from '../wire/TableState';
import type { TableInfo } from '../wire/TableInfo';
import { type Action, TableSocket, type SocketStatus } from './socket';
import { type Address, ApiError, games, lines, lookAt, snapshotAt, movesOf, request, tablePath, explain } from './api';
import { EMPTY, type Log, laidOpen, read } from './log';
import { person } from './person.svelte';
import { play, vibrate } from './sounds';
import { seatName } from './words';

/** How long a hint may think. */
const HINT_MILLIS = 2_000;

export class Room {
  readonly address: Address;
  table: TableInfo | undefined = $state.raw();
  state: TableState | undefined = $state.raw();
  game: GameInfo | undefined = $state.raw();
  log: Log = $state.raw(EMPTY);
  connection: SocketStatus = $state('connecting');
  isGone = $state(false);
  /** Whether the person sat here and is somebody else now, or nobody: the session ended elsewhere. */
  isSignedOut = $state(false);
  isHere: boolean[] = $state.raw([]);
  nSpectators = $state(0);
  /** The last thing that went wrong or is worth saying. */
  notice = $state('');
  isSending = $state(false);
  /** How many moves were refused: each time the board must be shown as it was. */
  nRefused = $state(0);
  /** The number of moves before the position that is looked at; nothing while it is the present one. */
  pastPly: number | undefined = $state();
  past: GameSnapshot | undefined = $state.raw();
  /** Whether what is looked at was laid open while the game went on: it stays until the person goes on, too. */
  isHeld = $state(false);
  /** The legal moves with all their parts, where the board shows what they do. */
  moves: unknown[] | undefined = $state.raw();
  hints: MoveValue[] = $state.raw([]);
  isThinking = $state(false);
  /** When the clocks came, by the clock of the page. */
  clocksAt = $state(0);
  /** How little time is left, for screen readers. */
  warning = $state('');
  /** How much the hint has looked at. */
  nLookedAt = $state(0);

  readonly #socket: TableSocket;
  readonly #underWay = new Set<string>();
  readonly #snapshots = new Map<number, GameSnapshot>();
  #hintStop: AbortController | undefined;

  constructor(address: Address) {
    this.address = address;
    const listener = {
      received: (message: ServerMessage) => this.#received(message),
      changed: (status: SocketStatus) => (this.connection = status),
      refused: () => this.#refused(),
    };
    this.#socket = new TableSocket(address, listener, () => isThere(address));
  }

  readonly isYourTurn = $derived.by(() => this.state?.choices !== undefined);
  readonly yourSeats = $derived.by(() => seatsOf(this.state));
  readonly isOver = $derived.by(() => this.state?.status === 'over' || this.state?.status === 'aborted');
  readonly ply = $derived.by(() => this.pastPly ?? this.state?.ply ?? 0);

  close(): void {
    this.stopHint();
    this.#socket.close();
  }

  /** A player as others call it; several at one device have one name, and are told apart by their seats. */
  nameOf(seat: number): string {
    return seatName(this.state?.players ?? [], seat);
  }

  /** Does something at the table, and tells if that was refused; a second click while it is under way does nothing. */
  async act(action: Action): Promise<boolean> {
    if (this.#underWay.has(action.type)) return false;
    this.#underWay.add(action.type);
    this.notice = '';
    try {
      await this.#socket.act(action);
      return true;
    } catch (error) {
      const refusal = error as ApiError & { state?: TableState };
      if (refusal.state) this.#set(refusal.state);
      this.notice = refusal.message;
      return false;
    } finally {
      this.#underWay.delete(action.type);
    }
  }

  /** Takes a seat. Who was nobody becomes a guest by that, whom only a new socket knows. */
  async sit(seat: number): Promise<void> {
    if (this.#underWay.has('sit')) return;
    this.#underWay.add('sit');
    this.notice = '';
    try {
      await request('POST', tablePath(this.address, '/actions'), { type: 'sit', seat });
      await person.refresh();
      this.#socket.reopen();
    } catch (error) {
      this.notice = (error as Error).message;
    } finally {
      this.#underWay.delete('sit');
    }
  }

  async play(move: string): Promise<void> {
    if (!this.state || this.isSending) return;
    this.isSending = true;
    const isPlayed = await this.act({ type: 'move', ply: this.state.ply, move });
    this.isSending = false;
    if (isPlayed) return;
    this.nRefused += 1;
    play('no');
  }

  offer(what: Offer): Promise<boolean> {
    return this.act({ type: 'offer', what });
  }

  explain(moves: string[]): Promise<MoveExplanation[]> {
    return explain(this.address, moves);
  }

  /** Looks at the position after so many moves. */
  async lookAt(ply: number): Promise<void> {
    const last = this.state?.ply ?? 0;
    if (ply >= last) return this.lookAtPresent();
    const wanted = Math.max(0, ply);
    this.isHeld = false;
    this.pastPly = wanted;
    try {
      const snapshot = this.#snapshots.get(wanted) ?? (await snapshotAt(this.address, wanted));
      this.#snapshots.set(wanted, snapshot);
      if (this.pastPly === wanted) this.past = snapshot;
    } catch (error) {
      this.notice = (error as Error).message;
      this.lookAtPresent();
    }
  }

  lookAtPresent(): void {
    this.isHeld = false;
    this.pastPly = undefined;
    this.past = undefined;
  }

  /** Asks what a strong player would do, or what each of so many moves is worth. */
  async hint(nMoves = 3): Promise<void> {
    this.stopHint();
    const stop = new AbortController();
    this.#hintStop = stop;
    this.isThinking = true;
    this.nLookedAt = 0;
    this.notice = '';
    try {
      const body = { time_millis: HINT_MILLIS, n_moves: nMoves };
      const response = await request('POST', tablePath(this.address, '/hint'), body, stop.signal);
      for await (const line of lines<HintUpdate>(response)) {
        if (line.ply === this.state?.ply) this.hints = line.moves;
        this.nLookedAt = line.nodes;
      }
    } catch (error) {
      if (!stop.signal.aborted) this.notice = (error as Error).message;
    } finally {
      if (this.#hintStop === stop) this.isThinking = false;
    }
  }

  stopHint(): void {
    this.#hintStop?.abort();
    this.#hintStop = undefined;
    this.isThinking = false;
    this.hints = [];
  }

  #received(message: ServerMessage): void {
    if (message.type === 'table') {
      const { type: _, ...table } = message;
      this.table = table;
      void this.#learn(table.game);
    } else if (message.type === 'update') {
      const open = this.state && laidOpen(message.events);
      const hasSat = this.yourSeats.length > 0;
      const isOtherEyes = this.state !== undefined && this.state.viewer !== message.state.viewer;
      this.#sound(message.state);
      this.#set(message.state);
      if (this.state && !isOtherEyes) this.#answer(message.events);
      this.log = read(this.log, message.events, (seat) => this.nameOf(seat));
      if (hasCapture(message.events)) vibrate('taken');
      if (isOtherEyes && this.game?.has_secrets !== false) void this.#forget();
      if (open !== undefined) this.#hold(open);
      if (this.yourSeats.length > 0) this.isSignedOut = false;
      else if (hasSat) void this.#askWho();
    } else if (message.type === 'presence') {
      this.isHere = message.is_here;
      this.nSpectators = message.n_spectators;
    }
  }

  #refused(): void {
    this.isGone = true;
    if (this.yourSeats.length > 0) void this.#askWho();
  }

  /** Who lost its seats has left them, or was signed out. */
  async #askWho(): Promise<void> {
    const before = person.me;
    await person.refresh();
    this.isSignedOut = person.me === null || (before !== null && person.me.name !== before.name);
  }

  /** What an offer came to, for who made it. */
  #answer(events: EventEnvelope[]): void {
    const isLive = this.log.number > 0 || this.log.moves.length > 0;
    const declined = events.findLast((event) => event.type === 'declined');
    if (!isLive || !declined || declined.what === 'wait' || this.yourSeats.includes(declined.seat)) return;
    const what = { takeback: 'to take back', draw: 'a draw', rematch: 'to play again', hints: 'hints' }[declined.what];
    this.notice = `${this.nameOf(declined.seat)} declines ${what}`;
  }

  /** Who sits at the same device now did not see what the one before saw: all is asked for again. */
  async #forget(): Promise<void> {
    this.#snapshots.clear();
    this.log = EMPTY;
    const viewer = this.state?.viewer;
    try {
      const look = await lookAt(this.address);
      if (look.state.viewer === viewer && this.state?.viewer === viewer) {
        this.log = read(EMPTY, look.events, (seat) => this.nameOf(seat));
      }
    } catch (error) {
      this.notice = (error as Error).message;
    }
  }

  /** Shows what was laid open, such as the hands at the end of a round, until the person goes on. */
  #hold(ply: number): void {
    void this.lookAt(ply);
    this.isHeld = true;
  }

  async #learn(slug: string): Promise<void> {
    try {
      this.game = (await games()).find((game) => game.game === slug);
    } catch (error) {
      this.notice = (error as Error).message;
    }
  }

  #set(state: TableState): void {
    const before = this.state;
    this.state = state;
    this.clocksAt = performance.now();
    if (state.ply === before?.ply && state.status === before.status) return;
    this.notice = '';
    this.stopHint();
    this.moves = undefined;
    if (state.choices && needsMoves(this.table?.game ?? '')) void this.#readMoves(state.ply);
    // What was taken back may be played otherwise.
    if (before && state.ply < before.ply) this.#snapshots.clear();
    // Who looks back is not disturbed, unless what it looks at is gone.
    const isThere = this.pastPly !== undefined && this.pastPly < state.ply && state.viewer === before?.viewer;
    if (!isThere) this.lookAtPresent();
  }

  async #readMoves(ply: number): Promise<void> {
    try {
      const moves = await movesOf(this.address);
      if (this.state?.ply === ply) this.moves = moves;
    } catch {
      // The turn has passed, or the connection is lost: the board does without, and the next turn asks again.
    }
  }

  #sound(next: TableState): void {
    const before = this.state;
    if (!before || next.number <= before.number) return;
    if (next.status === 'over' && before.status !== 'over') return play('over');
    if (next.ply <= before.ply) return;
    vibrate(before.choices ? 'placed' : 'played');
    const isYours = next.choices !== undefined;
    play(isYours ? 'turn' : before.choices ? 'mine' : 'theirs');
  }
}

/** Whether something was taken by the last of these moves; a long list is not news. */
function hasCapture(events: EventEnvelope[]): boolean {
  const last = events.at(-1);
  return events.length < 4 && last?.type === 'move' && (last.effect?.includes('captures') ?? false);
}

function seatsOf(state: TableState | undefined): number[] {
  const players = state?.players ?? [];
  return players.flatMap((player, i) => (player.type === 'person' && player.is_you ? [i + 1] : []));
}

async function isThere(address: Address): Promise<boolean> {
  try {
    await request('GET', tablePath(address, '', { since: String(Number.MAX_SAFE_INTEGER) }));
    return true;
  } catch (error) {
    return !(error instanceof ApiError && ['not-found', 'signed-out'].includes(error.code));
  }
}
