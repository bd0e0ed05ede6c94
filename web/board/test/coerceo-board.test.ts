// The board of Coerceo in a page, as far as it goes without a browser.

import { describe, expect, test, vi } from 'vitest';
import { moveTo } from '../src/coerceo/draw.ts';
import { needsMoves } from '../src/index.ts';
import { Hand, lookAt } from './coerceo.ts';
import { BoardPage, click, key, pointer } from './house.ts';

const start = lookAt('ocius-start');
const exchange = lookAt('ocius-exchange');

/** The board is shown at the upper left of the screen, the tray below it. */
const SCREEN = { board: new DOMRect(0, 0, 480, 480), tray: new DOMRect(0, 500, 480, 100) };

describe('a board in a page', () => {
  const page = new BoardPage({ game: 'coerceo', pieces: null, look: start, screen: SCREEN });
  const button = (name: string) => page.target('board', name);

  /** Where a triangle is on the screen. */
  function screenOf(name: string): { clientX: number; clientY: number } {
    const { x, y } = new Hand(start).at(name);
    const [left, top, width] = page.picture('board').getAttribute('viewBox')!.split(' ').map(Number);
    const scale = SCREEN.board.width / width!;
    return { clientX: (x - left!) * scale, clientY: (y - top!) * scale };
  }

  function pointAt(type: string, name: string, pointerType: string): void {
    pointer(type, button(name) ?? page.picture('board'), { pointerType, ...screenOf(name) });
  }

  function tapOn(name: string, pointerType = 'mouse'): void {
    pointAt('down', name, pointerType);
    pointAt('up', name, pointerType);
  }

  test('wants the parts of the moves', () => {
    expect(needsMoves('coerceo')).toBe(true);
  });

  test('plays a whole move by mouse', () => {
    tapOn('06:W3');
    expect(button('06:W3').getAttribute('aria-pressed')).toBe('true');
    pointAt('move', '09:W1', 'mouse');
    expect(page.picture('board').querySelector('.ghost')).not.toBeNull();
    tapOn('09:W1');
    expect(page.on.play.mock.calls).toEqual([['06:W3-09:W1']]);
  });

  test('plays a whole move by touch', () => {
    tapOn('06:W3', 'touch');
    tapOn('09:W1', 'touch');
    expect(page.on.play.mock.calls).toEqual([['06:W3-09:W1']]);
  });

  test('plays a whole move by dragging', () => {
    pointAt('down', '06:W3', 'mouse');
    pointAt('move', '0B:W1', 'mouse');
    expect(page.picture('board').querySelector('.dragged')).not.toBeNull();
    pointAt('up', '0B:W1', 'mouse');
    expect(page.on.play.mock.calls).toEqual([['06:W3-0B:W1']]);
  });

  test('plays a whole move by keys', () => {
    for (const name of ['n', 'g', 'Enter']) {
      key(page.picture('board'), name);
    }
    expect(page.on.play).toHaveBeenCalledOnce();
    expect(page.on.say).toHaveBeenLastCalledWith(expect.stringContaining('Played: a2 NE to'));
  });

  test('plays a whole exchange by the clicks of a screen reader', () => {
    page.board.show(exchange);
    click(page.target('tray', 'exchange'));
    click(button('09:B0'));
    expect(page.on.say).toHaveBeenLastCalledWith('Gives 2 tiles and takes b2 N. Tap again to play.');
    expect(page.on.play).not.toHaveBeenCalled();
    click(button('09:B0'));
    expect(page.on.play.mock.calls).toEqual([['X09:B0']]);
  });

  test('says why a place is not legal as the server tells it', async () => {
    page.on.ask.mockImplementation(async (moves) => [{ reason: 'no way', moves }]);
    tapOn('06:W3');
    pointAt('move', '04:B0', 'mouse');
    await vi.waitFor(() => expect(page.on.say).toHaveBeenLastCalledWith('b3 N, empty: no way.'));
  });

  test('keeps the element of a piece that moves', () => {
    page.board.show(lookAt('laurentius-middle'));
    const hand = new Hand(lookAt('laurentius-middle'));
    const pieces = () => [...page.picture('board').querySelectorAll('.piece')];
    const at = (name: string) => pieces().find((piece) => piece.getAttribute('transform') === moveTo(hand.at(name)));
    const mover = at('03:B4');
    expect(mover).toBeDefined();
    page.board.show(lookAt('laurentius-after'));
    expect(at('08:B0')).toBe(mover);
  });

  test('is spoken as a whole and in its parts', () => {
    expect(page.picture('board').getAttribute('role')).toBe('application');
    expect(page.picture('board').getAttribute('aria-label')).toBe('Coerceo ocius. White is to move. You can move 7 pieces in 26 ways.');
    expect(page.picture('board').querySelectorAll('[role="button"][aria-label]')).toHaveLength(7);
  });

  test('has no style of its own in its elements', () => {
    expect(document.querySelectorAll('[style]')).toHaveLength(0);
  });
});
