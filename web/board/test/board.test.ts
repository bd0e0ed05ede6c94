// The whole board in a page, as far as it goes without a browser.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Board, type Listeners, mount } from '../src/index.ts';
import { SIDE, cellOf } from '../src/geometry/square.ts';
import { data, lookAt } from './blokus.ts';

const start = lookAt('duo-start');

/** The board is shown at the upper left of the screen, a unit a pixel, the tray below it. */
const SCREEN = { board: new DOMRect(0, 0, 286, 286), tray: new DOMRect(0, 300, 286, 200) };

describe('a board in a page', () => {
  let board: Board;
  let areas: { board: HTMLElement; tray: HTMLElement };
  let on: { [Name in keyof Required<Listeners>]: ReturnType<typeof vi.fn<NonNullable<Listeners[Name]>>> };

  beforeEach(() => {
    areas = { board: document.createElement('div'), tray: document.createElement('div') };
    document.body.append(areas.board, areas.tray);
    on = { play: vi.fn(), say: vi.fn(), changed: vi.fn(), ask: vi.fn(async () => []) };
    board = mount({ game: 'blokus', ...areas, pieces: data('pieces'), settings: { showCoordinates: false }, on });
    for (const area of ['board', 'tray'] as const) {
      picture(area).getBoundingClientRect = () => SCREEN[area];
      picture(area).setPointerCapture = () => {};
    }
    board.show(start);
  });

  afterEach(() => {
    board.destroy();
    document.body.replaceChildren();
  });

  const picture = (area: 'board' | 'tray') => areas[area].querySelector('svg')!;
  const piece = (name: string) => picture('tray').querySelector(`[data-target="piece:${name}"]`)!;
  const ghost = () => picture('board').querySelector('.ghost');

  /** Where the middle of a square is on the screen; the picture has a margin of 3. */
  function screenOf(square: string): { clientX: number; clientY: number } {
    const [column, row] = cellOf(square);
    return { clientX: 3 + (column + 0.5) * SIDE, clientY: 3 + (14 - row - 0.5) * SIDE };
  }

  function pointer(type: string, target: Element, init: PointerEventInit): void {
    target.dispatchEvent(new PointerEvent(`pointer${type}`, { bubbles: true, pointerId: 1, ...init }));
  }

  function tap(target: Element, init: PointerEventInit): void {
    pointer('down', target, init);
    pointer('up', target, init);
  }

  function key(name: string, init: KeyboardEventInit = {}): KeyboardEvent {
    const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...init });
    picture('board').dispatchEvent(event);
    return event;
  }

  test('there is none for an unknown game', () => {
    expect(() => mount({ game: 'chess', ...areas, pieces: [], on })).toThrow('there is no board for the game chess');
  });

  test('a mouse chooses, points and plays', () => {
    tap(piece('X5'), { pointerType: 'mouse' });
    pointer('move', picture('board'), { pointerType: 'mouse', ...screenOf('e10') });
    expect(ghost()!.getAttribute('data-move')).toBe('X5n@d9');
    tap(picture('board'), { pointerType: 'mouse', ...screenOf('e10') });
    expect(on.play.mock.calls).toEqual([['X5n@d9']]);
    expect(ghost()).toBeNull();
  });

  test('a mouse drags from the tray to the board', () => {
    pointer('down', piece('X5'), { pointerType: 'mouse', clientX: 50, clientY: 350 });
    pointer('move', picture('tray'), { pointerType: 'mouse', clientX: 52, clientY: 351 });
    expect(ghost()).toBeNull();
    pointer('move', picture('tray'), { pointerType: 'mouse', clientX: 60, clientY: 340 });
    expect(ghost()!.classList.contains('is-afloat')).toBe(true);
    pointer('move', picture('tray'), { pointerType: 'mouse', ...screenOf('e10') });
    pointer('up', picture('tray'), { pointerType: 'mouse', ...screenOf('e10') });
    expect(on.play.mock.calls).toEqual([['X5n@d9']]);
  });

  test('a finger taps a piece, a place and the ghost', () => {
    tap(piece('X5'), { pointerType: 'touch' });
    tap(picture('board'), { pointerType: 'touch', ...screenOf('e10') });
    expect(on.play).not.toHaveBeenCalled();
    tap(picture('board'), { pointerType: 'touch', ...screenOf('e10') });
    expect(on.play.mock.calls).toEqual([['X5n@d9']]);
  });

  test('a second finger does not disturb the first', () => {
    pointer('down', piece('X5'), { pointerType: 'touch', clientX: 50, clientY: 350 });
    tap(piece('I5'), { pointerType: 'touch', pointerId: 2 });
    pointer('up', piece('X5'), { pointerType: 'touch', clientX: 50, clientY: 350 });
    expect(piece('X5').getAttribute('aria-pressed')).toBe('true');
  });

  test('keys alone play, and only those that mean something are taken from the page', () => {
    expect(key('r').defaultPrevented).toBe(false);
    expect(key('n').defaultPrevented).toBe(true);
    expect(key('Tab').defaultPrevented).toBe(false);
    expect(key('r', { ctrlKey: true }).defaultPrevented).toBe(false);
    key('g');
    key('Enter');
    expect(on.play).toHaveBeenCalledTimes(1);
  });

  test('a screen reader clicks a piece', () => {
    piece('W5').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
    expect(piece('W5').getAttribute('aria-pressed')).toBe('true');
  });

  test('the wheel turns what is held and otherwise scrolls the page', () => {
    const wheel = () => {
      const event = new WheelEvent('wheel', { deltaY: 50, bubbles: true, cancelable: true });
      picture('board').dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(wheel()).toBe(false);
    tap(piece('L4'), { pointerType: 'mouse' });
    expect(wheel()).toBe(true);
    expect(on.say).toHaveBeenLastCalledWith('L4 turned east chosen');
  });

  test('the right button flips', () => {
    tap(piece('L4'), { pointerType: 'mouse' });
    tap(picture('board'), { pointerType: 'mouse', button: 2, ...screenOf('e10') });
    expect(on.say).toHaveBeenLastCalledWith('L4 mirrored chosen');
  });

  test('reasons are asked of the page and said', async () => {
    on.ask.mockImplementation(async (moves) => [{ reason: 'no', moves }]);
    tap(piece('X5'), { pointerType: 'mouse' });
    pointer('move', picture('board'), { pointerType: 'mouse', ...screenOf('k11') });
    await vi.waitFor(() => expect(on.say).toHaveBeenLastCalledWith('X5 at j10: no'));
    expect(on.ask).toHaveBeenCalledTimes(1);
  });

  test('a question without an answer is no error', async () => {
    on.ask.mockRejectedValue(new Error('the line is down'));
    tap(piece('X5'), { pointerType: 'mouse' });
    pointer('move', picture('board'), { pointerType: 'mouse', ...screenOf('k11') });
    await vi.waitFor(() => expect(on.say).toHaveBeenLastCalledWith('X5 at j10: it cannot go here'));
  });

  test('the page is told when buttons change, and only then', () => {
    on.changed.mockClear();
    tap(piece('X5'), { pointerType: 'mouse' });
    expect(on.changed).toHaveBeenCalledTimes(1);
    pointer('move', picture('board'), { pointerType: 'mouse', ...screenOf('a1') });
    expect(on.changed).toHaveBeenCalledTimes(1);
    board.press('drop');
    expect(on.changed).toHaveBeenCalledTimes(2);
  });

  test('the focus goes from the tray to the board', () => {
    const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    piece('X5').dispatchEvent(event);
    expect(document.activeElement).toBe(picture('board'));
  });

  test('pieces on the board stay the same elements when another is placed', () => {
    const middle = lookAt('duo-middle');
    board.show(middle);
    const before = [...picture('board').querySelectorAll('.blocks > .piece')];
    const blocks = [...middle.view.blocks, { ...middle.view.blocks[0]!, piece: 'O1', squares: ['a1'], ply: 12 }];
    board.show({ ...middle, view: { ...middle.view, blocks, ply: 13 } });
    const after = [...picture('board').querySelectorAll('.blocks > .piece')];
    expect(after).toHaveLength(13);
    before.forEach((element, i) => expect(after[i]).toBe(element));
  });

  test('settings change the picture at once', () => {
    board.set({ showCoordinates: true });
    expect(picture('board').querySelectorAll('.coordinate')).toHaveLength(28);
    board.set({ isStill: true });
    expect(picture('board').classList.contains('is-still')).toBe(true);
    expect(picture('board').querySelectorAll('.coordinate')).toHaveLength(28);
  });

  test('the picture is named for screen readers and takes the focus', () => {
    expect(picture('board').getAttribute('role')).toBe('application');
    expect(picture('board').getAttribute('aria-label')).toContain('Purple is to place piece number 1.');
    expect(picture('board').getAttribute('tabindex')).toBe('0');
  });

  test('no element has a style of its own', () => {
    expect(document.querySelectorAll('[style]')).toHaveLength(0);
  });

  test('nothing is left when it is destroyed', () => {
    board.destroy();
    expect(areas.board.children).toHaveLength(0);
    expect(areas.tray.children).toHaveLength(0);
  });
});
