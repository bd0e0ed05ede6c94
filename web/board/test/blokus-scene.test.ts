import { describe, expect, test } from 'vitest';
import type { Settings } from '../src/api.ts';
import { blokus } from '../src/blokus/index.ts';
import { layOut } from '../src/blokus/tray.ts';
import { Hand, lookAt } from './blokus.ts';

function board(name: string, settings: Partial<Settings> = {}): Hand {
  return new Hand(lookAt(name), settings);
}

describe('the board', () => {
  test('has one outline for each piece', () => {
    expect(board('duo-middle').nodes('line')).toHaveLength(12);
    expect(board('classic-middle').nodes('piece')).toHaveLength(33);
  });

  test('marks a start square of several colors with the one to move', () => {
    const { view } = lookAt('duo-start');
    const colors = view.colors.map((color) => ({ ...color, open_corners: ['a1', 'n14'] }));
    const starts = new Hand({ view: { ...view, colors } }).nodes('start');
    expect(starts.map((it) => it.key)).toEqual(['purple a1', 'purple n14']);
  });

  test('marks start squares while they are open', () => {
    expect(board('duo-start').nodes('start')).toHaveLength(2);
    expect(board('duo-middle').nodes('start')).toHaveLength(0);
  });

  test('marks the last piece, if that is wanted', () => {
    expect(board('duo-middle').nodes('is-last')).toHaveLength(1);
    expect(board('duo-middle', { showLast: false }).nodes('is-last')).toHaveLength(0);
  });

  test('shows coordinates, numbers and open corners, if they are wanted', () => {
    const bare = board('duo-middle', { showCoordinates: false });
    expect(bare.nodes('coordinate')).toHaveLength(0);
    expect(bare.nodes('number')).toHaveLength(0);
    expect(bare.nodes('corner')).toHaveLength(0);
    const full = board('duo-middle', { showNumbers: true, showCorners: true });
    expect(full.nodes('coordinate')).toHaveLength(28);
    expect(full.nodes('number').map((node) => node.text)).toEqual(
      Array.from({ length: 12 }, (_, i) => String(i + 1)),
    );
    expect(full.nodes('corner')).toHaveLength(13);
  });

  test('shows letters and patterns, if they are wanted', () => {
    const letters = board('classic-middle', { hasLetters: true }).nodes('letter');
    expect(new Set(letters.map((node) => node.text))).toEqual(new Set(['B', 'Y', 'R', 'G']));
    expect(board('classic-middle', { hasLetters: true }).nodes('pattern')).toHaveLength(33);
  });

  test('shows where the chosen piece can go, if that is wanted', () => {
    const hand = board('duo-start', { showPlaces: true });
    expect(hand.nodes('place')).toHaveLength(0);
    hand.choose('X5');
    // The places that let X5 cover e10 reach two squares in each direction: thirteen in all.
    expect(hand.nodes('place')).toHaveLength(13);
  });

  test('shows marks with numbers, or with what is to be written there', () => {
    const look = lookAt('duo-start');
    const hand = board('duo-start');
    hand.show({ ...look, marks: { moves: ['X5n@d9', 'O1n@e10'] } });
    expect(hand.nodes('mark')).toHaveLength(2);
    expect(hand.nodes('number').map((node) => node.text)).toEqual(['1', '2']);
    hand.show({ ...look, marks: { moves: ['X5n@d9'], values: ['+3'] } });
    expect(hand.nodes('number').map((node) => node.text)).toEqual(['+3']);
  });

  test('crosses a ghost that cannot be placed and names the move', () => {
    const hand = board('duo-start');
    hand.choose('X5');
    hand.point('k11');
    const [ghost] = hand.nodes('ghost');
    expect(ghost!.attributes['data-move']).toBe('X5n@j10');
    expect(hand.nodes('cross')).toHaveLength(1);
    hand.point('e10');
    expect(hand.nodes('is-legal')).toHaveLength(1);
    expect(hand.nodes('cross')).toHaveLength(0);
  });

  test('shows a piece that was played before the server does, under the key of its block', () => {
    const hand = board('duo-start');
    hand.choose('X5');
    hand.tap('e10', 'mouse');
    expect(hand.nodes('piece').map((node) => node.key)).toEqual(['purple X5']);
  });

  test('is empty before anything is shown', () => {
    expect(blokus.scene(new Hand(undefined).state, 'board').children).toEqual([]);
    expect(blokus.scene(new Hand(undefined).state, 'tray').children).toEqual([]);
  });
});

describe('the tray', () => {
  test('has all pieces that are left as buttons', () => {
    const pieces = board('duo-middle').nodes('tray-piece', 'tray');
    expect(pieces).toHaveLength(15);
    expect(pieces.every((node) => node.attributes.role === 'button')).toBe(true);
    expect(pieces.filter((node) => node.attributes.tabindex === 0)).toHaveLength(1);
  });

  test('shades what cannot be placed and tells what is chosen', () => {
    const hand = new Hand({ ...lookAt('duo-middle'), choices: { 'L4n@': 'f2' } });
    hand.choose('L4');
    expect(hand.nodes('is-stuck', 'tray')).toHaveLength(14);
    const [chosen] = hand.nodes('is-chosen', 'tray');
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

  test('lies in two rows when it is flat, and the pieces keep their size', () => {
    const hand = board('duo-middle');
    hand.send({ type: 'resize', area: 'tray', width: 374, height: 96 });
    const { box, attributes } = blokus.scene(hand.state, 'tray');
    expect(attributes.class).toContain('is-strip');
    const start = board('duo-start');
    start.send({ type: 'resize', area: 'tray', width: 374, height: 96 });
    const full = blokus.scene(start.state, 'tray').box;
    expect(full.width).toBeGreaterThan(box.width);
    // A strip is as wide as its pieces, and its own width must not change it.
    const { state } = start;
    start.send({ type: 'resize', area: 'tray', width: full.width, height: 96 });
    expect(start.state).toBe(state);
  });

  test('keeps every piece in its place when others are placed', () => {
    const placeOf = (name: string, piece: string) => {
      const hand = board(name);
      hand.send({ type: 'resize', area: 'tray', width: 400, height: 300 });
      return hand.nodes('tray-piece', 'tray').find((node) => node.key === piece)?.attributes.transform;
    };
    expect(placeOf('duo-middle', 'L4')).toBeDefined();
    expect(placeOf('duo-middle', 'L4')).toBe(placeOf('duo-start', 'L4'));
  });

  test('takes the shape of its element and forgets impossible ones', () => {
    const hand = board('duo-start');
    hand.send({ type: 'resize', area: 'tray', width: 900, height: 150 });
    const { box } = blokus.scene(hand.state, 'tray');
    expect(box.width).toBeGreaterThan(3 * box.height);
    const { state } = hand;
    hand.send({ type: 'resize', area: 'tray', width: 0, height: 0 });
    expect(hand.state).toBe(state);
  });
});
