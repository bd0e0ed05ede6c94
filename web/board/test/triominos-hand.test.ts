// What the person does to a board of Triominos: choosing, turning, placing, drawing.

import { describe, expect, test } from 'vitest';
import { triominos } from '../src/triominos/index.ts';
import { placementAt, rackTiles } from '../src/triominos/state.ts';
import { ORIENTATIONS, facing, numbersOf, readPlacement, turnedBy } from '../src/triominos/tile.ts';
import { Hand, lookAt } from './triominos.ts';

const middle = lookAt('middle');
const free = lookAt('free');

describe('the notation of tiles', () => {
  test('an orientation says which number stands where', () => {
    expect(numbersOf('1-2-3', 'ACB')).toEqual([1, 3, 2]);
    expect(numbersOf('1-2-3', 'BCA')).toEqual([2, 3, 1]);
  });

  test('it agrees with the numbers that a server sends', () => {
    const placed = lookAt('over').view.actions.filter((action) => action.tile !== undefined);
    expect(placed.length).toBeGreaterThan(30);
    for (const { move, numbers } of placed) {
      const { tile, orientation } = readPlacement(move)!;
      expect(numbersOf(tile, orientation)).toEqual(numbers);
    }
  });

  test('six turns bring a tile back, and every other one points up', () => {
    expect(turnedBy('BAC', 1)).toBe('ABC');
    expect(ORIENTATIONS.map((orientation) => facing(orientation, [0, 0]))).toEqual(['ABC', 'CAB', 'CAB', 'BCA', 'BCA', 'ABC']);
  });

  test('a word is no placement', () => {
    expect(readPlacement('draw')).toBeUndefined();
    expect(readPlacement('2-3-4:CAB@-6,2')).toMatchObject({ tile: '2-3-4', orientation: 'CAB', cell: [-6, 2] });
  });
});

