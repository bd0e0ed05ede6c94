/** What a person arranged on the boards of tables: kept while the page's tab is open. */

const keyOf = (table: string): string => `tilewright.board.${table}`;

/** What was arranged at a table. */
export function recall(table: string): string | undefined {
  try {
    return sessionStorage.getItem(keyOf(table)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps what was arranged at a table. */
export function remember(table: string, memory: string): void {
  try {
    sessionStorage.setItem(keyOf(table), memory);
  } catch {
    // A browser that keeps nothing still shows the board as it is arranged.
  }
}
