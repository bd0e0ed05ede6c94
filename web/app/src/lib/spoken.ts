/** What is read out of a table: each thing once, when it happens. */

import type { Description } from '@tilewright/board';

/** How a table is when something is to be read out. */
export interface Speech {
  /** What the page says first of all: whose turn it is, who won, that one looks back. */
  headline: string;
  /** What the board says of the position; nothing while it is not shown. */
  told: Description | undefined;
  /** Whether the last move was read out already, because it is the person's own. */
  isKnown: boolean;
  kind: 'yours' | 'others' | 'over' | 'past' | 'open';
}

/** The news of a table: what was played, how it is now, and what the person can do. */
export function newsOf({ headline, told, isKnown, kind }: Speech): string {
  const last = isKnown ? undefined : told?.last;
  switch (kind) {
    case 'yours':
      return sentences(last, headline, told?.choices);
    case 'others':
      return sentences(last, headline);
    case 'over':
      return sentences(last, headline, told?.summary);
    case 'past':
      return sentences(headline, told?.last);
    case 'open':
      return sentences(told?.last, told?.summary, headline);
  }
}

function sentences(...texts: (string | undefined)[]): string {
  const said = texts.map((text) => text?.trim() ?? '').filter((text) => text !== '');
  return said.map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`)).join(' ');
}
