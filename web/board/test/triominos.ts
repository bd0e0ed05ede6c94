// What the tests of Triominos share: positions that a server sent, and a hand that does things to a state.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_SETTINGS, type Look, type Settings } from '../src/api.ts';
import type { Point } from '../src/geometry/polygon.ts';
import { type Cell, middle } from '../src/geometry/triangle.ts';
import type { Area, Effect, Input, Pointer } from '../src/kind.ts';
import type { SceneNode } from '../src/scene.ts';
import { toPicture } from '../src/triominos/camera.ts';
import { triominos } from '../src/triominos/index.ts';
import type { State, View } from '../src/triominos/state.ts';

/** A position of a server. */
export function lookAt(name: string): Look & { view: View } {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'data', `triominos-${name}.json`), 'utf8')) as Look & {
    view: View;
  };
}

/** A board without a page: what it was told and what it wanted. */
export class Hand {
  state: State;
  effects: Effect[] = [];

  constructor(look: Look | undefined, settings: Partial<Settings> = {}) {
    this.state = triominos.start(undefined, { ...DEFAULT_SETTINGS, ...settings });
    if (look) {
      this.show(look);
    }
  }

  show(look: Look): void {
    this.state = triominos.show(this.state, look);
  }

  send(input: Input): void {
    const { state, effects } = triominos.input(this.state, input);
    this.state = state;
    this.effects.push(...effects);
  }

  keys(...keys: string[]): void {
    keys.forEach((key) => this.send({ type: 'key', area: 'board', key }));
  }

  choose(tile: string, isSecond = false): void {
    const at = { x: 0, y: 0 };
    this.send({ type: 'tap', area: 'tray', at, target: `tile:${tile}`, pointer: 'mouse', isSecond });
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

  /** Answers the last question with one reason for all moves. */
  answer(reason: string): void {
    const { about, moves } = this.asked().at(-1)!;
    this.send({ type: 'answer', about, reasons: [{ reason, moves }] });
  }

  asked(): Extract<Effect, { type: 'ask' }>[] {
    return this.effects.filter((effect) => effect.type === 'ask');
  }

  said(): string | undefined {
    return this.effects.filter((effect) => effect.type === 'say').at(-1)?.text;
  }

  played(): string[] {
    return this.effects.flatMap((effect) => (effect.type === 'play' ? [effect.move] : []));
  }

  /** All nodes of a picture that have a class. */
  nodes(className: string, area: Area = 'board'): SceneNode[] {
    const all = (nodes: readonly SceneNode[]): SceneNode[] => nodes.flatMap((it) => [it, ...all(it.children ?? [])]);
    return all(triominos.scene(this.state, area).children).filter((node) =>
      String(node.attributes['class'] ?? '').split(' ').includes(className),
    );
  }

  /** All texts of a picture. */
  texts(area: Area = 'board'): string[] {
    const all = (nodes: readonly SceneNode[]): string[] =>
      nodes.flatMap((it) => [...(it.text === undefined ? [] : [it.text]), ...all(it.children ?? [])]);
    return all(triominos.scene(this.state, area).children);
  }
}
