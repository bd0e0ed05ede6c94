// What the tests of Aqua Pipe share: positions that a server sent, and a hand that does things to a state.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_SETTINGS, type Look, type Reason, type Settings } from '../src/api.ts';
import { aquapipe } from '../src/aquapipe/index.ts';
import { middleOf, placeName, placeOf } from '../src/aquapipe/place.ts';
import type { State, View } from '../src/aquapipe/state.ts';
import type { Point } from '../src/geometry/polygon.ts';
import { SIDE } from '../src/geometry/square.ts';
import type { Area, Effect, Input, Pointer } from '../src/kind.ts';
import type { SceneNode } from '../src/scene.ts';

/** JSON of a server. */
export function data(name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'data', `aquapipe-${name}.json`), 'utf8'));
}

/** A position of a server. */
export function lookAt(name: string): Look & { view: View } {
  return data(name) as Look & { view: View };
}

/** The middle of a place of a board in the units of its picture. */
export function pointOf(place: string, size: number): Point {
  const { x, y } = middleOf(placeOf(place));
  return { x: x * SIDE, y: (size - y) * SIDE };
}

/** A board without a page: what it was told and what it wanted. */
export class Hand {
  state: State;
  effects: Effect[] = [];

  constructor(look: Look | undefined, settings: Partial<Settings> = {}) {
    this.state = aquapipe.start(undefined, { ...DEFAULT_SETTINGS, ...settings });
    if (look) {
      this.show(look);
    }
  }

  show(look: Look): void {
    this.state = aquapipe.show(this.state, look);
  }

  send(input: Input): void {
    const { state, effects } = aquapipe.input(this.state, input);
    this.state = state;
    this.effects.push(...effects);
  }

  keys(...keys: string[]): void {
    keys.forEach((key) => this.send({ type: 'key', area: 'board', key }));
  }

  choose(head: string): void {
    const at = { x: 0, y: 0 };
    this.send({ type: 'tap', area: 'tray', at, target: `pipe:${head}`, pointer: 'mouse', isSecond: false });
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

  /** Answers the last question with the reasons of a server. */
  answer(reasons: Reason[] | undefined): void {
    this.send({ type: 'answer', about: this.asked().at(-1)!.about, reasons });
  }

  place(): string | undefined {
    return this.state.cursor && placeName(this.state.cursor.place);
  }

  asked(): Extract<Effect, { type: 'ask' }>[] {
    return this.effects.filter((effect) => effect.type === 'ask');
  }

  said(): string | undefined {
    return this.effects.filter((effect) => effect.type === 'say').at(-1)?.text;
  }

  played(): string[] {
    return this.effects.filter((effect) => effect.type === 'play').map((effect) => effect.move);
  }

  /** The elements of a picture that have a class. */
  drawn(name: string, area: Area = 'board'): SceneNode[] {
    return all(aquapipe.scene(this.state, area).children).filter((node) => classesOf(node).includes(name));
  }
}

/** Elements with all that is in them. */
function all(nodes: readonly SceneNode[]): SceneNode[] {
  return nodes.flatMap((node) => [node, ...all(node.children ?? [])]);
}

function classesOf(node: SceneNode): string[] {
  return String(node.attributes.class ?? '').split(' ');
}