describe('the rack', () => {
  test('holds the tiles of the viewer in the order of their numbers', () => {
    expect(rackTiles(new Hand(middle).state)).toEqual(['0-1-3', '1-2-5', '2-3-4', '2-4-4', '2-4-5']);
  });

  test('is sorted by points, and by number again', () => {
    const hand = new Hand(middle);
    hand.keys('s');
    expect(rackTiles(hand.state)).toEqual(['2-4-5', '2-4-4', '2-3-4', '1-2-5', '0-1-3']);
    hand.send({ type: 'press', id: 'sort' });
    expect(rackTiles(hand.state)[0]).toBe('0-1-3');
  });

  test('is put in order by dragging a tile to another place of the rack', () => {
    const hand = new Hand(middle);
    hand.dragInRack('2-4-5', 1);
    expect(hand.texts('tray').slice(3, 6)).toEqual(['2', '4', '5']);
    expect(rackTiles(hand.state)[1]).toBe('1-2-5');
    hand.send({ type: 'drop', pointer: 'mouse' });
    expect(rackTiles(hand.state)).toEqual(['0-1-3', '2-4-5', '1-2-5', '2-3-4', '2-4-4']);
    expect(hand.said()).toBe('2-4-5 is now tile 2 of 5 in the rack');
    expect([hand.state.chosen, hand.played()]).toEqual([undefined, []]);
  });

  test('is as it was if the tile is dragged on to the table, or let go beside everything', () => {
    const hand = new Hand(middle);
    hand.dragInRack('2-4-5', 1);
    hand.send({ type: 'drag', area: 'tray', from: { x: 0, y: 0 }, at: hand.at(4, 2), inTray: { x: -50, y: 30 }, target: 'tile:2-4-5', pointer: 'mouse' });
    hand.send({ type: 'drop', pointer: 'mouse' });
    expect(hand.played()).toEqual(['2-4-5:CAB@4,2']);
    hand.show({ ...middle });
    hand.dragInRack('2-4-5', 1);
    hand.send({ type: 'drag', area: 'tray', from: { x: 0, y: 0 }, at: { x: -90, y: 0 }, inTray: { x: -50, y: 30 }, target: 'tile:2-4-5', pointer: 'mouse' });
    hand.send({ type: 'drop', pointer: 'mouse' });
    expect(rackTiles(hand.state)).toEqual(rackTiles(new Hand(middle).state));
  });

  test('a tile that is let go where it was is chosen', () => {
    const hand = new Hand(middle);
    hand.dragInRack('2-3-4', 2);
    hand.send({ type: 'drop', pointer: 'mouse' });
    expect(hand.state.chosen).toBe('2-3-4');
    expect(rackTiles(hand.state)).toEqual(rackTiles(new Hand(middle).state));
  });

  test('is put in order by Alt and arrows, also while others are to move', () => {
    const hand = new Hand({ ...middle, choices: undefined });
    const alt = (key: string) => hand.send({ type: 'key', area: 'tray', key: `Alt+${key}`, target: 'tile:1-2-5' });
    alt('ArrowRight');
    expect(rackTiles(hand.state)).toEqual(['0-1-3', '2-3-4', '1-2-5', '2-4-4', '2-4-5']);
    expect(hand.effects).toContainEqual({ type: 'focus', area: 'tray', target: 'tile:1-2-5' });
    alt('ArrowUp');
    alt('ArrowLeft');
    expect(rackTiles(hand.state)[0]).toBe('1-2-5');
    // At the edge nothing moves, and the browser must not go back to another page either.
    alt('ArrowLeft');
    expect(rackTiles(hand.state)[0]).toBe('1-2-5');
    expect(hand.said()).toBe('1-2-5 is now tile 1 of 5 in the rack');
  });

  test('keeps its order while the round goes on, with new tiles at the end, and can be sorted again', () => {
    const hand = new Hand(middle);
    hand.send({ type: 'key', area: 'tray', key: 'Alt+ArrowLeft', target: 'tile:2-4-5' });
    const own = ['0-1-3', '1-2-5', '2-3-4', '2-4-5', '2-4-4'];
    const withTiles = (round: number, tiles: string[]) => {
      const hands = middle.view.hands.map((it, i) => (i === 0 ? { ...it, tiles } : it));
      return { ...middle, view: { ...middle.view, round, hands, position: `${round} ${tiles.join()}` } };
    };
    hand.show(withTiles(1, ['0-0-1', '0-1-3', '2-3-4', '2-4-4', '2-4-5']));
    expect(rackTiles(hand.state)).toEqual(['0-1-3', '2-3-4', '2-4-5', '2-4-4', '0-0-1']);
    expect(triominos.buttons(hand.state).find(({ id }) => id === 'sort')!.label).toBe('Sort by number');
    hand.show(withTiles(2, own));
    expect(rackTiles(hand.state)).toEqual([...own].sort());
    hand.show(withTiles(1, own));
    hand.keys('s');
    expect(rackTiles(hand.state)).toEqual([...own].sort());
    hand.keys('s');
    expect(rackTiles(hand.state)[0]).toBe('2-4-5');
  });

  test('is remembered by who shows the board anew, and nonsense is not', () => {
    const hand = new Hand(middle);
    hand.send({ type: 'key', area: 'tray', key: 'Alt+ArrowLeft', target: 'tile:2-4-5' });
    const again = new Hand(undefined);
    again.state = triominos.recall!(again.state, triominos.memoryOf!(hand.state));
    again.show(middle);
    expect(rackTiles(again.state)).toEqual(rackTiles(hand.state));
    for (const nonsense of ['', '{', 'null', '{"order":"size"}', '{"order":"points"}']) {
      expect(triominos.recall!(hand.state, nonsense)).toBe(hand.state);
    }
  });

  test('holds all unplaced tiles where hands are shared', () => {
    const shared = lookAt('shared');
    expect(rackTiles(new Hand(shared).state)).toEqual(shared.view.unseen);
  });

  test('is empty for those who look on', () => {
    const hand = new Hand(lookAt('middle-spectator'));
    expect(rackTiles(hand.state)).toEqual([]);
    hand.choose('0-1-3');
    expect(hand.state.chosen).toBeUndefined();
  });

  test('a tile that is tapped again is turned, and backwards by the other button', () => {
    const hand = new Hand(middle);
    hand.choose('2-3-4');
    expect(hand.state.chosen).toBe('2-3-4');
    hand.choose('2-3-4');
    expect(hand.state.turned.get('2-3-4')).toBe('ACB');
    hand.choose('2-3-4', true);
    expect(hand.state.turned.get('2-3-4')).toBe('ABC');
  });

  test('tells which tile was drawn', () => {
    const hand = new Hand(middle);
    const [own, other] = middle.view.hands;
    const hands = [{ ...own!, n_tiles: 6, tiles: [...own!.tiles!, '3-3-3'] }, other!];
    hand.show({ ...middle, view: { ...middle.view, hands, position: 'after' } });
    expect([...hand.state.fresh]).toEqual(['3-3-3']);
    hand.show({ ...middle, view: { ...middle.view, hands, position: 'later' } });
    expect([...hand.state.fresh]).toEqual([]);
  });

  test('shows no tile as drawn when another round begins or the past is looked at', () => {
    const hand = new Hand(middle);
    const [own, other] = middle.view.hands;
    const hands = [{ ...own!, tiles: ['5-5-5'] }, other!];
    hand.show({ ...middle, view: { ...middle.view, hands, round: 2, position: 'next round' } });
    expect(hand.state.fresh.size).toBe(0);
    hand.show({ ...middle, isPast: true });
    expect(hand.state.fresh.size).toBe(0);
  });
});

