/** What a tab of the browser keeps while it is open: arranged hands, and the record that is studied. */

const boardKey = (table: string): string => `tilewright.board.${table}`;
const RECORD_KEY = 'tilewright.study';

/** The arrangement of the hand at a table. */
export function recall(table: string): string | undefined {
  return load(boardKey(table));
}

/** Keeps the arrangement of the hand at a table. */
export function remember(table: string, memory: string): void {
  save(boardKey(table), memory);
}

/** The record that was uploaded last. */
export function recallRecord(): string | undefined {
  return load(RECORD_KEY);
}

/** Keeps an uploaded record, so that it survives a reload of the page. */
export function rememberRecord(record: string): void {
  save(RECORD_KEY, record);
}

/** Forgets the uploaded record. */
export function forgetRecord(): void {
  try {
    sessionStorage.removeItem(RECORD_KEY);
  } catch {
    // Nothing was kept.
  }
}

function load(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function save(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // A browser that keeps nothing still shows the page.
  }
}
