import { describe, expect, test } from 'vitest';
import { aquapipe } from '../src/aquapipe/index.ts';
import type { View } from '../src/aquapipe/state.ts';
import type { SceneNode } from '../src/scene.ts';
import { Hand, lookAt } from './aquapipe.ts';

const start = lookAt('3x3-start');
const middle = lookAt('3x3-middle');
const large = lookAt('4x4-middle');

/** What a click on some elements means, in order. */
function targetsOf(nodes: SceneNode[]): string[] {
  return nodes.flatMap((node) => node.attributes['data-target'] ?? []).map(String).sort();
}

describe('the board', () => {
  test('shows every pipe of the view once, and none besides', () => {
    for (const look of [start, middle, large, lookAt('3x3-over'), lookAt('4x4-over')]) {
      const onBoard = look.view.pipes.filter((pipe) => pipe.spaces.length > 0);
      const drawn = new Hand(look).nodes('pipe').map((node) => node.key);
      expect(drawn).toHaveLength(onBoard.length);
      expect(new Set(drawn).size).toBe(onBoard.length);
    }
  });

  test('joins the ends of U pipes', () => {
    const hand = new Hand(large);
    const uPipes = large.view.pipes.filter((pipe) => pipe.is_u_pipe && pipe.spaces.length > 0);
    expect(uPipes.length).toBeGreaterThan(0);
    const bends = hand.nodes('bend').filter((node) => node.attributes.class === 'bend tube');
    expect(bends).toHaveLength(uPipes.length);
  });

  test('draws wide pipes first, so that bends lie over them', () => {
    const kinds = new Hand(large).nodes('pipe').map((node) => node.key.split(' ')[1]!.replace('U', ''));
    const widths = kinds.map((kind) => 'LMS'.indexOf(kind.charAt(0)));
    expect(widths).toEqual([...widths].sort());
  });

  test('its box has room for letters and numbers if they are wanted', () => {
    const width = (showCoordinates: boolean) =>
      aquapipe.scene(new Hand(start, { showCoordinates }).state, 'board').box.width;
    expect(width(true)).toBeGreaterThan(width(false));
    expect(new Hand(start, { showCoordinates: false }).nodes('coordinate')).toEqual([]);
    const written = new Hand(large).nodes('coordinate').map((node) => node.text);
    expect(written.join('')).toBe('abcd1234');
  });

  test('every space says what is in it', () => {
    const [ground] = aquapipe.scene(new Hand(lookAt('3x3-early')).state, 'board').children;
    expect(ground!.children!.map((node) => node.attributes['aria-label'])).toContain('b2: small blue, medium red, large free');
  });
});

describe('rows', () => {
  const rows = (name: string) => new Hand(lookAt(name)).nodes('row').map(({ key }) => key);
  const winning = (name: string) => new Hand(lookAt(name)).nodes('is-winning').map(({ key }) => key);

  test('that count are looped around, each in its color', () => {
    expect(rows('4x4-rows')).toEqual(['blue small a1b1c1', 'blue medium a1a2a3', 'red medium b4c4d4']);
    expect(winning('4x4-rows')).toEqual([]);
    const colors = new Hand(lookAt('4x4-rows')).nodes('row').map((node) => node.attributes.class);
    expect(colors).toEqual(['row tw-color-blue', 'row tw-color-blue', 'row tw-color-red']);
    expect(rows('4x4-start')).toEqual([]);
  });

  test('that win stand out', () => {
    expect(winning('3x3-won')).toEqual(['blue small a1b1c1']);
    expect(winning('4x4-four-rows')).toEqual(rows('4x4-four-rows').filter((key) => key.startsWith('blue')));
    expect(winning('4x4-four-rows')).toHaveLength(4);
  });

  test('within a longer one are not drawn again', () => {
    expect(lookAt('4x4-over').view.rows.length).toBeGreaterThan(rows('4x4-over').length);
    expect(winning('4x4-over')).toEqual(['red medium a1b1c1d1']);
  });

  test('of different diameters in the same spaces do not lie on each other', () => {
    const loops = new Hand(lookAt('4x4-four-rows')).nodes('loop').map((node) => node.attributes.d);
    expect(loops.length).toBeGreaterThan(4);
    expect(new Set(loops).size).toBe(loops.length);
  });
});

