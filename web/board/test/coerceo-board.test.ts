// The board of Coerceo in a page, as far as it goes without a browser.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { moveTo } from '../src/coerceo/draw.ts';
import { type Board, type Listeners, mount, needsMoves } from '../src/index.ts';
import { Hand, lookAt } from './coerceo.ts';

const start = lookAt('ocius-start');
const exchange = lookAt('ocius-exchange');

describe('a board in a page', () => {
  let board: Board;
  let areas: { board: HTMLElement; tray: HTMLElement };
  let on: { [Name in keyof Required<Listeners>]: ReturnType<typeof vi.fn<NonNullable<Listeners[Name]>>> };

  beforeEach(() => {
    areas = { board: document.createElement('div'), tray: document.createElement('div') };
    document.body.append(areas.board, areas.tray);
    on = { play: vi.fn(), say: vi.fn(), changed: vi.fn(), ask: vi.fn(async () => []) };
    board = mount({ game: 'coerceo', ...areas, pieces: null, on });
    for (const area of ['board', 'tray'] as const) {
      picture(area).getBoundingClientRect = () => new DOMRect(0, area === 'board' ? 0 : 500, 480, area === 'board' ? 480 : 100);
      picture(area).setPointerCapture = () => {};
    }
    board.show(start);
  });

  afterEach(() => {
    board.destroy();
    document.body.replaceChildren();
  });

  const picture = (area: 'board' | 'tray') => areas[area].querySelector('svg')!;
  const button = (name: string) => picture('board').querySelector(`[data-target="${name}"]`)!;

  /** Where a triangle is on the screen. */
  function screenOf(name: string): { clientX: number; clientY: number } {
    const { x, y } = new Hand(start).at(name);
    const [left, top, width] = picture('board').getAttribute('viewBox')!.split(' ').map(Number);
    const scale = 480 / width!;
    return { clientX: (x - left!) * scale, clientY: (y - top!) * scale };
  }

  function pointer(type: string, name: string, pointerType: string): void {
    const target = picture('board').querySelector(`[data-target="${name}"]`) ?? picture('board');
    const init = { bubbles: true, pointerId: 1, pointerType, ...screenOf(name) };
    target.dispatchEvent(new PointerEvent(`pointer${type}`, init));
  }

  function tap(name: string, pointerType = 'mouse'): void {
    pointer('down', name, pointerType);
    pointer('up', name, pointerType);
  }

  function key(name: string): void {
    picture('board').dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
  }

  test('wants the parts of the moves', () => {
    expect(needsMoves('coerceo')).toBe(true);
  });

  test('plays a whole move by mouse', () => {
    tap('06:W3');
    expect(button('06:W3').getAttribute('aria-pressed')).toBe('true');
    pointer('move', '09:W1', 'mouse');
    expect(picture('board').querySelector('.ghost')).not.toBeNull();
    tap('09:W1');
    expect(on.play.mock.calls).toEqual([['06:W3-09:W1']]);
  });

  test('plays a whole move by touch', () => {
    tap('06:W3', 'touch');
    tap('09:W1', 'touch');
    expect(on.play.mock.calls).toEqual([['06:W3-09:W1']]);
  });

  test('plays a whole move by dragging', () => {
    pointer('down', '06:W3', 'mouse');
    pointer('move', '0B:W1', 'mouse');
    expect(picture('board').querySelector('.dragged')).not.toBeNull();
    pointer('up', '0B:W1', 'mouse');
    expect(on.play.mock.calls).toEqual([['06:W3-0B:W1']]);
  });

  test('plays a whole move by keys', () => {
    for (const name of ['n', 'g', 'Enter']) {
      key(name);
    }
    expect(on.play).toHaveBeenCalledOnce();
    expect(on.say).toHaveBeenLastCalledWith(expect.stringContaining('Played: 06:W5 to'));
  });

  test('plays a whole exchange by the clicks of a screen reader', () => {
    board.show(exchange);
    const click = (target: Element) => target.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
    click(picture('tray').querySelector('[data-target="exchange"]')!);
    click(button('09:B0'));
    expect(on.say).toHaveBeenLastCalledWith('Gives 2 tiles and takes 09:B0. Tap again to play.');
    expect(on.play).not.toHaveBeenCalled();
    click(button('09:B0'));
    expect(on.play.mock.calls).toEqual([['X09:B0']]);
  });

  test('says why a place is not legal as the server tells it', async () => {
    on.ask.mockImplementation(async (moves) => [{ reason: 'no way', moves }]);
    tap('06:W3');
    pointer('move', '04:B0', 'mouse');
    await vi.waitFor(() => expect(on.say).toHaveBeenLastCalledWith('04:B0, empty: no way.'));
  });

  test('keeps the element of a piece that moves', () => {
    board.show(lookAt('laurentius-middle'));
    const hand = new Hand(lookAt('laurentius-middle'));
    const pieces = () => [...picture('board').querySelectorAll('.piece')];
    const at = (name: string) => pieces().find((piece) => piece.getAttribute('transform') === moveTo(hand.at(name)));
    const mover = at('03:B4');
    expect(mover).toBeDefined();
    board.show(lookAt('laurentius-after'));
    expect(at('08:B0')).toBe(mover);
  });

  test('is spoken as a whole and in its parts', () => {
    expect(picture('board').getAttribute('role')).toBe('application');
    expect(picture('board').getAttribute('aria-label')).toBe('Coerceo ocius. White is to move. You can move 7 pieces in 26 ways.');
    expect(picture('board').querySelectorAll('[role="button"][aria-label]')).toHaveLength(7);
  });

  test('has no style of its own in its elements', () => {
    expect(document.querySelectorAll('[style]')).toHaveLength(0);
  });
});
