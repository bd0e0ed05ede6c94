// What the tests of Blokus share: positions that a server sent, and a hand that does things to a state.

import type { Look, Settings } from '../src/api.ts';
import { blokus } from '../src/blokus/index.ts';
import type { State, View } from '../src/blokus/state.ts';
import { SIDE, cellOf } from '../src/geometry/square.ts';
import { AnyHand, data } from './house.ts';

/** A position of a server. */
export function lookAt(name: string): Look & { view: View } {
  return data(`blokus-${name}`) as Look & { view: View };
}

/** The middle of a square of a board in the units of its picture. */
export function pointOf(square: string, size: number): { x: number; y: number } {
  const [column, row] = cellOf(square);
  return { x: (column + 0.5) * SIDE, y: (size - row - 0.5) * SIDE };
}

/** A board of Blokus without a page. */
export class Hand extends AnyHand<State> {
  constructor(look?: Look, settings?: Partial<Settings>) {
    super(blokus, data('blokus-pieces'), look, settings);
  }

  choose(piece: string): void {
    this.take(`piece:${piece}`);
  }

  /** Points with the mouse so that a piece of an odd size has its middle on a square. */
  point(square: string): void {
    this.send({ type: 'point', at: pointOf(square, this.state.view!.size) });
  }

  tap(square: string, pointer: 'mouse' | 'touch', isSecond = false): void {
    const at = pointOf(square, this.state.view!.size);
    this.send({ type: 'tap', area: 'board', at, pointer, isSecond });
  }
}
