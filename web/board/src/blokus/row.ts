// A placed piece in a list of moves.

import type { MoveRow, Played } from '../api.ts';
import { SIDE, nameOf } from '../geometry/square.ts';
import { group } from '../scene.ts';
import { body } from './draw.ts';
import { type State, moveParts } from './state.ts';

/** A move for people: the piece, where its box begins, and the squares that it brings. */
export function row({ shapes, view }: State, { ply, seat, move }: Played): MoveRow {
  const { piece, orientation, anchor } = moveParts(move);
  const shape = shapes.get(piece)!.get(orientation)!;
  const block = view?.blocks.find((it) => it.ply === ply - 1);
  const color = block?.color ?? view?.colors.find((it) => it.owner === seat)?.color;
  return {
    color,
    picture: {
      box: { left: 0, top: 0, width: shape.width * SIDE, height: shape.height * SIDE },
      attributes: { class: 'tw-picture tw-blokus' },
      children: [group('piece', { class: `piece tw-color-${color}` }, body(shape.cells, shape.height))],
    },
    text: `${piece} to ${nameOf(anchor)}`,
    words: `+${shape.cells.length}`,
  };
}
