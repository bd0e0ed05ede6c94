// The board of Aqua Pipe in a page, as far as it goes without a browser.

import { describe, expect, test, vi } from 'vitest';
import { type MoveExplanation, hasBoard } from '../src/index.ts';
import { lookAt, pointOf } from './aquapipe.ts';
import { BoardPage, click, data, key, pointer, tap } from './house.ts';

const start = lookAt('3x3-start');

/** The board is shown at the upper left of the screen, a unit a pixel, the tray below it. */
const SCREEN = { board: new DOMRect(0, 0, 63, 63), tray: new DOMRect(0, 80, 142, 90) };

/** The margin of the picture of a board without letters and numbers. */
const MARGIN = 1.5;

describe('a board of Aqua Pipe in a page', () => {
  const page = new BoardPage({
    game: 'aquapipe',
    settings: { showCoordinates: false },
    look: start,
    screen: SCREEN,
    reasons: data('aquapipe-3x3-early-why') as MoveExplanation[],
  });

  function screenOf(place: string): { clientX: number; clientY: number } {
    const { x, y } = pointOf(place, 3);
    return { clientX: MARGIN + x, clientY: MARGIN + y };
  }

  test('is known', () => {
    expect(hasBoard('aquapipe')).toBe(true);
  });

  test('a mouse chooses, points and plays', () => {
    tap(page.target('tray', 'pipe:L@'), { pointerType: 'mouse' });
    pointer('move', page.picture('board'), { pointerType: 'mouse', ...screenOf('c1') });
    expect(page.picture('board').querySelector('.ghost')!.getAttribute('data-move')).toBe('L@c1');
    tap(page.target('board', 'place:c1'), { pointerType: 'mouse', ...screenOf('c1') });
    expect(page.on.play.mock.calls).toEqual([['L@c1']]);
  });

  test('a finger taps, then taps', () => {
    tap(page.target('tray', 'pipe:S@'), { pointerType: 'touch' });
    tap(page.picture('board'), { pointerType: 'touch', ...screenOf('b2') });
    expect(page.on.play.mock.calls).toEqual([['S@b2']]);
  });

  test('a finger drags from the tray', () => {
    pointer('down', page.target('tray', 'pipe:S@'), { pointerType: 'touch', clientX: 40, clientY: 100 });
    const { clientX, clientY } = screenOf('b2');
    pointer('move', page.picture('tray'), { pointerType: 'touch', clientX, clientY: clientY + 8 });
    pointer('up', page.picture('tray'), { pointerType: 'touch', clientX, clientY: clientY + 8 });
    expect(page.on.play.mock.calls).toEqual([['S@b2']]);
  });

  test('keys alone play', () => {
    key(page.target('tray', 'pipe:S@'), 'Enter');
    expect(document.activeElement).toBe(page.picture('board'));
    key(page.picture('board'), 'g');
    key(page.picture('board'), 'Enter');
    expect(page.on.play.mock.calls).toEqual([['S@b3']]);
  });

  test('a screen reader clicks without a pointer', () => {
    click(page.target('tray', 'pipe:M@'));
    click(page.target('board', 'place:a2'));
    expect(page.on.play.mock.calls).toEqual([['M@a2']]);
  });

  test('the reasons of the server are said', async () => {
    page.board.show(lookAt('3x3-early'));
    tap(page.target('tray', 'pipe:S@'), { pointerType: 'mouse' });
    tap(page.picture('board'), { pointerType: 'mouse', ...screenOf('b2') });
    const sentence = 'Small pipe to b2: a small pipe fills that slot of b2 already';
    await vi.waitFor(() => expect(page.on.say).toHaveBeenLastCalledWith(sentence));
    expect(page.on.ask.mock.calls).toEqual([[['S@b2']]]);
    expect(page.on.play).not.toHaveBeenCalled();
  });

  test('the pictures have names and roles', () => {
    expect(page.picture('board').getAttribute('role')).toBe('application');
    expect(page.picture('board').getAttribute('aria-label')).toContain('Blue is to place a pipe. You can place');
    expect(page.picture('tray').getAttribute('aria-label')).toBe('Pipes in hand');
    const names = [...page.picture('tray').querySelectorAll('[role="button"]')].map((it) => it.getAttribute('aria-label'));
    expect(names[0]).toBe('Blue: 3 small pipes in hand, 9 free places');
  });

  test('nothing is styled inline', () => {
    page.board.show({ ...lookAt('4x4-middle'), marks: { moves: ['L@a1'] } });
    tap(page.target('tray', 'pipe:S@'), { pointerType: 'mouse' });
    expect(document.body.querySelector('[style]')).toBeNull();
  });
});
