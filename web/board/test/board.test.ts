// The whole board in a page, as far as it goes without a browser.

import { describe, expect, test, vi } from 'vitest';
import { mount } from '../src/index.ts';
import { SIDE, cellOf } from '../src/geometry/square.ts';
import { lookAt } from './blokus.ts';
import { BoardPage, click, data, key, pointer, tap } from './house.ts';

const start = lookAt('duo-start');

/** The board is shown at the upper left of the screen, a unit a pixel, the tray below it. */
const SCREEN = { board: new DOMRect(0, 0, 286, 286), tray: new DOMRect(0, 300, 286, 200) };

describe('a board in a page', () => {
  const settings = { showCoordinates: false };
  const page = new BoardPage({ game: 'blokus', pieces: data('blokus-pieces'), settings, look: start, screen: SCREEN });
  const piece = (name: string) => page.target('tray', `piece:${name}`);

  /** Where the middle of a square is on the screen; the picture has a margin of 3. */
  function screenOf(square: string): { clientX: number; clientY: number } {
    const [column, row] = cellOf(square);
    return { clientX: 3 + (column + 0.5) * SIDE, clientY: 3 + (14 - row - 0.5) * SIDE };
  }

  test('there is none for an unknown game', async () => {
    await expect(mount({ game: 'chess', ...page.areas, pieces: [], on: page.on })).rejects.toThrow('there is no board for the game chess');
  });

  test('a mouse chooses, points and plays', () => {
    tap(piece('X5'), { pointerType: 'mouse' });
    pointer('move', page.picture('board'), { pointerType: 'mouse', ...screenOf('e10') });
    expect(page.ghost()!.getAttribute('data-move')).toBe('X5n@d9');
    tap(page.picture('board'), { pointerType: 'mouse', ...screenOf('e10') });
    expect(page.on.play.mock.calls).toEqual([['X5n@d9']]);
    expect(page.ghost()).toBeNull();
  });

  test('a mouse drags from the tray to the board', () => {
    pointer('down', piece('X5'), { pointerType: 'mouse', clientX: 50, clientY: 350 });
    pointer('move', page.picture('tray'), { pointerType: 'mouse', clientX: 52, clientY: 351 });
    expect(page.ghost()).toBeNull();
    pointer('move', page.picture('tray'), { pointerType: 'mouse', clientX: 60, clientY: 340 });
    expect(page.ghost()!.classList.contains('is-afloat')).toBe(true);
    pointer('move', page.picture('tray'), { pointerType: 'mouse', ...screenOf('e10') });
    pointer('up', page.picture('tray'), { pointerType: 'mouse', ...screenOf('e10') });
    expect(page.on.play.mock.calls).toEqual([['X5n@d9']]);
  });

  test('a finger taps a piece, a place and the ghost', () => {
    tap(piece('X5'), { pointerType: 'touch' });
    tap(page.picture('board'), { pointerType: 'touch', ...screenOf('e10') });
    expect(page.on.play).not.toHaveBeenCalled();
    tap(page.picture('board'), { pointerType: 'touch', ...screenOf('e10') });
    expect(page.on.play.mock.calls).toEqual([['X5n@d9']]);
  });

  test('a second finger does not disturb the first', () => {
    pointer('down', piece('X5'), { pointerType: 'touch', clientX: 50, clientY: 350 });
    tap(piece('I5'), { pointerType: 'touch', pointerId: 2 });
    pointer('up', piece('X5'), { pointerType: 'touch', clientX: 50, clientY: 350 });
    expect(piece('X5').getAttribute('aria-pressed')).toBe('true');
  });

  test('keys alone play, and only those that mean something are taken from the page', () => {
    expect(key(page.picture('board'), 'r').defaultPrevented).toBe(false);
    expect(key(page.picture('board'), 'n').defaultPrevented).toBe(true);
    expect(key(page.picture('board'), 'Tab').defaultPrevented).toBe(false);
    expect(key(page.picture('board'), 'r', { ctrlKey: true }).defaultPrevented).toBe(false);
    key(page.picture('board'), 'g');
    key(page.picture('board'), 'Enter');
    expect(page.on.play).toHaveBeenCalledTimes(1);
  });

  test('a screen reader clicks a piece', () => {
    click(piece('W5'));
    expect(piece('W5').getAttribute('aria-pressed')).toBe('true');
  });

  test('the wheel turns what is held and otherwise scrolls the page', () => {
    const wheel = () => {
      const event = new WheelEvent('wheel', { deltaY: 50, bubbles: true, cancelable: true });
      page.picture('board').dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(wheel()).toBe(false);
    tap(piece('L4'), { pointerType: 'mouse' });
    expect(wheel()).toBe(true);
    expect(page.on.say).toHaveBeenLastCalledWith('L4 turned east chosen');
  });

  test('the right button flips', () => {
    tap(piece('L4'), { pointerType: 'mouse' });
    tap(page.picture('board'), { pointerType: 'mouse', button: 2, ...screenOf('e10') });
    expect(page.on.say).toHaveBeenLastCalledWith('L4 mirrored chosen');
  });

  test('reasons are asked of the page and said', async () => {
    page.on.ask.mockImplementation(async (moves) => [{ reason: 'no', moves }]);
    tap(piece('X5'), { pointerType: 'mouse' });
    pointer('move', page.picture('board'), { pointerType: 'mouse', ...screenOf('k11') });
    await vi.waitFor(() => expect(page.on.say).toHaveBeenLastCalledWith('X5 at j10: no'));
    expect(page.on.ask).toHaveBeenCalledTimes(1);
  });

  test('a question without an answer is no error', async () => {
    page.on.ask.mockRejectedValue(new Error('the line is down'));
    tap(piece('X5'), { pointerType: 'mouse' });
    pointer('move', page.picture('board'), { pointerType: 'mouse', ...screenOf('k11') });
    await vi.waitFor(() => expect(page.on.say).toHaveBeenLastCalledWith('X5 at j10: it cannot go here'));
  });

  test('the page is told when buttons change, and only then', () => {
    page.on.changed.mockClear();
    tap(piece('X5'), { pointerType: 'mouse' });
    expect(page.on.changed).toHaveBeenCalledTimes(1);
    pointer('move', page.picture('board'), { pointerType: 'mouse', ...screenOf('a1') });
    expect(page.on.changed).toHaveBeenCalledTimes(1);
    page.board.press('drop');
    expect(page.on.changed).toHaveBeenCalledTimes(2);
  });

  test('the focus goes from the tray to the board', () => {
    key(piece('X5'), 'Enter');
    expect(document.activeElement).toBe(page.picture('board'));
  });

  test('pieces on the board stay the same elements when another is placed', () => {
    const middle = lookAt('duo-middle');
    page.board.show(middle);
    const before = [...page.picture('board').querySelectorAll('.blocks > .piece')];
    const blocks = [...middle.view.blocks, { ...middle.view.blocks[0]!, piece: 'O1', squares: ['a1'], ply: 12 }];
    page.board.show({ ...middle, view: { ...middle.view, blocks, ply: 13 } });
    const after = [...page.picture('board').querySelectorAll('.blocks > .piece')];
    expect(after).toHaveLength(13);
    before.forEach((element, i) => expect(after[i]).toBe(element));
  });

  test('settings change the picture at once', () => {
    page.board.set({ showCoordinates: true });
    expect(page.picture('board').querySelectorAll('.coordinate')).toHaveLength(28);
    page.board.set({ isStill: true });
    expect(page.picture('board').classList.contains('is-still')).toBe(true);
    expect(page.picture('board').querySelectorAll('.coordinate')).toHaveLength(28);
  });

  test('the picture is named for screen readers and takes the focus', () => {
    expect(page.picture('board').getAttribute('role')).toBe('application');
    expect(page.picture('board').getAttribute('aria-label')).toContain('Purple is to place piece number 1.');
    expect(page.picture('board').getAttribute('tabindex')).toBe('0');
  });

  test('no element has a style of its own', () => {
    expect(document.querySelectorAll('[style]')).toHaveLength(0);
  });

  test('nothing is left when it is destroyed', () => {
    page.board.destroy();
    expect(page.areas.board.children).toHaveLength(0);
    expect(page.areas.tray.children).toHaveLength(0);
  });
});