describe('a mouse', () => {
  test('chooses, points and places', () => {
    const hand = new Hand(middle);
    hand.choose('2-3-4');
    hand.point(6, 2);
    expect(hand.said()).toBe('2-3-4 at 6,2, left 4, top 2, right 3: 9 points, click to place it');
    hand.tap([6, 2], 'mouse');
    expect(hand.played()).toEqual(['2-3-4:CAB@6,2']);
    expect(hand.said()).toBe('2-3-4 placed at 6,2, +9 points');
    expect(rackTiles(hand.state)).not.toContain('2-3-4');
  });

  test('snaps to a legal cell that is near', () => {
    const hand = new Hand(middle);
    hand.choose('2-3-4');
    const { x, y } = hand.at(6, 2);
    hand.send({ type: 'point', at: { x: x + 22 * 1.05, y } });
    expect(hand.state.ghost?.cell).toEqual([6, 2]);
  });

  test('drags a tile from the rack and drops it', () => {
    const hand = new Hand(middle);
    const drag = { type: 'drag', area: 'tray', from: { x: 100, y: 600 }, target: 'tile:2-3-4', pointer: 'mouse' } as const;
    hand.send({ ...drag, at: { x: 120, y: 560 } });
    expect(hand.state.ghost).toEqual({ by: 'mouse', at: { x: 120, y: 560 } });
    hand.send({ ...drag, at: hand.at(6, 2) });
    expect(hand.state.ghost?.cell).toEqual([6, 2]);
    hand.send({ type: 'drop', pointer: 'mouse' });
    expect(hand.played()).toEqual(['2-3-4:CAB@6,2']);
  });

  test('a tile that is dropped beside the table stays chosen', () => {
    const hand = new Hand(middle);
    const drag = { type: 'drag', area: 'tray', from: { x: 100, y: 600 }, target: 'tile:2-3-4', pointer: 'mouse' } as const;
    hand.send({ ...drag, at: { x: 120, y: 560 } });
    hand.send({ type: 'drop', pointer: 'mouse' });
    expect(hand.state).toMatchObject({ chosen: '2-3-4', ghost: undefined, grip: undefined });
    expect(hand.played()).toEqual([]);
  });

  test('with an empty hand it is told to choose', () => {
    const hand = new Hand(middle);
    hand.tap([6, 2], 'mouse');
    expect(hand.said()).toBe('Choose a tile first');
  });

  test('the ghost goes when it leaves', () => {
    const hand = new Hand(middle);
    hand.choose('2-3-4');
    hand.point(6, 2);
    hand.send({ type: 'leave' });
    expect(hand.state).toMatchObject({ chosen: '2-3-4', ghost: undefined, pointed: undefined });
  });
});

