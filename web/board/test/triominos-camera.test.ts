// Which part of the table of Triominos is seen: fitting, panning, zooming, following.

import { describe, expect, test } from 'vitest';
import { isInside } from '../src/geometry/polygon.ts';
import { type Cell, polygon } from '../src/geometry/triangle.ts';
import { SIZE, cameraOf, toPicture, toTable, windowOf } from '../src/triominos/camera.ts';
import { triominos } from '../src/triominos/index.ts';
import { placedTiles } from '../src/triominos/state.ts';
import { Hand, lookAt } from './triominos.ts';

const middle = lookAt('middle');

/** Whether a cell is seen as a whole. */
function isSeen(hand: Hand, cell: Cell): boolean {
  return polygon(cell).every((corner) => isInside(windowOf(hand.state.view), toPicture(hand.state, corner)));
}

describe('what is seen', () => {
  test.each(['middle', 'hexagon', 'over', 'six', 'six-over', 'shared', 'round-over'])('all tiles of %s', (name) => {
    const hand = new Hand(lookAt(name));
    for (const { cell } of placedTiles(hand.state.view!)) {
      expect(isSeen(hand, cell)).toBe(true);
    }
  });

  test('every legal place, too', () => {
    for (const name of ['start', 'middle', 'bridge', 'hexagon', 'six', 'shared', 'free']) {
      const hand = new Hand(lookAt(name));
      expect(hand.state.offered!.placements.filter(({ cell }) => !isSeen(hand, cell))).toEqual([]);
    }
  });

  test('points go from the table to the picture and back', () => {
    const { state } = new Hand(middle);
    const point = toTable(state, toPicture(state, { x: 12, y: -7 }));
    expect(point.x).toBeCloseTo(12);
    expect(point.y).toBeCloseTo(-7);
  });
});

