// What the tests of all boards share: what a server sent, a hand that does things to a state, and a page.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';
import { DEFAULT_SETTINGS, type Look, type MoveExplanation, type Settings } from '../src/api.ts';
import { type Board, type Listeners, mount } from '../src/index.ts';
import type { Area, Effect, Input, Kind, BoardState } from '../src/kind.ts';
import type { SceneNode } from '../src/scene.ts';

/** JSON of a server. */
export function data(name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'data', `${name}.json`), 'utf8'));
}

/** A board without a page: what it was told and what it wanted. */
export class AnyHand<State extends BoardState> {
  state: State;
  effects: Effect[] = [];

  constructor(readonly kind: Kind<State>, pieces: unknown, look: Look | undefined, settings: Partial<Settings> = {}) {
    this.state = kind.start(pieces, { ...DEFAULT_SETTINGS, ...settings });
    if (look) {
      this.show(look);
    }
  }

  show(look: Look): void {
    this.state = this.kind.show(this.state, look);
  }

  set(settings: Partial<Settings>): void {
    this.state = { ...this.state, settings: { ...this.state.settings, ...settings } };
  }

  send(input: Input): void {
    const { state, effects } = this.kind.input(this.state, input);
    this.state = state;
    this.effects.push(...effects);
  }

  keys(...keys: string[]): void {
    keys.forEach((key) => this.send({ type: 'key', area: 'board', key }));
  }

  /** Taps something in the tray. */
  take(target: string, isSecond = false): void {
    this.send({ type: 'tap', area: 'tray', at: { x: 0, y: 0 }, target, pointer: 'mouse', isSecond });
  }

  /** Answers the last question with the reasons of a server, or with one reason for all moves. */
  answer(reasons: string | MoveExplanation[] | undefined): void {
    const { about, moves } = this.asked().at(-1)!;
    this.send({ type: 'answer', about, reasons: typeof reasons === 'string' ? [{ reason: reasons, moves }] : reasons });
  }

  asked(): Extract<Effect, { type: 'ask' }>[] {
    return this.effects.filter((effect) => effect.type === 'ask');
  }

  allSaid(): string[] {
    return this.effects.flatMap((effect) => (effect.type === 'say' ? [effect.text] : []));
  }

  /** What was said last. */
  said(): string | undefined {
    return this.allSaid().at(-1);
  }

  played(): string[] {
    return this.effects.flatMap((effect) => (effect.type === 'play' ? [effect.move] : []));
  }

  /** All elements of a picture with a class, however deep. */
  nodes(className: string, area: Area = 'board'): SceneNode[] {
    const classesOf = (node: SceneNode) => String(node.attributes.class ?? '').split(' ');
    return this.#all(area).filter((node) => classesOf(node).includes(className));
  }

  /** All texts of a picture. */
  texts(area: Area = 'board'): string[] {
    return this.#all(area).flatMap((node) => node.text ?? []);
  }

  #all(area: Area): SceneNode[] {
    const withParts = (node: SceneNode): SceneNode[] => [node, ...(node.children ?? []).flatMap(withParts)];
    return this.kind.scene(this.state, area).children.flatMap(withParts);
  }
}

/** What a page shows. */
interface Setup {
  game: string;
  pieces?: unknown;
  settings?: Partial<Settings>;
  look: Look;
  /** Where the pictures are on the screen. */
  screen: Record<Area, DOMRect>;
  /** What is answered to every question. */
  reasons?: MoveExplanation[];
}

type Heard = { [Name in keyof Required<Listeners>]: ReturnType<typeof vi.fn<NonNullable<Listeners[Name]>>> };

/** A board in a page, as far as it goes without a browser; each test has a new one. */
export class BoardPage {
  areas!: Record<Area, HTMLElement>;
  on!: Heard;
  board!: Board;

  constructor(readonly setup: Setup) {
    beforeEach(() => this.#open());
    afterEach(() => this.#close());
  }

  async #open(): Promise<void> {
    const { game, pieces, settings, look, screen, reasons = [] } = this.setup;
    this.areas = { board: document.createElement('div'), tray: document.createElement('div') };
    document.body.append(this.areas.board, this.areas.tray);
    this.on = { play: vi.fn(), say: vi.fn(), changed: vi.fn(), remember: vi.fn(), ask: vi.fn(async () => reasons) };
    this.board = await mount({ game, ...this.areas, pieces, settings, on: this.on });
    for (const area of ['board', 'tray'] as const) {
      this.picture(area).getBoundingClientRect = () => screen[area];
      this.picture(area).setPointerCapture = () => {};
    }
    this.board.show(look);
  }

  #close(): void {
    this.board.destroy();
    document.body.replaceChildren();
  }

  picture(area: Area): SVGSVGElement {
    return this.areas[area].querySelector('svg')!;
  }

  /** What has a `data-target`. */
  target(area: Area, name: string): Element {
    return this.picture(area).querySelector(`[data-target="${name}"]`)!;
  }

  ghost(): Element | null {
    return this.picture('board').querySelector('.ghost');
  }
}

export function pointer(type: string, target: Element, init: PointerEventInit): void {
  target.dispatchEvent(new PointerEvent(`pointer${type}`, { bubbles: true, pointerId: 1, ...init }));
}

export function tap(target: Element, init: PointerEventInit): void {
  pointer('down', target, init);
  pointer('up', target, init);
}

export function key(target: Element, name: string, init: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...init });
  target.dispatchEvent(event);
  return event;
}

/** A click without any pointer, as screen readers make it. */
export function click(target: Element): void {
  target.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
}