describe('what can be chosen', () => {
  test('pipes that can move are buttons with names, others are not', () => {
    const buttons = new Hand(middle).nodes('pipe').filter((node) => node.attributes.role === 'button');
    const movable = Object.keys(middle.choices!).filter((head) => head.endsWith('-'));
    expect(targetsOf(buttons)).toEqual(movable.map((head) => `pipe:${head}`).sort());
    expect(buttons[0]!.attributes['aria-label']).toMatch(/^(Small|Medium|Large) pipe on \w\d, \d+ free places?$/);
    expect(new Hand({ ...middle, isPast: true }).nodes('pipe').some((node) => node.attributes.role)).toBe(false);
  });

  test('the free places of the chosen pipe are shown, each as a button', () => {
    const hand = new Hand(large);
    expect(hand.nodes('place')).toEqual([]);
    for (const [head, words] of Object.entries(large.choices!)) {
      hand.state = aquapipe.show(hand.state, large);
      hand.keys('Escape');
      hand.choose(head);
      expect(targetsOf(hand.nodes('place'))).toEqual(words.split(' ').map((word) => `place:${word}`).sort());
    }
  });

  test('the tray has both hands, and only one can be chosen from', () => {
    const hand = new Hand(large);
    const slots = hand.nodes('in-tray', 'tray');
    expect(slots).toHaveLength(10);
    const buttons = slots.filter((node) => node.attributes.role === 'button');
    const inHand = Object.keys(large.choices!).filter((head) => head.endsWith('@'));
    expect(targetsOf(buttons)).toEqual(inHand.map((head) => `pipe:${head}`).sort());
    expect(buttons.filter((node) => node.attributes.tabindex === 0)).toHaveLength(1);
    expect(slots.map((node) => node.attributes['aria-label'])).toContain(`Red: ${nInHand('red', 'small')} small pipes in hand`);
    expect(targetsOf(new Hand({ view: large.view }).nodes('in-tray', 'tray'))).toEqual([]);
  });

  test('the own hand is on top', () => {
    const first = (viewer?: number) => new Hand({ view: large.view, viewer }).nodes('name', 'tray')[0]!.text;
    expect([first(), first(1), first(2)]).toEqual(['Blue', 'Blue', 'Red']);
  });

  test('a pipe of which none is left is pale', () => {
    const pipes = start.view.pipes.map((pipe) => (pipe.diameter === 'large' ? { ...pipe, spaces: ['a1'] } : pipe));
    const view = { ...start.view, pipes };
    expect(new Hand({ view }).nodes('is-pale', 'tray')).toHaveLength(2);
  });

  function nInHand(color: string, diameter: string): string {
    const inHand = large.view.pipes.filter((pipe) => pipe.color === color && pipe.spaces.length === 0);
    return String(inHand.filter((pipe) => pipe.diameter === diameter && !pipe.is_u_pipe).length);
  }
});

describe('the ghost', () => {
  test('is where the pipe would go, and tells whether it may', () => {
    const hand = new Hand(lookAt('3x3-early'));
    hand.choose('S@');
    expect(hand.nodes('ghost')).toEqual([]);
    hand.point('a1');
    expect(hand.nodes('ghost')[0]!.attributes['data-move']).toBe('S@a1');
    expect(hand.nodes('is-legal')).toHaveLength(1);
    hand.point('b2');
    expect(hand.nodes('is-illegal')).toHaveLength(1);
    expect(hand.nodes('cross')).toHaveLength(1);
  });

  test('floats beside the board while it is dragged', () => {
    const hand = new Hand(large);
    hand.drag('tray', { x: 0, y: 150 }, { x: 20, y: 140 }, 'mouse', 'pipe:S@');
    expect(hand.nodes('is-afloat')).toHaveLength(1);
    expect(aquapipe.isHolding(hand.state)).toBe(true);
  });

  test('keys with an empty hand show a frame', () => {
    const hand = new Hand(start);
    expect(hand.nodes('cursor')).toEqual([]);
    hand.keys('ArrowUp');
    expect(hand.nodes('cursor')).toHaveLength(1);
  });
});

