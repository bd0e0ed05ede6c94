// What the tests of Coerceo share: positions that a server sent, and a hand that does things to a state.

import type { Look, Settings } from '../src/api.ts';
import { coerceo } from '../src/coerceo/index.ts';
import { type State, type View, triangleOf } from '../src/coerceo/state.ts';
import type { Point } from '../src/geometry/polygon.ts';
import type { Pointer } from '../src/kind.ts';
import { AnyHand, data } from './house.ts';

/** A position of a server. */
export function lookAt(name: string): Look & { view: View } {
  return data(`coerceo-${name}`) as Look & { view: View };
}

/** A board of Coerceo without a page. */
export class Hand extends AnyHand<State> {
  constructor(look?: Look, settings?: Partial<Settings>) {
    super(coerceo, null, look, settings);
  }

  at(name: string): Point {
    return triangleOf(this.state, name).middle;
  }

  point(name: string): void {
    this.send({ type: 'point', at: this.at(name) });
  }

  tap(name: string, pointer: Pointer = 'mouse', isSecond = false): void {
    this.send({ type: 'tap', area: 'board', at: this.at(name), pointer, isSecond });
  }

  drag(from: string, to: Point, pointer: Pointer = 'mouse'): void {
    this.send({ type: 'drag', area: 'board', from: this.at(from), at: to, target: from, pointer });
  }

  keysOf(className: string): string[] {
    return this.nodes(className).map((node) => node.key);
  }
}