describe('a finger', () => {
  test('shows the place by the first tap and takes it by the second', () => {
    const hand = new Hand(middle);
    hand.choose('2-4-4');
    hand.tap([4, 2], 'touch');
    expect(hand.played()).toEqual([]);
    expect(hand.said()).toContain('tap it again to place it');
    hand.tap([6, 2], 'touch');
    expect(hand.played()).toEqual([]);
    hand.tap([6, 2], 'touch');
    expect(hand.played()).toEqual(['2-4-4:CAB@6,2']);
  });

  test('a place can be tapped by its name, as screen readers do', () => {
    const hand = new Hand(middle);
    hand.choose('2-4-4');
    const target = 'place:2-4-4:CAB@4,2';
    for (let i = 0; i < 2; i++) {
      hand.send({ type: 'tap', area: 'board', at: { x: 0, y: 0 }, target, pointer: 'touch', isSecond: false });
    }
    expect(hand.played()).toEqual(['2-4-4:CAB@4,2']);
  });

  test('drags a tile above itself, and places it when it is let go', () => {
    const hand = new Hand(middle);
    const { x, y } = hand.at(6, 2);
    const lift = 44 * 1.2;
    const drag = { type: 'drag', area: 'tray', from: { x: 100, y: 600 }, target: 'tile:2-3-4', pointer: 'touch' } as const;
    hand.send({ ...drag, at: { x, y: y + lift } });
    hand.send({ type: 'drop', pointer: 'touch' });
    expect(hand.played()).toEqual(['2-3-4:CAB@6,2']);
  });

  test('drags the ghost on', () => {
    const hand = new Hand(middle);
    hand.choose('2-4-4');
    hand.tap([4, 2], 'touch');
    const drag = { type: 'drag', area: 'board', from: hand.at(4, 2), pointer: 'touch' } as const;
    hand.send({ ...drag, at: hand.at(6, 2) });
    expect(hand.state.ghost?.cell).toEqual([6, 2]);
    expect(hand.state.camera).toBeUndefined();
  });
});

describe('keys alone', () => {
  test('n chooses a tile that fits and shows where, Enter places it', () => {
    const hand = new Hand(middle);
    hand.keys('n');
    expect(hand.state).toMatchObject({ chosen: '2-3-4', ghost: { cell: [6, 2], by: 'keys' } });
    expect(hand.said()).toContain('9 points, Enter places it');
    hand.keys('Enter');
    expect(hand.played()).toEqual(['2-3-4:CAB@6,2']);
  });

  test('n and p go through the tiles that fit', () => {
    const hand = new Hand(middle);
    hand.keys('n', 'n', 'n');
    expect(hand.state.chosen).toBe('2-4-5');
    hand.keys('n');
    expect(hand.state.chosen).toBe('2-3-4');
    hand.keys('p');
    expect(hand.state.chosen).toBe('2-4-5');
  });

  test('where nothing fits they go through all tiles', () => {
    const hand = new Hand(lookAt('stuck'));
    hand.keys('n');
    expect(hand.state.chosen).toBe(rackTiles(hand.state)[0]);
    expect(hand.state.ghost).toBeUndefined();
    expect(hand.said()).toContain('fits nowhere');
    hand.keys('g');
    expect(hand.said()).toBe(`${hand.state.chosen} fits nowhere`);
  });

  test('g and G go through the places of a tile', () => {
    const hand = new Hand(middle);
    hand.choose('2-4-4');
    hand.keys('g');
    expect(hand.state.ghost?.cell).toEqual([4, 2]);
    hand.keys('g');
    expect(hand.state.ghost?.cell).toEqual([6, 2]);
    hand.keys('g');
    expect(hand.state.ghost?.cell).toEqual([4, 2]);
    hand.keys('G');
    expect(hand.state.ghost?.cell).toEqual([6, 2]);
  });

  test('arrows move the ghost, but not far from the tiles', () => {
    const hand = new Hand(middle);
    hand.keys('n', 'ArrowLeft', 'ArrowUp');
    expect(hand.state.ghost?.cell).toEqual([5, 1]);
    hand.keys(...Array.from({ length: 30 }, () => 'ArrowRight'));
    expect(hand.state.ghost?.cell).toEqual([7, 1]);
    hand.answer('no tile shares an edge with 7,1');
    hand.effects = [];
    hand.keys('ArrowRight');
    expect(hand.said()).toContain('no tile shares an edge with 7,1');
  });

  test('arrows go through the rack while the focus is there, and Enter takes a tile to the board', () => {
    const hand = new Hand(middle);
    hand.send({ type: 'key', area: 'tray', key: 'ArrowRight', target: 'tile:0-1-3' });
    expect(hand.effects).toContainEqual({ type: 'focus', area: 'tray', target: 'tile:1-2-5' });
    hand.send({ type: 'key', area: 'tray', key: 'Enter', target: 'tile:2-4-5' });
    expect(hand.effects).toContainEqual({ type: 'focus', area: 'board' });
    expect(hand.state).toMatchObject({ chosen: '2-4-5', ghost: { cell: [4, 2] } });
  });

  test('Escape puts a tile back', () => {
    const hand = new Hand(middle);
    hand.keys('n', 'Escape');
    expect(hand.state).toMatchObject({ chosen: undefined, ghost: undefined });
    expect(hand.said()).toBe('2-3-4 put back');
  });
});

