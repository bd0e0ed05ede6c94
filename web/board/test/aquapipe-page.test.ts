// The board of Aqua Pipe in a page, as far as it goes without a browser.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Board, type Listeners, type Reason, hasBoard, mount } from '../src/index.ts';
import { data, lookAt, pointOf } from './aquapipe.ts';

const start = lookAt('3x3-start');

/** The board is shown at the upper left of the screen, a unit a pixel, the tray below it. */
const SCREEN = { board: new DOMRect(0, 0, 63, 63), tray: new DOMRect(0, 80, 142, 90) };

/** The margin of the picture of a board without letters and numbers. */
const MARGIN = 1.5;

describe('a board of Aqua Pipe in a page', () => {
  let board: Board;
  let areas: { board: HTMLElement; tray: HTMLElement };
  let on: { [Name in keyof Required<Listeners>]: ReturnType<typeof vi.fn<NonNullable<Listeners[Name]>>> };

  beforeEach(() => {
    areas = { board: document.createElement('div'), tray: document.createElement('div') };
    document.body.append(areas.board, areas.tray);
    on = { play: vi.fn(), say: vi.fn(), changed: vi.fn(), ask: vi.fn(async () => data('3x3-early-why') as Reason[]) };
    board = mount({ game: 'aquapipe', ...areas, pieces: undefined, settings: { showCoordinates: false }, on });
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
  const target = (area: 'board' | 'tray', name: string) => picture(area).querySelector(`[data-target="${name}"]`)!;

  function screenOf(place: string): { clientX: number; clientY: number } {
    const { x, y } = pointOf(place, 3);
    return { clientX: MARGIN + x, clientY: MARGIN + y };
  }

  function pointer(type: string, element: Element, init: PointerEventInit): void {
    element.dispatchEvent(new PointerEvent(`pointer${type}`, { bubbles: true, pointerId: 1, ...init }));
  }

  function tap(element: Element, init: PointerEventInit): void {
    pointer('down', element, init);
    pointer('up', element, init);
  }

  function key(element: Element, name: string): void {
    element.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
  }

  test('is known', () => {
    expect(hasBoard('aquapipe')).toBe(true);
  });

  test('a mouse chooses, points and plays', () => {
    tap(target('tray', 'pipe:L@'), { pointerType: 'mouse' });
    pointer('move', picture('board'), { pointerType: 'mouse', ...screenOf('c1') });
    expect(picture('board').querySelector('.ghost')!.getAttribute('data-move')).toBe('L@c1');
    tap(target('board', 'place:c1'), { pointerType: 'mouse', ...screenOf('c1') });
    expect(on.play.mock.calls).toEqual([['L@c1']]);
  });

  test('a finger taps, then taps', () => {
    tap(target('tray', 'pipe:S@'), { pointerType: 'touch' });
    tap(picture('board'), { pointerType: 'touch', ...screenOf('b2') });
    expect(on.play.mock.calls).toEqual([['S@b2']]);
  });

  test('a finger drags from the tray', () => {
    pointer('down', target('tray', 'pipe:S@'), { pointerType: 'touch', clientX: 40, clientY: 100 });
    const { clientX, clientY } = screenOf('b2');
    pointer('move', picture('tray'), { pointerType: 'touch', clientX, clientY: clientY + 8 });
    pointer('up', picture('tray'), { pointerType: 'touch', clientX, clientY: clientY + 8 });
    expect(on.play.mock.calls).toEqual([['S@b2']]);
  });

  test('keys alone play', () => {
    target('tray', 'pipe:S@').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    expect(document.activeElement).toBe(picture('board'));
    key(picture('board'), 'g');
    key(picture('board'), 'Enter');
    expect(on.play.mock.calls).toEqual([['S@b3']]);
  });

  test('a screen reader clicks without a pointer', () => {
    target('tray', 'pipe:M@').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
    target('board', 'place:a2').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
    expect(on.play.mock.calls).toEqual([['M@a2']]);
  });

  test('the reasons of the server are said', async () => {
    board.show(lookAt('3x3-early'));
    tap(target('tray', 'pipe:S@'), { pointerType: 'mouse' });
    tap(picture('board'), { pointerType: 'mouse', ...screenOf('b2') });
    const sentence = 'Small pipe to b2: a small pipe fills that slot of b2 already';
    await vi.waitFor(() => expect(on.say).toHaveBeenLastCalledWith(sentence));
    expect(on.ask.mock.calls).toEqual([[['S@b2']]]);
    expect(on.play).not.toHaveBeenCalled();
  });

  test('the pictures have names and roles', () => {
    expect(picture('board').getAttribute('role')).toBe('application');
    expect(picture('board').getAttribute('aria-label')).toContain('Blue is to place a pipe. You can place');
    expect(picture('tray').getAttribute('aria-label')).toBe('Pipes in hand');
    const names = [...picture('tray').querySelectorAll('[role="button"]')].map((it) => it.getAttribute('aria-label'));
    expect(names[0]).toBe('Blue: 3 small pipes in hand, 9 free places');
  });

  test('nothing is styled inline', () => {
    board.show({ ...lookAt('4x4-middle'), marks: { moves: ['L@a1'] } });
    tap(target('tray', 'pipe:S@'), { pointerType: 'mouse' });
    expect(document.body.querySelector('[style]')).toBeNull();
  });
});
