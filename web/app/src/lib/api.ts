/** Requests to the server. */

import type { ErrorCode } from '../wire/ErrorCode';
import type { GameInfo } from '../wire/GameInfo';
import type { Me } from '../wire/Me';
import type { GameSnapshot } from '../wire/GameSnapshot';
import type { NewTable } from '../wire/NewTable';
import type { OpenedTable } from '../wire/OpenedTable';
import type { Profile } from '../wire/Profile';
import type { MoveExplanation } from '../wire/MoveExplanation';
import type { Status } from '../wire/Status';
import type { TableSummary } from '../wire/TableSummary';
import type { TableSnapshot } from '../wire/TableSnapshot';

/** What the server refused, or why it could not be reached. */
export class ApiError extends Error {
  constructor(
    readonly code: ErrorCode | 'unreachable',
    message: string,
  ) {
    super(message);
  }
}

/** Which table, and the key of its link if one has it. */
export interface Address {
  id: string;
  key?: string | undefined;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const UNREACHABLE = 'the server cannot be reached: is the network there?';

/** The address of something under `/api`. */
export function apiPath(path: string, query: Record<string, string | undefined> = {}): string {
  const words = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const search = new URLSearchParams(words).toString();
  return `/api/${path}${search && `?${search}`}`;
}

/** The address of something that belongs to a table. */
export function tablePath({ id, key }: Address, rest = '', query: Record<string, string | undefined> = {}): string {
  return apiPath(`tables/${encodeURIComponent(id)}${rest}`, { ...query, key });
}

/** Sends a request and throws an `ApiError` unless it succeeds. */
export async function request(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const isText = typeof body === 'string';
  const init: RequestInit = { method, signal: signal ?? null };
  if (body !== undefined) {
    init.body = isText ? body : JSON.stringify(body);
    init.headers = { 'content-type': isText ? 'text/plain' : 'application/json' };
  }
  const response = await fetch(path, init).catch((error: unknown) => {
    throw signal?.aborted ? error : new ApiError('unreachable', UNREACHABLE);
  });
  if (!response.ok) throw await apiErrorOf(response);
  return response;
}

async function apiErrorOf(response: Response): Promise<ApiError> {
  const said = (await response.json().catch(() => null)) as { code?: ErrorCode; message?: string } | null;
  return new ApiError(said?.code ?? 'internal', said?.message ?? `the server answered ${response.status}`);
}

async function get<T>(path: string): Promise<T> {
  return (await request('GET', path)).json() as Promise<T>;
}

/** The lines of an answer that comes line by line. */
export async function* lines<T>(response: Response): AsyncGenerator<T> {
  let rest = '';
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const parts = (rest + value).split('\n');
    rest = parts.pop()!;
    for (const part of parts) if (part) yield JSON.parse(part) as T;
  }
  if (rest) yield JSON.parse(rest) as T;
}

let known: Promise<GameInfo[]> | undefined;

/** The games; asked for once. */
export function games(): Promise<GameInfo[]> {
  known ??= get<GameInfo[]>(apiPath('games')).catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
}

export const me = (): Promise<Me | null> => get(apiPath('me'));

export const signUp = (name: string, password: string) => request('POST', apiPath('accounts'), { name, password });

/** Signs in; the games of a guest go to the account if wanted. */
export const signIn = (name: string, password: string, takeGames = false) =>
  request('POST', apiPath('session'), { name, password, take_games: takeGames });

export const signOut = () => request('DELETE', apiPath('session'));

export const signOutEverywhere = () => request('DELETE', apiPath('sessions'));

export const changePassword = (old: string, now: string) => request('PUT', apiPath('me/password'), { old, new: now });

export const deleteAccount = (password: string) => request('DELETE', apiPath('me'), { password });

export const profile = (name: string): Promise<Profile> => get(apiPath(`people/${encodeURIComponent(name)}`));

/** Public tables of one status, or one's own. */
export const tables = (which: { status?: Status; mine?: boolean; bots?: boolean }): Promise<TableSummary[]> =>
  get(apiPath('tables', { status: which.status, mine: which.mine ? 'true' : undefined, bots: which.bots?.toString() }));

export async function openTable(table: NewTable): Promise<OpenedTable> {
  return (await request('POST', apiPath('tables'), table)).json() as Promise<OpenedTable>;
}

/** Why these moves cannot be played; legal ones have no reason. */
export async function explain(address: Address, moves: string[]): Promise<MoveExplanation[]> {
  return (await request('POST', tablePath(address, '/explain'), { moves })).json() as Promise<MoveExplanation[]>;
}

/** A table with everything that happened there. */
export const lookAt = (address: Address): Promise<TableSnapshot> => get(tablePath(address));

/** A table as it was after so many moves. */
export const snapshotAt = (address: Address, ply: number): Promise<GameSnapshot> => get(tablePath(address, `/views/${ply}`));

/** The legal moves of a table with all their parts. */
export const movesOf = (address: Address): Promise<unknown[]> => get(tablePath(address, '/moves'));