describe('the table', () => {
  const drag = { type: 'drag', area: 'board', from: { x: 20, y: 60 }, pointer: 'mouse' } as const;

  test('is dragged by an empty place', () => {
    const hand = new Hand(middle);
    const before = cameraOf(hand.state);
    hand.send({ ...drag, at: { x: 30, y: 66 } });
    hand.send({ ...drag, at: { x: 50, y: 70 } });
    hand.send({ type: 'drop', pointer: 'mouse' });
    const after = cameraOf(hand.state);
    expect([after.x - before.x, after.y - before.y].map(Math.round)).toEqual([30, 10]);
    expect(after.scale).toBe(before.scale);
    expect(hand.state.grip).toBeUndefined();
    expect(hand.played()).toEqual([]);
  });

  test('is dragged by those who look on, and in earlier positions', () => {
    for (const look of [lookAt('middle-spectator'), { ...middle, isPast: true }]) {
      const hand = new Hand(look);
      hand.send({ ...drag, at: { x: 50, y: 70 } });
      expect(hand.state.camera).toBeDefined();
    }
  });

  test('does not leave the window', () => {
    const hand = new Hand(middle);
    hand.send({ ...drag, at: { x: 5000, y: 5000 } });
    const tiles = placedTiles(hand.state.view!);
    const corners = tiles.flatMap(({ cell }) => polygon(cell)).map((corner) => toPicture(hand.state, corner));
    expect(Math.min(...corners.map(({ x }) => x))).toBeLessThanOrEqual(SIZE + 1);
    expect(Math.min(...corners.map(({ y }) => y))).toBeLessThanOrEqual(SIZE + 1);
  });

  test('is moved by arrows with an empty hand', () => {
    const hand = new Hand(middle);
    const before = cameraOf(hand.state);
    hand.keys('ArrowLeft');
    expect(cameraOf(hand.state).x).toBeCloseTo(before.x + 60);
    hand.keys('ArrowDown');
    expect(cameraOf(hand.state).y).toBeCloseTo(before.y - 60);
  });

  test('grows and shrinks by keys and buttons, and fits again', () => {
    const hand = new Hand(middle);
    const { scale } = cameraOf(hand.state);
    hand.keys('+');
    expect(cameraOf(hand.state).scale).toBeCloseTo(scale * 1.25);
    hand.send({ type: 'press', id: 'zoom-out' });
    hand.keys('-');
    expect(cameraOf(hand.state).scale).toBeCloseTo(scale / 1.25);
    expect(triominos.buttons(hand.state).find(({ id }) => id === 'fit')!.isEnabled).toBe(true);
    hand.keys('0');
    expect(cameraOf(hand.state).scale).toBe(scale);
    expect(triominos.buttons(hand.state).find(({ id }) => id === 'fit')!.isEnabled).toBe(false);
  });

  test('grows round the mouse by the wheel, only while the mouse is there', () => {
    const hand = new Hand(middle);
    expect(triominos.isHolding(hand.state)).toBe(false);
    const at = { x: 100, y: 200 };
    hand.send({ type: 'point', at });
    expect(triominos.isHolding(hand.state)).toBe(true);
    const there = toTable(hand.state, at);
    hand.send({ type: 'wheel', isForward: false, isShift: false });
    expect(toTable(hand.state, at).x).toBeCloseTo(there.x);
    expect(toTable(hand.state, at).y).toBeCloseTo(there.y);
    hand.send({ type: 'leave' });
    expect(triominos.isHolding(hand.state)).toBe(false);
  });

  test('grows between two fingers, round the first', () => {
    const hand = new Hand(middle);
    const { scale } = cameraOf(hand.state);
    const at = { x: 200, y: 200 };
    const finger = { type: 'drag', area: 'board', from: at, at, pointer: 'touch' } as const;
    const there = toTable(hand.state, at);
    hand.send({ ...finger, spread: 1.5 });
    expect(cameraOf(hand.state).scale).toBeCloseTo(scale * 1.5);
    expect(toTable(hand.state, at).x).toBeCloseTo(there.x);
  });

  test('has a largest and a smallest scale', () => {
    const hand = new Hand(middle);
    hand.keys(...Array.from({ length: 20 }, () => '+'));
    expect(cameraOf(hand.state).scale).toBe(4);
    hand.keys(...Array.from({ length: 30 }, () => '-'));
    expect(cameraOf(hand.state).scale).toBe(0.4);
  });
});

describe('following the play', () => {
  /** A look with one more tile far at the right. */
  function next(): ReturnType<typeof lookAt> {
    const look = lookAt('middle');
    const last = look.view.actions.at(-1)!;
    const action = { ...last, tile: '5-5-5', move: '5-5-5:ABC@8,2', x: 8, y: 2 };
    return { ...look, view: { ...look.view, position: 'next', actions: [...look.view.actions, action] } };
  }

  test('a new tile is seen, however the table was moved', () => {
    const hand = new Hand(middle);
    hand.keys('+', '+', '+', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    expect(isSeen(hand, [8, 2])).toBe(false);
    const { scale } = cameraOf(hand.state);
    hand.show(next());
    expect(isSeen(hand, [8, 2])).toBe(true);
    expect(cameraOf(hand.state).scale).toBe(scale);
  });

  test('a ghost that keys move is seen', () => {
    const hand = new Hand(middle);
    hand.keys('+', '+', '+', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    hand.keys('n');
    expect(isSeen(hand, [6, 2])).toBe(true);
  });

  test('another round is seen as a whole', () => {
    const hand = new Hand(middle);
    hand.keys('+');
    const { view } = lookAt('start');
    hand.show({ ...lookAt('start'), view: { ...view, round: middle.view.round + 1 } });
    expect(hand.state.camera).toBeUndefined();
  });

  test('the same position again moves nothing', () => {
    const hand = new Hand(middle);
    hand.keys('+');
    const before = hand.state.camera;
    hand.show({ ...middle });
    expect(hand.state.camera).toBe(before);
  });
});