describe('turning', () => {
  test('where a tile fits in one way it is turned by itself and stays so', () => {
    const hand = new Hand(middle);
    hand.choose('2-3-4');
    hand.point(6, 2);
    hand.keys('r');
    expect(hand.said()).toBe('It fits here in this way only');
    expect(placementAt(hand.state, '2-3-4', [6, 2]).orientation).toBe('CAB');
  });

  test('where it fits in several ways r goes through them', () => {
    const tile = '0-1-2';
    const choices = { [`${tile}:ABC@`]: '0,0', [`${tile}:CAB@`]: '0,0', [`${tile}:BCA@`]: '0,0' };
    const hands = [{ n_tiles: 1, tiles: [tile], points: 3 }, free.view.hands[1]!];
    const hand = new Hand({ ...free, choices, view: { ...free.view, hands, viewer: 1 } });
    hand.choose(tile);
    hand.point(0, 0);
    const seen = ['r', 'r', 'r', 'R'].map((key) => {
      hand.keys(key);
      return placementAt(hand.state, tile, [0, 0]).orientation;
    });
    expect(seen).toEqual(['CAB', 'BCA', 'ABC', 'BCA']);
    hand.keys('Enter');
    expect(hand.played()).toEqual([`${tile}:BCA@0,0`]);
  });

  test('where it does not fit all three ways can be looked at', () => {
    const hand = new Hand(middle);
    hand.choose('0-1-3');
    hand.point(6, 2);
    const before = placementAt(hand.state, '0-1-3', [6, 2]).orientation;
    hand.keys('r');
    expect(placementAt(hand.state, '0-1-3', [6, 2]).orientation).toBe(turnedBy(before, 2));
  });
});

describe('a place that is not legal', () => {
  test('is asked about in all three ways, once', () => {
    const hand = new Hand(middle);
    hand.choose('0-1-3');
    hand.point(6, 2);
    hand.point(5, 2);
    hand.point(6, 2);
    expect(hand.asked().map(({ moves }) => moves)).toEqual([
      ['0-1-3:ABC@6,2', '0-1-3:CAB@6,2', '0-1-3:BCA@6,2'],
      ['0-1-3:ACB@5,2', '0-1-3:CBA@5,2', '0-1-3:BAC@5,2'],
    ]);
  });

  test('the reason for the way it lies is said as soon as it comes', () => {
    const hand = new Hand(middle);
    hand.choose('0-1-3');
    hand.point(6, 2);
    const { about } = hand.asked()[0]!;
    const reasons = [
      { reason: 'its left corner is 0, but 4 is there', moves: ['0-1-3:ABC@6,2'] },
      { reason: 'its left corner is 3, but 4 is there', moves: ['0-1-3:CAB@6,2'] },
    ];
    hand.send({ type: 'answer', about, reasons });
    expect(hand.said()).toBe('0-1-3 at 6,2, left 0, top 1, right 3: its left corner is 0, but 4 is there');
    hand.keys('r');
    expect(hand.said()).toBe('0-1-3 at 6,2, left 3, top 0, right 1: its left corner is 3, but 4 is there');
    hand.keys('Enter');
    expect(hand.played()).toEqual([]);
  });

  test('an answer about another position is not used', () => {
    const hand = new Hand(middle);
    hand.choose('0-1-3');
    hand.point(6, 2);
    const { about, moves } = hand.asked()[0]!;
    hand.show({ ...middle, view: { ...middle.view, position: 'another' } });
    hand.send({ type: 'answer', about, reasons: [{ reason: 'old', moves }] });
    expect(hand.state.reasons.size).toBe(0);
  });

  test('without an answer it is asked again later', () => {
    const hand = new Hand(middle);
    hand.choose('0-1-3');
    hand.point(6, 2);
    hand.send({ type: 'answer', about: hand.asked()[0]!.about });
    expect(hand.asked()).toHaveLength(1);
    hand.point(5, 2);
    hand.point(6, 2);
    expect(hand.asked()).toHaveLength(3);
  });
});

