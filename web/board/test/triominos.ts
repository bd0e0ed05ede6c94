// What the tests of Triominos share: positions that a server sent, and a hand that does things to a state.

import type { Look, Settings } from '../src/api.ts';
import type { Point } from '../src/geometry/polygon.ts';
import { type Cell, middle } from '../src/geometry/triangle.ts';
import type { Pointer } from '../src/kind.ts';
import { toPicture } from '../src/triominos/camera.ts';
import { triominos } from '../src/triominos/index.ts';
import type { State, View } from '../src/triominos/state.ts';
import { AnyHand, data } from './house.ts';

/** A position of a server. */
export function lookAt(name: string): Look & { view: View } {
  return data(`triominos-${name}`) as Look & { view: View };
}

/** A board of Triominos without a page. */
export class Hand extends AnyHand<State> {
  constructor(look?: Look, settings?: Partial<Settings>) {
    super(triominos, undefined, look, settings);
  }

  choose(tile: string, isSecond = false): void {
    this.take(`tile:${tile}`, isSecond);
  }

  /** Where the middle of a cell is in the picture. */
  at(...cell: Cell): Point {
    return toPicture(this.state, middle(cell));
  }

  point(...cell: Cell): void {
    this.send({ type: 'point', at: this.at(...cell) });
  }

  tap(cell: Cell, pointer: Pointer, isSecond = false): void {
    this.send({ type: 'tap', area: 'board', at: this.at(...cell), pointer, isSecond });
  }
}
