import { describe, expect, test } from 'vitest';
import type { Settings } from '../src/api.ts';
import { blokus } from '../src/blokus/index.ts';
import { layOut } from '../src/blokus/tray.ts';
import type { Area } from '../src/kind.ts';
import type { SceneNode } from '../src/scene.ts';
import { Hand, lookAt } from './blokus.ts';

/** All nodes of a picture with a class, however deep. */
function withClass(hand: Hand, area: Area, name: string): SceneNode[] {
  const all = (nodes: readonly SceneNode[]): SceneNode[] =>
    nodes.flatMap((node) => [node, ...all(node.children ?? [])]);
  const has = (node: SceneNode) => String(node.attributes.class ?? '').split(' ').includes(name);
  return all(blokus.scene(hand.state, area).children).filter(has);
}

function board(name: string, settings: Partial<Settings> = {}): Hand {
  return new Hand(lookAt(name), settings);
}

describe('the board', () => {
  test('has one outline for each piece', () => {
    expect(withClass(board('duo-middle'), 'board', 'line')).toHaveLength(12);
    expect(withClass(board('classic-middle'), 'board', 'piece')).toHaveLength(33);
  });

  test('marks a start square of several colours with the one to move', () => {
    const { view } = lookAt('duo-start');
    const colors = view.colors.map((colour) => ({ ...colour, open_corners: ['a1', 'n14'] }));
    const starts = withClass(new Hand({ view: { ...view, colors } }), 'board', 'start');
    expect(starts.map((it) => it.key)).toEqual(['purple a1', 'purple n14']);
  });

  test('marks start squares while they are open', () => {
    expect(withClass(board('duo-start'), 'board', 'start')).toHaveLength(2);
    expect(withClass(board('duo-middle'), 'board', 'start')).toHaveLength(0);
  });

  test('marks the last piece, if that is wanted', () => {
    expect(withClass(board('duo-middle'), 'board', 'is-last')).toHaveLength(1);
    expect(withClass(board('duo-middle', { showLast: false }), 'board', 'is-last')).toHaveLength(0);
  });

  test('shows coordinates, numbers and open corners, if they are wanted', () => {
    const bare = board('duo-middle', { showCoordinates: false });
    expect(withClass(bare, 'board', 'coordinate')).toHaveLength(0);
    expect(withClass(bare, 'board', 'number')).toHaveLength(0);
    expect(withClass(bare, 'board', 'corner')).toHaveLength(0);
    const full = board('duo-middle', { showNumbers: true, showCorners: true });
    expect(withClass(full, 'board', 'coordinate')).toHaveLength(28);
    expect(withClass(full, 'board', 'number').map((node) => node.text)).toEqual(
      Array.from({ length: 12 }, (_, i) => String(i + 1)),
    );
    expect(withClass(full, 'board', 'corner')).toHaveLength(13);
  });

  test('shows letters and patterns, if they are wanted', () => {
    const letters = withClass(board('classic-middle', { hasLetters: true }), 'board', 'letter');
    expect(new Set(letters.map((node) => node.text))).toEqual(new Set(['B', 'Y', 'R', 'G']));
    expect(withClass(board('classic-middle', { hasLetters: true }), 'board', 'pattern')).toHaveLength(33);
  });

  test('shows where the chosen piece can go, if that is wanted', () => {
    const hand = board('duo-start', { showPlaces: true });
    expect(withClass(hand, 'board', 'place')).toHaveLength(0);
    hand.choose('X5');
    // The places that let X5 cover e10 reach two squares in each direction: thirteen in all.
    expect(withClass(hand, 'board', 'place')).toHaveLength(13);
  });

  test('shows marks with numbers, or with what is to be written there', () => {
    const look = lookAt('duo-start');
    const hand = board('duo-start');
    hand.show({ ...look, marks: { moves: ['X5n@d9', 'O1n@e10'] } });
    expect(withClass(hand, 'board', 'mark')).toHaveLength(2);
    expect(withClass(hand, 'board', 'number').map((node) => node.text)).toEqual(['1', '2']);
    hand.show({ ...look, marks: { moves: ['X5n@d9'], values: ['+3'] } });
    expect(withClass(hand, 'board', 'number').map((node) => node.text)).toEqual(['+3']);
  });

  test('crosses a ghost that cannot be placed and names the move', () => {
    const hand = board('duo-start');
    hand.choose('X5');
    hand.point('k11');
    const [ghost] = withClass(hand, 'board', 'ghost');
    expect(ghost!.attributes['data-move']).toBe('X5n@j10');
    expect(withClass(hand, 'board', 'cross')).toHaveLength(1);
    hand.point('e10');
    expect(withClass(hand, 'board', 'is-legal')).toHaveLength(1);
    expect(withClass(hand, 'board', 'cross')).toHaveLength(0);
  });

  test('shows a piece that was played before the server does, under the key of its block', () => {
    const hand = board('duo-start');
    hand.choose('X5');
    hand.tap('e10', 'mouse');
    expect(withClass(hand, 'board', 'piece').map((node) => node.key)).toEqual(['purple X5']);
  });

  test('is empty before anything is shown', () => {
    expect(blokus.scene(new Hand(undefined).state, 'board').children).toEqual([]);
    expect(blokus.scene(new Hand(undefined).state, 'tray').children).toEqual([]);
  });
});

