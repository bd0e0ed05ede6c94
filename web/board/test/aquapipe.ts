// What the tests of Aqua Pipe share: positions that a server sent, and a hand that does things to a state.

import type { Look, Settings } from '../src/api.ts';
import { aquapipe } from '../src/aquapipe/index.ts';
import { middleOf, placeName, placeOf } from '../src/aquapipe/place.ts';
import type { State, View } from '../src/aquapipe/state.ts';
import type { Point } from '../src/geometry/polygon.ts';
import { SIDE } from '../src/geometry/square.ts';
import type { Area, Pointer } from '../src/kind.ts';
import { AnyHand, data } from './house.ts';

/** A position of a server. */
export function lookAt(name: string): Look & { view: View } {
  return data(`aquapipe-${name}`) as Look & { view: View };
}

/** The middle of a place of a board in the units of its picture. */
export function pointOf(place: string, size: number): Point {
  const { x, y } = middleOf(placeOf(place));
  return { x: x * SIDE, y: (size - y) * SIDE };
}

/** A board of Aqua Pipe without a page. */
export class Hand extends AnyHand<State> {
  constructor(look?: Look, settings?: Partial<Settings>) {
    super(aquapipe, undefined, look, settings);
  }

  choose(head: string): void {
    this.take(`pipe:${head}`);
  }

  point(place: string): void {
    this.send({ type: 'point', at: this.at(place) });
  }

  tap(place: string, pointer: Pointer, target?: string): void {
    this.send({ type: 'tap', area: 'board', at: this.at(place), target, pointer, isSecond: false });
  }

  drag(area: Area, from: Point, at: Point, pointer: Pointer, target?: string): void {
    this.send({ type: 'drag', area, from, at, target, pointer });
  }

  /** Where a place is in the picture. */
  at(place: string): Point {
    return pointOf(place, this.state.view!.size);
  }

  place(): string | undefined {
    return this.state.cursor && placeName(this.state.cursor.place);
  }
}
