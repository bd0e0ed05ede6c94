// A board of Triominos in a page, as far as it goes without a browser.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Cell } from '../src/geometry/triangle.ts';
import { type Board, type Listeners, mount, needsMoves } from '../src/index.ts';
import { Hand, lookAt } from './triominos.ts';

const middle = lookAt('middle');

/** The board is shown at the upper left of the screen, a unit a pixel, the tray below it. */
const SCREEN = { board: new DOMRect(0, 0, 480, 480), tray: new DOMRect(0, 500, 360, 200) };

let board: Board;
let areas: { board: HTMLElement; tray: HTMLElement };
let on: { [Name in keyof Required<Listeners>]: ReturnType<typeof vi.fn<NonNullable<Listeners[Name]>>> };

beforeEach(() => {
  areas = { board: document.createElement('div'), tray: document.createElement('div') };
  document.body.append(areas.board, areas.tray);
  on = { play: vi.fn(), say: vi.fn(), changed: vi.fn(), ask: vi.fn(async () => []) };
  board = mount({ game: 'triominos', ...areas, pieces: undefined, on });
  for (const area of ['board', 'tray'] as const) {
    picture(area).getBoundingClientRect = () => SCREEN[area];
    picture(area).setPointerCapture = () => {};
  }
  board.show(middle);
});

afterEach(() => {
  board.destroy();
  document.body.replaceChildren();
});

const picture = (area: 'board' | 'tray') => areas[area].querySelector('svg')!;
const tile = (name: string) => picture('tray').querySelector(`[data-target="tile:${name}"]`)!;
const ghost = () => picture('board').querySelector('.ghost');
const plane = () => picture('board').querySelector('.plane')!.getAttribute('transform');

function screenOf(...cell: Cell): { clientX: number; clientY: number } {
  const { x, y } = new Hand(middle).at(...cell);
  return { clientX: x, clientY: y };
}

function pointer(type: string, target: Element, init: PointerEventInit): void {
  target.dispatchEvent(new PointerEvent(`pointer${type}`, { bubbles: true, pointerId: 1, ...init }));
}

function tap(target: Element, init: PointerEventInit): void {
  pointer('down', target, init);
  pointer('up', target, init);
}

function key(name: string, target: Element = picture('board')): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true });
  target.dispatchEvent(event);
  return event;
}

test('it wants to know what moves bring', () => {
  expect(needsMoves('triominos')).toBe(true);
});

test('a mouse plays a whole move', () => {
  tap(tile('2-3-4'), { pointerType: 'mouse' });
  pointer('move', picture('board'), { pointerType: 'mouse', ...screenOf(6, 2) });
  expect(ghost()!.getAttribute('data-move')).toBe('2-3-4:CAB@6,2');
  tap(picture('board'), { pointerType: 'mouse', ...screenOf(6, 2) });
  expect(on.play.mock.calls).toEqual([['2-3-4:CAB@6,2']]);
});

test('a finger plays a whole move', () => {
  tap(tile('2-4-4'), { pointerType: 'touch' });
  tap(picture('board'), { pointerType: 'touch', ...screenOf(4, 2) });
  expect(on.play).not.toHaveBeenCalled();
  tap(picture('board'), { pointerType: 'touch', ...screenOf(4, 2) });
  expect(on.play.mock.calls).toEqual([['2-4-4:CAB@4,2']]);
});

test('keys play a whole move, and those that mean nothing are left to the page', () => {
  expect(key('n').defaultPrevented).toBe(true);
  key('Enter');
  expect(on.play.mock.calls).toEqual([['2-3-4:CAB@6,2']]);
  expect(key('q').defaultPrevented).toBe(false);
});

test('Enter on a tile of the rack takes it, and the focus goes to the board', () => {
  key('Enter', tile('2-4-5'));
  expect(document.activeElement).toBe(picture('board'));
  expect(ghost()!.getAttribute('data-move')).toBe('2-4-5:CAB@4,2');
});

test('a click without a pointer on a place shows it, another takes it', () => {
  key('Enter', tile('2-4-5'));
  key('Escape');
  tile('2-4-5').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
  const place = () => picture('board').querySelector('[data-target="place:2-4-5:CAB@4,2"]')!;
  place().dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
  expect(on.play).not.toHaveBeenCalled();
  place().dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
  expect(on.play.mock.calls).toEqual([['2-4-5:CAB@4,2']]);
});

test('the reason that the server gives is said', async () => {
  on.ask.mockImplementation(async (moves) => [{ reason: 'a tile lies at 5,2 already', moves }]);
  tap(tile('0-1-3'), { pointerType: 'mouse' });
  pointer('move', picture('board'), { pointerType: 'mouse', ...screenOf(5, 2) });
  await vi.waitFor(() => expect(on.say.mock.lastCall![0]).toContain('a tile lies at 5,2 already'));
});

test('two fingers zoom, and one of them goes on alone', () => {
  const before = plane();
  const finger = (pointerId: number, clientX: number) => ({ pointerType: 'touch', pointerId, clientX, clientY: 80 });
  pointer('down', picture('board'), finger(1, 100));
  pointer('down', picture('board'), finger(2, 200));
  pointer('move', picture('board'), finger(2, 300));
  const scale = () => Number(/scale\((\S+)\)/.exec(plane()!)![1]);
  const [was] = /scale\((\S+)\)/.exec(before!)!.slice(1).map(Number);
  expect(scale() / was!).toBeCloseTo(2, 1);
  pointer('up', picture('board'), finger(2, 300));
  const zoomed = scale();
  pointer('move', picture('board'), finger(1, 130));
  expect(scale()).toBe(zoomed);
  pointer('up', picture('board'), finger(1, 130));
  expect(on.play).not.toHaveBeenCalled();
});

test('the pile can be tapped', () => {
  tap(picture('board').querySelector('[data-target="pile"]')!, { pointerType: 'mouse', clientX: 40, clientY: 20 });
  expect(on.play.mock.calls).toEqual([['draw']]);
});

test('what lies outside of the window is cut off by a picture in the picture', () => {
  const inner = picture('board').querySelector('svg.table')!;
  expect(inner.querySelector('.tiles')).not.toBeNull();
  expect(inner.getAttribute('height')).toBe('410');
});

test('no element has a style of its own', () => {
  key('n');
  expect(document.querySelectorAll('[style]')).toHaveLength(0);
});
