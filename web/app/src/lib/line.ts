/** The line to one table: a socket that comes back by itself, and never plays a move twice. */

import type { Asked } from '../wire/Asked';
import type { Greeting } from '../wire/Greeting';
import type { State } from '../wire/State';
import { type Address, Refusal, tablePath } from './api';

/** How the line is. */
export type LineStatus = 'connecting' | 'open' | 'broken' | 'closed';

/** Something to do at a table. */
export type Action = Asked extends infer A ? (A extends unknown ? Omit<A, 'id'> : never) : never;

/** What a line tells. */
export interface Listener {
  told(greeting: Greeting): void;
  changed(status: LineStatus): void;
  /** There is no such table for us, or no longer: the line will not come back. */
  refused(): void;
}

interface Pending {
  action: Action;
  done(): void;
  refuse(refusal: Refusal & { state?: State }): void;
}

const FIRST_WAIT_MILLIS = 500;
const LONGEST_WAIT_MILLIS = 8_000;
/** A line that heard nothing for so long is opened anew when the person comes back to the page. */
const STALE_MILLIS = 20_000;
/** A line that does not open in this time is tried anew. */
const PATIENCE_MILLIS = 10_000;

const BROKEN = 'the line broke before the answer came: try again';

/** The socket of a table. */
export class Line {
  #socket: WebSocket | undefined;
  #status: LineStatus = 'connecting';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wait = FIRST_WAIT_MILLIS;
  #heardAt = 0;
  #seen = 0;
  #lastId = 0;
  readonly #pending = new Map<number, Pending>();

  constructor(
    readonly address: Address,
    readonly listener: Listener,
    /** Asks whether the table is still there, when the line does not open. */
    readonly isThere: () => Promise<boolean>,
  ) {
    addEventListener('online', this.#wake);
    addEventListener('pageshow', this.#shown);
    document.addEventListener('visibilitychange', this.#wake);
    this.#connect();
  }

  /** Does something at the table; a move is sent again after a break, where it counts once. */
  act(action: Action): Promise<void> {
    return new Promise((done, refuse) => {
      const id = ++this.#lastId;
      if (this.#status !== 'open' && action.type !== 'move') {
        refuse(new Refusal('unreachable', 'there is no line to the server just now: it comes back by itself'));
        return;
      }
      this.#pending.set(id, { action, done, refuse });
      this.#send(id, action);
    });
  }

  close(): void {
    removeEventListener('online', this.#wake);
    removeEventListener('pageshow', this.#shown);
    document.removeEventListener('visibilitychange', this.#wake);
    this.#change('closed');
    clearTimeout(this.#timer);
    this.#socket?.close();
    for (const { refuse } of this.#pending.values()) refuse(new Refusal('unreachable', BROKEN));
    this.#pending.clear();
  }

  /** Connects anew, for instance as somebody else than before. */
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
      if (socket === this.#socket) this.#hear(JSON.parse(message.data) as Greeting);
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
    this.#heardAt = Date.now();
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
      refuse(new Refusal('unreachable', BROKEN));
    }
  }

  async #retry(wasOpen: boolean): Promise<void> {
    // A socket does not tell why it was not opened, so that a table that is gone must be asked for.
    const isThere = wasOpen || (await this.isThere().catch(() => true));
    if (this.#status !== 'broken') return;
    if (isThere) return this.#connect();
    this.close();
    this.listener.refused();
  }

  /** A page that was put aside by the browser comes back with a dead line. */
  readonly #shown = (event: PageTransitionEvent): void => {
    if (event.persisted) this.reopen();
  };

  readonly #wake = (): void => {
    const isStale = Date.now() - this.#heardAt > STALE_MILLIS;
    if (!document.hidden && (this.#status !== 'open' || isStale)) this.reopen();
  };

  #hear(greeting: Greeting): void {
    this.#heardAt = Date.now();
    if (greeting.type === 'update') this.#seen = greeting.state.number;
    if (greeting.type === 'done') this.#answer(greeting.id)?.done();
    if (greeting.type === 'refused') {
      const refusal = Object.assign(new Refusal(greeting.code, greeting.message), { state: greeting.state });
      this.#answer(greeting.id)?.refuse(refusal);
    }
    this.listener.told(greeting);
  }

  #answer(id: number | null): Pending | undefined {
    const pending = id === null ? undefined : this.#pending.get(id);
    if (id !== null) this.#pending.delete(id);
    return pending;
  }

  #send(id: number, action: Action): void {
    if (this.#status === 'open') this.#socket?.send(JSON.stringify({ id, ...action }));
  }

  #change(status: LineStatus): void {
    if (this.#status === status) return;
    this.#status = status;
    this.listener.changed(status);
  }
}
