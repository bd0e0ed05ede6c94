/** The pages: which address shows which, each loaded when it is shown first. */

import type { Component } from 'svelte';

type Page = Component<any>;

/** A page to be shown. */
export interface PageAt {
  /** Another key is another page, made anew. */
  key: string;
  load(): Promise<{ default: Page }>;
  props: Record<string, unknown>;
  /** The game whose color the page has. */
  game?: string;
}

const account = () => import('../pages/Account.svelte');
const home = () => import('../pages/Home.svelte');
const howTo = () => import('../pages/HowTo.svelte');
const newTable = () => import('../pages/NewTable.svelte');
const person = () => import('../pages/Person.svelte');
const privacy = () => import('../pages/Privacy.svelte');
const study = () => import('../pages/Study.svelte');
const table = () => import('../pages/Table.svelte');
const nothing = () => import('../parts/Nothing.svelte');

/** The page at an address. */
export function pageAt(path: string, query: URLSearchParams): PageAt {
  const [first = '', second] = path.split('/').filter(Boolean).map(decoded);
  const depth = path.split('/').filter(Boolean).length;
  const key = `${first}/${second ?? ''}`;
  if (depth === 0) return { key, load: home, props: {} };
  if (depth === 2 && second !== undefined) {
    switch (first) {
      case 'games':
        return { key, load: newTable, props: { slug: second }, game: second };
      case 'how-to-play':
        return { key, load: howTo, props: { slug: second }, game: second };
      case 'tables':
        return { key, load: table, props: { id: second, key: query.get('key') ?? undefined } };
      case 'people':
        return { key, load: person, props: { name: second } };
    }
  }
  if (depth === 1) {
    switch (first) {
      case 'study':
        return { key, load: study, props: {} };
      case 'account':
        return { key, load: account, props: {} };
      case 'privacy':
        return { key, load: privacy, props: {} };
    }
  }
  return { key, load: nothing, props: {} };
}

/** A part of the address; one that is malformed leads nowhere. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
