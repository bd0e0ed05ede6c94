// What the tests of Blokus share: positions that a server sent, and a hand that does things to a state.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_SETTINGS, type Look, type Settings } from '../src/api.ts';
import { blokus } from '../src/blokus/index.ts';
import type { State, View } from '../src/blokus/state.ts';
import { SIDE, cellOf } from '../src/geometry/square.ts';
import type { Effect, Input } from '../src/kind.ts';

/** JSON of a server. */
export function data(name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'data', `blokus-${name}.json`), 'utf8'));
}

/** A position of a server. */
export function lookAt(name: string): Look & { view: View } {
  return data(name) as Look & { view: View };
}

/** The middle of a square of a board in the units of its picture. */
export function pointOf(square: string, size: number): { x: number; y: number } {
  const [column, row] = cellOf(square);
  return { x: (column + 0.5) * SIDE, y: (size - row - 0.5) * SIDE };
}

/** A board without a page: what it was told and what it wanted. */
export class Hand {
  state: State;
  effects: Effect[] = [];

  constructor(look: Look | undefined, settings: Partial<Settings> = {}) {
    this.state = blokus.start(data('pieces'), { ...DEFAULT_SETTINGS, ...settings });
    if (look) {
      this.show(look);
    }
  }

  show(look: Look): void {
    this.state = blokus.show(this.state, look);
  }

  send(input: Input): void {
    const { state, effects } = blokus.input(this.state, input);
    this.state = state;
    this.effects.push(...effects);
  }

  keys(...keys: string[]): void {
    keys.forEach((key) => this.send({ type: 'key', area: 'board', key }));
  }

  choose(piece: string): void {
    const at = { x: 0, y: 0 };
    this.send({ type: 'tap', area: 'tray', at, target: `piece:${piece}`, pointer: 'mouse', isSecond: false });
  }

  /** Points with the mouse so that a piece of an odd size has its middle on a square. */
  point(square: string): void {
    this.send({ type: 'point', at: pointOf(square, this.state.view!.size) });
  }

  tap(square: string, pointer: 'mouse' | 'touch', isSecond = false): void {
    const at = pointOf(square, this.state.view!.size);
    this.send({ type: 'tap', area: 'board', at, pointer, isSecond });
  }

  /** Answers the last question with one reason for all moves. */
  answer(reason: string): void {
    const asked = this.asked().at(-1)!;
    this.send({ type: 'answer', about: asked.about, reasons: [{ reason, moves: asked.moves }] });
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
}
