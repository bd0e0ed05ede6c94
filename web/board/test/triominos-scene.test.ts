// The pictures of Triominos.

import { describe, expect, test } from 'vitest';
import type { SceneNode } from '../src/scene.ts';
import { triominos } from '../src/triominos/index.ts';
import { Hand, lookAt } from './triominos.ts';

const middle = lookAt('middle');

describe('the board', () => {
  test('can be reached by keys and is named', () => {
    const { attributes } = triominos.scene(new Hand(middle).state, 'board');
    expect(attributes).toMatchObject({ role: 'application', tabindex: 0 });
    expect(attributes['aria-label']).toContain('You are to move. You can place 3 tiles');
  });

  test('shows every tile with the numbers of the server', () => {
    const hand = new Hand(middle);
    const tiles = hand.nodes('tile');
    const placed = middle.view.actions.filter(({ tile }) => tile);
    expect(tiles.map(({ key }) => key)).toEqual(placed.map(({ tile }) => tile));
    const numbersOf = (tile: SceneNode) => tile.children!.filter(({ key }) => key.startsWith('number'));
    const numbers = tiles.map((tile) => numbersOf(tile).map(({ text }) => Number(text)));
    expect(numbers).toEqual(placed.map((it) => it.numbers));
  });

  test('shows the pile, the round and how many tiles the others have, never which', () => {
    const hand = new Hand(middle);
    expect(hand.texts()).toEqual(expect.arrayContaining(['34 tiles left', 'Round 1, to 400 points', '5', '4']));
    const known = new Set([...middle.view.hands[0]!.tiles!, ...middle.view.actions.map(({ tile }) => tile)]);
    const shown = [...hand.nodes('tile'), ...hand.nodes('rack-tile', 'tray')].map(({ key }) => key);
    expect(shown.filter((tile) => !known.has(tile))).toEqual([]);
    expect(hand.nodes('back').length).toBe(4 + 5 + 4);
  });

  test('shows no tile of a hand to those who look on', () => {
    const hand = new Hand(lookAt('middle-spectator'));
    expect(hand.nodes('rack-tile', 'tray')).toEqual([]);
    expect(hand.nodes('tile')).toHaveLength(middle.view.actions.filter(({ tile }) => tile).length);
  });

  test.each(['round-over', 'over', 'six-over'])('lays the hands open at the end: %s', (name) => {
    const { view } = lookAt(name);
    const hand = new Hand(lookAt(name));
    const placed = view.actions.filter(({ tile }) => tile).length;
    const left = view.hands.flatMap(({ tiles }) => tiles!);
    expect(hand.nodes('tile').slice(placed).map(({ key }) => key)).toEqual(left);
    for (const gain of view.round_end!.gains) {
      expect(hand.texts().some((text) => text.includes(` +${gain}`))).toBe(true);
    }
  });

  test('the pile is a button while one may draw', () => {
    const [open] = new Hand(middle).nodes('pile');
    expect(open!.attributes).toMatchObject({ role: 'button', 'aria-label': 'Draw (−5), 34 tiles in the pile' });
    const [closed] = new Hand({ ...middle, choices: undefined }).nodes('pile');
    expect(closed!.attributes['role']).toBeUndefined();
  });

  test('an empty pile says so', () => {
    expect(new Hand({ ...middle, view: { ...middle.view, n_pile: 0 } }).texts()).toContain('The pile is empty');
  });
});

describe('the places of the chosen tile', () => {
  test('are buttons with what they bring', () => {
    const hand = new Hand(lookAt('bridge'));
    expect(hand.nodes('place')).toEqual([]);
    hand.choose('3-4-5');
    const places = hand.nodes('place');
    expect(places.map(({ attributes }) => attributes['aria-label'])).toEqual([
      'Place 3-4-5 at -1,-1, left 3, top 4, right 5: 62 points with hexagon and bridge',
      'Place 3-4-5 at 2,0, left 5, top 3, right 4: 12 points',
    ]);
    expect(hand.nodes('gain').map(({ text }) => text)).toEqual(['+62', '+12']);
    expect(hand.nodes('is-bonus').map(({ key }) => key)).toEqual(['-1,-1']);
  });

  test('are not shown when one cannot play', () => {
    const hand = new Hand({ ...middle, choices: undefined });
    hand.choose('2-3-4');
    expect(hand.nodes('place')).toEqual([]);
  });

  test('of all tiles are shown if that is wanted', () => {
    expect(new Hand(middle, { showPlaces: true }).nodes('any-place').map(({ key }) => key)).toEqual(['6,2', '4,2']);
    expect(new Hand(middle).nodes('any-place')).toEqual([]);
  });
});