describe('what was played', () => {
  test('last is marked if that is wanted, with where it came from', () => {
    const moved = lookAt('4x4-middle');
    expect(moved.last).toMatch(/-/);
    const hand = new Hand(moved);
    expect(hand.nodes('is-last')).toHaveLength(1);
    expect(hand.nodes('trace')).toHaveLength(1);
    const plain = new Hand(moved, { showLast: false });
    expect([plain.nodes('is-last'), plain.nodes('trace')]).toEqual([[], []]);
    expect(new Hand({ ...moved, last: undefined }).nodes('is-last')).toEqual([]);
  });

  test('just now is shown before the server answers, and not twice', () => {
    const hand = new Hand(start);
    hand.choose('M@');
    hand.tap('b2', 'mouse');
    expect(hand.nodes('pipe').map((node) => node.key)).toEqual(['blue Mb2-']);
    expect(hand.nodes('is-new')).toHaveLength(1);
    expect(hand.nodes('count', 'tray').map((node) => node.text)).toEqual(['×3', '×2', '×3', '×3', '×3', '×3']);
  });

  test('and refused goes back', () => {
    const hand = new Hand(start);
    hand.choose('M@');
    hand.tap('b2', 'mouse');
    hand.show(start);
    expect(hand.nodes('pipe')).toEqual([]);
  });

  test('moving a pipe leaves nothing behind', () => {
    const hand = new Hand(middle);
    const [head, words] = Object.entries(middle.choices!).find(([it]) => it.endsWith('-'))!;
    const before = hand.nodes('pipe').length;
    hand.choose(head);
    hand.tap(words.split(' ')[0]!, 'mouse');
    expect(hand.nodes('pipe')).toHaveLength(before);
  });
});

describe('marks', () => {
  test('have numbers, the best first', () => {
    const hand = new Hand({ ...start, marks: { moves: ['S@b2', 'L@a1', 'M@c3'] } });
    expect(hand.nodes('plate-text').map((node) => node.text)).toEqual(['1', '2', '3']);
    expect(hand.nodes('is-best').map((node) => node.key)).toEqual(['S@b2']);
  });

  test('or values instead', () => {
    const { actions: moves } = start.view as View & { actions: string[] };
    const hand = new Hand({ ...start, marks: { moves, values: moves.map(() => 'draws') } });
    expect(hand.nodes('plate-text').map((node) => node.text)).toEqual(Array<string>(27).fill('draws'));
    expect(hand.nodes('line')).toEqual([]);
    hand.choose('S@');
    expect(hand.nodes('mark')).toHaveLength(9);
  });

  test('of moves that end in the same slot only the best is shown, until a pipe is chosen', () => {
    const marks = { moves: ['S@b1', 'Sa1-b1', 'Sc3-b1'], values: ['wins', 'draws', 'loses'] };
    const hand = new Hand({ ...middle, marks });
    expect(hand.nodes('plate-text').map((node) => node.text)).toEqual(['wins']);
    hand.choose('Sa1-');
    expect(hand.nodes('plate-text').map((node) => node.text)).toEqual(['draws']);
  });

  test('that are no moves of this game are left out', () => {
    expect(new Hand({ ...start, marks: { moves: ['pass', 'S@a1'] } }).nodes('mark')).toHaveLength(1);
  });
});

describe('settings', () => {
  test('letters and patterns stand on all pipes if they are wanted', () => {
    const hand = new Hand(large, { hasLetters: true });
    const n = hand.nodes('pipe').length;
    expect(hand.nodes('letter')).toHaveLength(n);
    expect(hand.nodes('pattern')).toHaveLength(n);
    expect(new Set(hand.nodes('letter').map((node) => node.text))).toEqual(new Set(['B', 'R']));
    expect(new Hand(large).nodes('letter')).toEqual([]);
  });

  test('a still board has a class that stops all motion', () => {
    const hand = new Hand(start);
    hand.set({ isStill: true });
    expect(aquapipe.scene(hand.state, 'board').attributes.class).toContain('is-still');
  });
});
