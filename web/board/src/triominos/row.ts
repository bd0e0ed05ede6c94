// A move of Triominos in a list.

import type { MoveRow, Played } from '../api.ts';
import { boxOf } from '../geometry/polygon.ts';
import { pointsUp, polygon } from '../geometry/triangle.ts';
import { group } from '../scene.ts';
import { looseCell, tileOn } from './draw.ts';
import { type State, type View } from './state.ts';
import { COLORS, signed } from './text.ts';
import { numbersOf, readPlacement } from './tile.ts';

/** A move for people: the tile as it lies, and what it brought. */
export function row({ view }: State, { seat, move }: Played): MoveRow {
  const color = COLORS[seat - 1];
  const words = gainOf(view, seat, move);
  const placement = readPlacement(move);
  if (!placement) {
    return { color, text: move.startsWith('draw') ? 'draws a tile' : move === 'pass' ? 'passes' : move, words };
  }
  const { cell } = looseCell(pointsUp(placement.cell));
  return {
    color,
    picture: {
      box: boxOf(polygon(cell)),
      attributes: { class: 'tw-picture tw-triominos' },
      children: [group('tile', { class: 'tile' }, tileOn(cell, numbersOf(placement.tile, placement.orientation)))],
    },
    text: placement.tile,
    words,
  };
}

/** What an action of the present round brought. */
function gainOf(view: View | undefined, seat: number, move: string): string {
  const action = view?.actions.findLast((it) => it.seat === seat && it.move === move);
  return action && action.gain !== 0 ? signed(action.gain) : '';
}
