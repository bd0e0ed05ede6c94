// A move of Coerceo in a list: where from and where to, by the names that stand on the board.

import type { MoveRow, Played } from '../api.ts';
import { SIDE } from '../geometry/hexagon.ts';
import { group } from '../scene.ts';
import { counted } from '../words.ts';
import { pieceBody } from './draw.ts';
import { COLORS, type State, moveParts, spokenName } from './state.ts';

/** What the server says of a move: a verb and the names of what it concerns. */
const EFFECT = /(captures|removes) ([^,]+)/g;

/** A move for people. */
export function row(state: State, { seat, move, effect = '' }: Played): MoveRow {
  const { from, to } = moveParts(move);
  const color = COLORS[seat - 1];
  const end = spokenName(state, to);
  const triangle = state.triangles.get(to);
  const nodes = triangle ? [group('piece', { class: `piece tw-color-${color}` }, pieceBody(triangle, ''))] : [];
  return {
    color,
    picture: {
      box: { left: -SIDE / 2, top: -SIDE / 2, width: SIDE, height: SIDE },
      attributes: { class: 'tw-picture tw-coerceo' },
      children: nodes,
    },
    text: from === undefined ? `exchange for ${end}` : `${spokenName(state, from)} → ${end}`,
    words: [...effect.matchAll(EFFECT)].map(([, verb, names]) => effectWords(verb!, names!)).join(', '),
  };
}

function effectWords(verb: string, names: string): string {
  const n = names.trim().split(/\s+/).length;
  return verb === 'captures' ? `takes ${n}` : `gets ${counted(n, 'tile')}`;
}