describe('the ghost', () => {
  test('tells whether it can be placed', () => {
    const hand = new Hand(middle);
    hand.choose('2-3-4');
    hand.point(6, 2);
    expect(hand.nodes('ghost')[0]!.attributes).toMatchObject({ class: 'ghost tile is-legal', 'data-move': '2-3-4:CAB@6,2' });
    hand.point(5, 2);
    expect(hand.nodes('ghost')[0]!.attributes['class']).toBe('ghost tile is-illegal');
    expect(hand.nodes('cross')).toHaveLength(1);
  });

  test('is seen on its way from the rack', () => {
    const hand = new Hand(middle);
    const [from, at] = [{ x: 10, y: 500 }, { x: 30, y: 520 }];
    hand.send({ type: 'drag', area: 'tray', from, at, target: 'tile:2-3-4', pointer: 'mouse' });
    expect(hand.nodes('is-afloat')).toHaveLength(1);
  });

  test('becomes a tile at once when it is played', () => {
    const hand = new Hand(middle);
    hand.keys('n', 'Enter');
    expect(hand.nodes('tile').at(-1)!.key).toBe('2-3-4');
    expect(hand.nodes('ghost')).toEqual([]);
  });
});

describe('what is new', () => {
  test('the last tile is marked, unless that is not wanted', () => {
    expect(new Hand(middle).nodes('is-last').map(({ key }) => key)).toEqual(['2-2-4']);
    expect(new Hand(middle, { showLast: false }).nodes('is-last')).toEqual([]);
  });

  test('nothing is marked after a draw', () => {
    expect(new Hand(lookAt('bridge')).nodes('is-last')).toEqual([]);
  });

  test('a hexagon has a ring round its corner, and its points rise', () => {
    const look = lookAt('over');
    const at = look.view.actions.findIndex(({ figures }) => figures?.some(({ figure }) => figure === 'hexagon'));
    const actions = look.view.actions.slice(0, at + 1);
    const hand = new Hand({ ...look, view: { ...look.view, actions } });
    expect(hand.nodes('ring').length).toBe(actions.at(-1)!.figures!.filter(({ corner }) => corner).length);
    expect(hand.texts()).toContain(`Hexagon +${actions.at(-1)!.gain}`);
  });

  test('a bonus is still told when the other has answered, and no longer after that', () => {
    const look = lookAt('over');
    const at = look.view.actions.findIndex(({ figures }) => figures?.some(({ figure }) => figure === 'hexagon'));
    const later = look.view.actions.slice(at + 1).filter(({ tile }) => tile);
    const rings = (n: number) => {
      const actions = [...look.view.actions.slice(0, at + 1), ...later.slice(0, n).map((it) => ({ ...it, figures: [] }))];
      return new Hand({ ...look, view: { ...look.view, actions } }).nodes('ring').length;
    };
    expect([rings(0), rings(1), rings(2)]).toEqual([1, 1, 0]);
  });

  test('a tile that was just drawn is marked in the rack', () => {
    const hand = new Hand(middle);
    const [own, other] = middle.view.hands;
    const hands = [{ ...own!, tiles: [...own!.tiles!, '3-3-3'] }, other!];
    hand.show({ ...middle, view: { ...middle.view, position: 'drawn', hands } });
    expect(hand.nodes('is-fresh', 'tray').map(({ key }) => key)).toEqual(['3-3-3']);
  });
});

