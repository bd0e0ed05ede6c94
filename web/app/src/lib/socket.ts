/** The WebSocket of one table: it reconnects by itself, and never plays a move twice. */

import type { ClientMessage } from '../wire/ClientMessage';
import type { ServerMessage } from '../wire/ServerMessage';
import type { TableState } from '../wire/TableState';
import { type Address, ApiError, tablePath } from './api';

/** The state of the connection. */
export type SocketStatus = 'connecting' | 'open' | 'broken' | 'closed';

/** Something to do at a table. */
export type Action = ClientMessage extends infer A ? (A extends unknown ? Omit<A, 'id'> : never) : never;

/** A receiver of messages and of changes of the connection. */
export interface Listener {
  received(message: ServerMessage): void;
  changed(status: SocketStatus): void;
  /** There is no such table for us, or no longer: the socket will not reconnect. */
  refused(): void;
}

interface Pending {
  action: Action;
  done(): void;
  refuse(refusal: ApiError & { state?: TableState }): void;
}

const FIRST_WAIT_MILLIS = 500;
const LONGEST_WAIT_MILLIS = 8_000;
/** A socket that received nothing for this time is reopened when the person returns to the page. */
const STALE_MILLIS = 20_000;
/** A socket that does not open in this time is tried again. */
const PATIENCE_MILLIS = 10_000;

const BROKEN = 'the connection was lost before the answer came: try again';

/** A socket of a table with its unanswered actions. */
export class TableSocket {
  #socket: WebSocket | undefined;
  #status: SocketStatus = 'connecting';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wait = FIRST_WAIT_MILLIS;
  #receivedAt = 0;
  #seen = 0;
  #lastId = 0;
  readonly #pending = new Map<number, Pending>();

  constructor(
    readonly address: Address,
    readonly listener: Listener,
    /** Asks whether the table is still there, when the socket does not open. */
    readonly isThere: () => Promise<boolean>,
  ) {
    addEventListener('online', this.#wake);
    addEventListener('offline', this.#lost);
    addEventListener('pageshow', this.#shown);
    document.addEventListener('visibilitychange', this.#wake);
    this.#connect();
  }

  /** Does something at the table; a move is sent again after a break, where it counts once. */
  act(action: Action): Promise<void> {
    return new Promise((done, refuse) => {
      const id = ++this.#lastId;
      if (this.#status !== 'open' && action.type !== 'move') {
        refuse(new ApiError('unreachable', 'there is no connection to the server: it is being restored'));
        return;
      }
      this.#pending.set(id, { action, done, refuse });
      this.#send(id, action);
    });
  }

  close(): void {
    removeEventListener('online', this.#wake);
    removeEventListener('offline', this.#lost);
    removeEventListener('pageshow', this.#shown);
    document.removeEventListener('visibilitychange', this.#wake);
    this.#change('closed');
    clearTimeout(this.#timer);
    this.#socket?.close();
    for (const { refuse } of this.#pending.values()) refuse(new ApiError('unreachable', BROKEN));
    this.#pending.clear();
  }

  /** Reconnects, for instance as somebody else than before. */
  reopen(): void {
    if (this.#status === 'closed') return;
    clearTimeout(this.#timer);
    const old = this.#socket;
    this.#socket = undefined;
    old?.close();
    this.#giveUp();
    this.#wait = FIRST_WAIT_MILLIS;
    this.#change('connecting');
    this.#connect();
  }

  #connect(): void {
    const url = new URL(tablePath(this.address, '/socket', { since: String(this.#seen) }), location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = new WebSocket(url);
    this.#socket = socket;
    const ours = (act: () => void) => () => {
      if (socket === this.#socket) act();
    };
    socket.onmessage = (message: MessageEvent<string>) => {
      if (socket === this.#socket) this.#receive(JSON.parse(message.data) as ServerMessage);
    };
    socket.onopen = ours(() => this.#opened());
    socket.onclose = ours(() => this.#broke());
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      ours(() => this.#broke()),
      PATIENCE_MILLIS,
    );
  }

  #opened(): void {
    clearTimeout(this.#timer);
    this.#wait = FIRST_WAIT_MILLIS;
    this.#receivedAt = Date.now();
    this.#change('open');
    for (const [id, { action }] of this.#pending) this.#send(id, action);
  }

  #broke(): void {
    const wasOpen = this.#status === 'open';
    const broken = this.#socket;
    this.#socket = undefined;
    broken?.close();
    if (this.#status === 'closed') return;
    this.#change('broken');
    this.#giveUp();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#retry(wasOpen), this.#wait);
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT_MILLIS);
  }

  /** Only a move can be sent again without being done twice. */
  #giveUp(): void {
    for (const [id, { action, refuse }] of this.#pending) {
      if (action.type === 'move') continue;
      this.#pending.delete(id);
      refuse(new ApiError('unreachable', BROKEN));
    }
  }

  async #retry(wasOpen: boolean): Promise<void> {
    // A socket does not say why it was not opened, so that a table that is gone must be asked for.
    const isThere = wasOpen || (await this.isThere().catch(() => true));
    if (this.#status !== 'broken') return;
    if (isThere) return this.#connect();
    this.close();
    this.listener.refused();
  }

  /** A page that was put aside by the browser comes back with a dead socket. */
  readonly #shown = (event: PageTransitionEvent): void => {
    if (event.persisted) this.reopen();
  };

  /** The device says that it is offline: a socket notices only much later. */
  readonly #lost = (): void => this.#broke();

  readonly #wake = (): void => {
    const isStale = Date.now() - this.#receivedAt > STALE_MILLIS;
    if (!document.hidden && (this.#status !== 'open' || isStale)) this.reopen();
  };

  #receive(message: ServerMessage): void {
    this.#receivedAt = Date.now();
    if (message.type === 'update') this.#seen = message.state.number;
    if (message.type === 'done') this.#answer(message.id)?.done();
    if (message.type === 'refused') {
      const refusal = Object.assign(new ApiError(message.code, message.message), { state: message.state });
      this.#answer(message.id)?.refuse(refusal);
    }
    this.listener.received(message);
  }

  #answer(id: number | null): Pending | undefined {
    const pending = id === null ? undefined : this.#pending.get(id);
    if (id !== null) this.#pending.delete(id);
    return pending;
  }

  #send(id: number, action: Action): void {
    if (this.#status === 'open') this.#socket?.send(JSON.stringify({ id, ...action }));
  }

  #change(status: SocketStatus): void {
    if (this.#status === status) return;
    this.#status = status;
    this.listener.changed(status);
  }
}