describe('the tray', () => {
  test('has all pieces that are left as buttons', () => {
    const pieces = withClass(board('duo-middle'), 'tray', 'tray-piece');
    expect(pieces).toHaveLength(15);
    expect(pieces.every((node) => node.attributes.role === 'button')).toBe(true);
    expect(pieces.filter((node) => node.attributes.tabindex === 0)).toHaveLength(1);
  });

  test('shades what cannot be placed and tells what is chosen', () => {
    const hand = new Hand({ ...lookAt('duo-middle'), choices: { 'L4n@': 'f2' } });
    hand.choose('L4');
    expect(withClass(hand, 'tray', 'is-stuck')).toHaveLength(14);
    const [chosen] = withClass(hand, 'tray', 'is-chosen');
    expect(chosen!.attributes['aria-pressed']).toBe('true');
  });

  test('fills a wide and a tall space, and no two slots overlap', () => {
    const lengths = [5, 4, 4, 4, 4, ...Array<number>(8).fill(3), 3, 3, 3, 3, 2, 2, 2, 1];
    for (const aspect of [6, 1, 0.3]) {
      const { box, slots } = layOut(lengths, aspect);
      expect(box.width / box.height).toBeGreaterThan(aspect / 1.6);
      expect(box.width / box.height).toBeLessThan(aspect * 1.6);
      slots.forEach((a, i) => {
        expect(Math.min(a.x, a.y)).toBeGreaterThanOrEqual(0);
        expect(a.x + a.length).toBeLessThanOrEqual(box.width + 1e-6);
        expect(a.y + a.length).toBeLessThanOrEqual(box.height + 1e-6);
        for (const b of slots.slice(i + 1)) {
          // Later slots stand to the right or below.
          const gap = Math.max(b.x - a.x - a.length, b.y - a.y - a.length, a.x - b.x - b.length);
          expect(gap).toBeGreaterThanOrEqual(-1e-6);
        }
      });
    }
  });

  test('takes the shape of its element and forgets impossible ones', () => {
    const hand = board('duo-start');
    hand.send({ type: 'resize', area: 'tray', width: 600, height: 100 });
    const { box } = blokus.scene(hand.state, 'tray');
    expect(box.width).toBeGreaterThan(3 * box.height);
    const { state } = hand;
    hand.send({ type: 'resize', area: 'tray', width: 0, height: 0 });
    expect(hand.state).toBe(state);
  });
});