describe('draw and pass', () => {
  function tapPile(hand: Hand): void {
    hand.send({ type: 'tap', area: 'board', at: { x: 20, y: 20 }, target: 'pile', pointer: 'mouse', isSecond: false });
  }

  test('are buttons with their cost', () => {
    const labels = (name: string) => {
      const buttons = triominos.buttons(new Hand(lookAt(name)).state);
      return buttons.filter(({ isEnabled }) => isEnabled).map(({ label }) => label);
    };
    expect(labels('stuck')).toContain('Draw (−5)');
    expect(labels('stuck')).not.toContain('Pass (−10)');
    expect(labels('pass')).toContain('Pass (−10)');
    expect(labels('pass')).not.toContain('Draw (−5)');
  });

  test('cost what the server says, and nothing if that is nothing', () => {
    const look = lookAt('pass');
    const hand = new Hand({ ...look, view: { ...look.view, draw_cost: 7, pass_cost: 0 } });
    const labels = triominos.buttons(hand.state).map(({ label }) => label);
    expect(labels).toContain('Draw (−7)');
    expect(labels).toContain('Pass');
  });

  test.each([
    ['the button', (hand: Hand) => hand.send({ type: 'press', id: 'draw' })],
    ['the key', (hand: Hand) => hand.keys('d')],
    ['the pile', tapPile],
  ])('a tile is drawn by %s, once', (_, draw) => {
    const hand = new Hand(lookAt('stuck'));
    draw(hand);
    draw(hand);
    expect(hand.played()).toEqual(['draw']);
  });

  test('only a legal word is played', () => {
    const hand = new Hand(lookAt('stuck'));
    hand.keys('x');
    hand.send({ type: 'press', id: 'pass' });
    expect(hand.played()).toEqual([]);
    const passing = new Hand(lookAt('pass'));
    passing.keys('d', 'x');
    expect(passing.played()).toEqual(['pass']);
  });
});

describe('who cannot play', () => {
  test('may hold a tile while others move, but not place it', () => {
    const hand = new Hand({ ...middle, choices: undefined });
    hand.choose('2-3-4');
    hand.point(6, 2);
    expect(hand.said()).toContain('wait for your turn');
    hand.tap([6, 2], 'mouse');
    hand.keys('Enter', 'd', 'x');
    expect(hand.played()).toEqual([]);
    expect(hand.asked()).toEqual([]);
  });

  test('an earlier position cannot be played', () => {
    const hand = new Hand({ ...middle, isPast: true });
    hand.keys('n', 'Enter', 'd');
    hand.choose('2-3-4');
    hand.tap([6, 2], 'mouse');
    expect(hand.played()).toEqual([]);
    expect(hand.state.chosen).toBeUndefined();
    expect(triominos.buttons(hand.state).map(({ id }) => id)).toEqual(['zoom-in', 'zoom-out', 'fit']);
  });

  test('a game that is over cannot be played', () => {
    const hand = new Hand(lookAt('over'));
    hand.keys('n', 'Enter', 'd', 'x');
    expect(hand.effects).toEqual([]);
  });

  test('a held tile stays held through news, unless it is gone', () => {
    const hand = new Hand(middle);
    hand.choose('2-3-4');
    hand.show({ ...middle, choices: undefined, view: { ...middle.view, position: 'news' } });
    expect(hand.state.chosen).toBe('2-3-4');
    const [own, other] = middle.view.hands;
    hand.show({ ...middle, view: { ...middle.view, position: 'more', hands: [{ ...own!, tiles: ['0-1-3'] }, other!] } });
    expect(hand.state.chosen).toBeUndefined();
  });

  test('a refused move is taken back when the position is shown again', () => {
    const hand = new Hand(middle);
    hand.keys('n', 'Enter');
    expect(rackTiles(hand.state)).not.toContain('2-3-4');
    hand.show(middle);
    expect(rackTiles(hand.state)).toContain('2-3-4');
    hand.keys('n', 'Enter');
    expect(hand.played()).toHaveLength(2);
  });

  test('an input that means nothing changes nothing', () => {
    const hand = new Hand(middle);
    const before = hand.state;
    hand.keys('q');
    hand.send({ type: 'resize', area: 'board', width: 5, height: 5 });
    hand.send({ type: 'wheel', isForward: true, isShift: false });
    hand.send({ type: 'press', id: 'nothing' });
    hand.send({ type: 'tap', area: 'tray', at: { x: 0, y: 0 }, pointer: 'mouse', isSecond: false });
    expect(hand.state).toBe(before);
    expect(hand.effects).toEqual([]);
  });
});
