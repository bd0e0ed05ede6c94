// What the tests of Coerceo share: positions that a server sent, and a hand that does things to a state.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_SETTINGS, type Look, type Settings } from '../src/api.ts';
import { coerceo } from '../src/coerceo/index.ts';
import { type State, type View, triangleOf } from '../src/coerceo/state.ts';
import type { Point } from '../src/geometry/polygon.ts';
import type { Effect, Input, Pointer } from '../src/kind.ts';
import type { SceneNode } from '../src/scene.ts';

/** A position of a server. */
export function lookAt(name: string): Look & { view: View } {
  const file = join(import.meta.dirname, 'data', `coerceo-${name}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Look & { view: View };
}

/** A board without a page: what it was told and what it wanted. */
export class Hand {
  state: State;
  effects: Effect[] = [];

  constructor(look?: Look, settings: Partial<Settings> = {}) {
    this.state = coerceo.start(null, { ...DEFAULT_SETTINGS, ...settings });
    if (look) {
      this.show(look);
    }
  }

  show(look: Look): void {
    this.state = coerceo.show(this.state, look);
  }

  send(input: Input): void {
    const { state, effects } = coerceo.input(this.state, input);
    this.state = state;
    this.effects.push(...effects);
  }

  keys(...keys: string[]): void {
    keys.forEach((key) => this.send({ type: 'key', area: 'board', key }));
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

  get played(): string[] {
    return this.effects.flatMap((effect) => (effect.type === 'play' ? [effect.move] : []));
  }

  get said(): string[] {
    return this.effects.flatMap((effect) => (effect.type === 'say' ? [effect.text] : []));
  }

  get asked(): Extract<Effect, { type: 'ask' }>[] {
    return this.effects.flatMap((effect) => (effect.type === 'ask' ? [effect] : []));
  }

  /** All elements of a picture with a class. */
  nodes(className: string, area: 'board' | 'tray' = 'board'): SceneNode[] {
    const all = (node: SceneNode): SceneNode[] => [node, ...(node.children ?? []).flatMap(all)];
    const found = coerceo.scene(this.state, area).children.flatMap(all);
    return found.filter((node) => String(node.attributes.class).split(' ').includes(className));
  }

  keysOf(className: string): string[] {
    return this.nodes(className).map((node) => node.key);
  }
}
