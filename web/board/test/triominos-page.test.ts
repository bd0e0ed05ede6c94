// A board of Triominos in a page, as far as it goes without a browser.

import { expect, test, vi } from 'vitest';
import type { Cell } from '../src/geometry/triangle.ts';
import { needsMoves } from '../src/index.ts';
import { BoardPage, click, key, pointer, tap } from './house.ts';
import { Hand, lookAt } from './triominos.ts';

const middle = lookAt('middle');

/** The board is shown at the upper left of the screen, a unit a pixel, the tray below it. */
const SCREEN = { board: new DOMRect(0, 0, 480, 480), tray: new DOMRect(0, 500, 360, 200) };

const page = new BoardPage({ game: 'triominos', look: middle, screen: SCREEN });
const tile = (name: string) => page.target('tray', `tile:${name}`);
const plane = () => page.picture('board').querySelector('.plane')!.getAttribute('transform');

function screenOf(...cell: Cell): { clientX: number; clientY: number } {
  const { x, y } = new Hand(middle).at(...cell);
  return { clientX: x, clientY: y };
}

test('it wants to know what moves bring', () => {
  expect(needsMoves('triominos')).toBe(true);
});

test('a mouse plays a whole move', () => {
  tap(tile('2-3-4'), { pointerType: 'mouse' });
  pointer('move', page.picture('board'), { pointerType: 'mouse', ...screenOf(6, 2) });
  expect(page.ghost()!.getAttribute('data-move')).toBe('2-3-4:CAB@6,2');
  tap(page.picture('board'), { pointerType: 'mouse', ...screenOf(6, 2) });
  expect(page.on.play.mock.calls).toEqual([['2-3-4:CAB@6,2']]);
});

test('a finger plays a whole move', () => {
  tap(tile('2-4-4'), { pointerType: 'touch' });
  tap(page.picture('board'), { pointerType: 'touch', ...screenOf(4, 2) });
  expect(page.on.play).not.toHaveBeenCalled();
  tap(page.picture('board'), { pointerType: 'touch', ...screenOf(4, 2) });
  expect(page.on.play.mock.calls).toEqual([['2-4-4:CAB@4,2']]);
});

test('keys play a whole move, and those that mean nothing are left to the page', () => {
  expect(key(page.picture('board'), 'n').defaultPrevented).toBe(true);
  key(page.picture('board'), 'Enter');
  expect(page.on.play.mock.calls).toEqual([['2-3-4:CAB@6,2']]);
  expect(key(page.picture('board'), 'q').defaultPrevented).toBe(false);
});

test('Enter on a tile of the rack takes it, and the focus goes to the board', () => {
  key(tile('2-4-5'), 'Enter');
  expect(document.activeElement).toBe(page.picture('board'));
  expect(page.ghost()!.getAttribute('data-move')).toBe('2-4-5:CAB@4,2');
});

test('Alt and an arrow move the tile that has the focus, and the page stays where it is', () => {
  const names = () => [...page.picture('tray').querySelectorAll('.rack-tile')].map((it) => it.getAttribute('data-target'));
  expect(key(tile('1-2-5'), 'ArrowLeft', { altKey: true }).defaultPrevented).toBe(true);
  expect(names().slice(0, 2)).toEqual(['tile:1-2-5', 'tile:0-1-3']);
  expect(document.activeElement).toBe(tile('1-2-5'));
  expect(key(tile('1-2-5'), 'ArrowLeft', { altKey: true }).defaultPrevented).toBe(true);
  expect(key(tile('1-2-5'), 'f', { altKey: true }).defaultPrevented).toBe(false);
  expect(page.on.remember).toHaveBeenCalledOnce();
});

test('a finger drags a tile to another place of the rack', () => {
  const finger = (clientX: number) => ({ pointerType: 'touch', clientX, clientY: 540 });
  pointer('down', tile('0-1-3'), finger(60));
  pointer('move', page.picture('tray'), finger(300));
  pointer('up', page.picture('tray'), finger(300));
  expect(page.on.say).toHaveBeenLastCalledWith(expect.stringMatching(/^0-1-3 is now tile \d of 5 in the rack$/));
  expect(page.on.play).not.toHaveBeenCalled();
});

test('a click without a pointer on a place shows it, another takes it', () => {
  key(tile('2-4-5'), 'Enter');
  key(page.picture('board'), 'Escape');
  click(tile('2-4-5'));
  const place = () => page.picture('board').querySelector('[data-target="place:2-4-5:CAB@4,2"]')!;
  click(place());
  expect(page.on.play).not.toHaveBeenCalled();
  click(place());
  expect(page.on.play.mock.calls).toEqual([['2-4-5:CAB@4,2']]);
});

test('the reason that the server gives is said', async () => {
  page.on.ask.mockImplementation(async (moves) => [{ reason: 'a tile lies at 5,2 already', moves }]);
  tap(tile('0-1-3'), { pointerType: 'mouse' });
  pointer('move', page.picture('board'), { pointerType: 'mouse', ...screenOf(5, 2) });
  await vi.waitFor(() => expect(page.on.say.mock.lastCall![0]).toContain('a tile lies at 5,2 already'));
});

test('two fingers zoom, and one of them goes on alone', () => {
  const before = plane();
  const finger = (pointerId: number, clientX: number) => ({ pointerType: 'touch', pointerId, clientX, clientY: 80 });
  pointer('down', page.picture('board'), finger(1, 100));
  pointer('down', page.picture('board'), finger(2, 200));
  pointer('move', page.picture('board'), finger(2, 300));
  const scale = () => Number(/scale\((\S+)\)/.exec(plane()!)![1]);
  const [was] = /scale\((\S+)\)/.exec(before!)!.slice(1).map(Number);
  expect(scale() / was!).toBeCloseTo(2, 1);
  pointer('up', page.picture('board'), finger(2, 300));
  const zoomed = scale();
  pointer('move', page.picture('board'), finger(1, 130));
  expect(scale()).toBe(zoomed);
  pointer('up', page.picture('board'), finger(1, 130));
  expect(page.on.play).not.toHaveBeenCalled();
});

test('the pile can be tapped', () => {
  tap(page.picture('board').querySelector('[data-target="pile"]')!, { pointerType: 'mouse', clientX: 40, clientY: 20 });
  expect(page.on.play.mock.calls).toEqual([['draw']]);
});

test('what lies outside of the window is cut off by a picture in the picture', () => {
  const inner = page.picture('board').querySelector('svg.table')!;
  expect(inner.querySelector('.tiles')).not.toBeNull();
  expect(inner.getAttribute('height')).toBe('410');
});

test('no element has a style of its own', () => {
  key(page.picture('board'), 'n');
  expect(document.querySelectorAll('[style]')).toHaveLength(0);
});