describe('settings', () => {
  test('coordinates can be left out', () => {
    expect(new Hand(middle).nodes('coordinate').length).toBeGreaterThan(5);
    expect(new Hand(middle, { showCoordinates: false }).nodes('coordinate')).toEqual([]);
  });

  test('tiles have the number of their move, or the seat beside its color', () => {
    const signs = (settings: object) => new Hand(middle, settings).nodes('sign').map(({ text }) => text);
    expect(signs({})).toEqual([]);
    expect(signs({ showNumbers: true }).at(-1)).toBe(String(middle.view.actions.length));
    expect(signs({ hasLetters: true }).at(-1)).toBe('2');
  });

  test('what is still has a class for it', () => {
    const hand = new Hand(middle);
    hand.set({ isStill: true });
    for (const area of ['board', 'tray'] as const) {
      expect(triominos.scene(hand.state, area).attributes['class']).toContain('is-still');
    }
  });
});

describe('hints', () => {
  const marks = { moves: ['2-4-4:CAB@6,2', 'draw', '2-3-4:CAB@6,2', '2-4-5:CAB@4,2'] };

  test('are numbered on the board, those of one cell together', () => {
    const hand = new Hand({ ...middle, marks });
    expect(hand.nodes('mark').map(({ key }) => key)).toEqual(['6,2', '4,2']);
    expect(hand.nodes('value').map(({ text }) => text)).toEqual(['1, 3', '4']);
    expect(hand.nodes('is-best').map(({ key }) => key)).toEqual(['6,2']);
  });

  test('are numbered in the rack and at the button', () => {
    const hand = new Hand({ ...middle, marks });
    expect(hand.nodes('hint', 'tray').map(({ text }) => text)).toEqual(['3', '1', '4']);
    expect(triominos.buttons(hand.state).find(({ id }) => id === 'draw')!.label).toBe('Draw (−5), hint 2');
    expect(hand.nodes('rack-tile', 'tray')[2]!.attributes['aria-label']).toContain('hint 3');
  });

  test('show what is written on them', () => {
    const hand = new Hand({ ...middle, marks: { moves: ['2-4-5:CAB@4,2'], values: ['61 %'] } });
    expect(hand.nodes('value').map(({ text }) => text)).toEqual(['61 %']);
  });
});

describe('the rack', () => {
  test('has a button for each tile, of which one can be reached', () => {
    const hand = new Hand(middle);
    const tiles = hand.nodes('rack-tile', 'tray');
    expect(tiles.map(({ attributes }) => attributes['aria-label'])).toEqual([
      '0-1-3, 4 points, fits nowhere',
      '1-2-5, 8 points, fits nowhere',
      '2-3-4, 9 points, fits at 1 place',
      '2-4-4, 10 points, fits at 2 places',
      '2-4-5, 11 points, fits at 1 place',
    ]);
    expect(tiles.filter(({ attributes }) => attributes['tabindex'] === 0)).toHaveLength(1);
    hand.choose('2-4-4');
    expect(hand.nodes('is-chosen', 'tray').map(({ attributes }) => attributes['aria-pressed'])).toEqual(['true']);
    expect(hand.nodes('is-stuck', 'tray').map(({ key }) => key)).toEqual(['0-1-3', '1-2-5']);
  });

  test.each([
    [358, 286, 9],
    [400, 190, 22],
    [340, 300, 56],
    [358, 200, 1],
  ])('of %i by %i pixels has room for %i tiles', (width, height, n) => {
    const { view } = lookAt('start');
    const tiles = [...view.hands[view.viewer! - 1]!.tiles!, ...view.unseen].slice(0, n);
    const hands = view.hands.map((hand, i) => (i === view.viewer! - 1 ? { ...hand, tiles } : hand));
    const hand = new Hand({ ...lookAt('start'), view: { ...view, hands } });
    hand.send({ type: 'resize', area: 'tray', width, height });
    const { box } = triominos.scene(hand.state, 'tray');
    expect(box.width / box.height).toBeCloseTo(width / height, 1);
    const placeOf = (transform: unknown) => /\((\S+) (\S+)\)/.exec(String(transform))!.slice(1).map(Number);
    const places = hand.nodes('rack-tile', 'tray').map(({ attributes }) => placeOf(attributes['transform']));
    expect(places).toHaveLength(n);
    for (const [x, y] of places) {
      expect(x! >= -0.1 && x! + 60 <= box.width + 0.1 && y! + 60 <= box.height + 0.1).toBe(true);
    }
  });
});
