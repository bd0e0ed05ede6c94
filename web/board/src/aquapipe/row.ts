// A move of Aqua Pipe in a list.

import type { MoveRow, Played } from '../api.ts';
import { group } from '../scene.ts';
import { pipe } from './draw.ts';
import { spoken } from './place.ts';
import { type State, colorsOf, partsOf } from './state.ts';

/** Half the side of the picture. */
const REACH = 9.5;

/** A move for people: which pipe, and where it goes. */
export function row({ view }: State, { seat, move }: Played): MoveRow {
  const parts = partsOf(move);
  const color = view && colorsOf(view)[seat - 1];
  if (!parts?.to) {
    return { color, text: move, words: '' };
  }
  const { diameter, isU, from, to } = parts;
  const width = isU ? 4 * REACH : 2 * REACH;
  const ends = isU ? [{ x: -REACH, y: 0 }, { x: REACH, y: 0 }] : [{ x: 0, y: 0 }];
  return {
    color,
    picture: {
      box: { left: -width / 2, top: -REACH, width, height: 2 * REACH },
      attributes: { class: 'tw-picture tw-aquapipe' },
      children: [group('pipe', { class: `pipe tw-color-${color}` }, pipe(diameter, ends))],
    },
    text: `${diameter}${isU ? ' U' : ''}: ${from ? `${spoken(from)} → ` : ''}${spoken(to)}`,
    words: from ? 'moved' : '',
  };
}
