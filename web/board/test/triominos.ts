// What the tests of Triominos share: positions that a server sent, and a hand that does things to a state.

import type { Look, Settings } from '../src/api.ts';
import type { Point } from '../src/geometry/polygon.ts';
import { type Cell, middle } from '../src/geometry/triangle.ts';
import type { Pointer } from '../src/kind.ts';
import { toPicture } from '../src/triominos/camera.ts';
import { triominos } from '../src/triominos/index.ts';
import { SLOT, layOut } from '../src/triominos/rack.ts';
import { type State, type View, rackTiles } from '../src/triominos/state.ts';
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

  /** Drags a tile with the mouse over a place of the rack, which has one row, and does not let it go. */
  dragInRack(tile: string, place: number): void {
    const { left } = layOut(rackTiles(this.state).length, this.state.tray);
    const [from, at] = [{ x: 0, y: 500 }, { x: 0, y: 510 }];
    const inTray = { x: left + (place + 0.5) * SLOT, y: SLOT / 2 };
    this.send({ type: 'drag', area: 'tray', from, at, inTray, target: `tile:${tile}`, pointer: 'mouse' });
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
