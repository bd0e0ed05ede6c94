import { describe, expect, test } from 'vitest';
import { shapeOf, trayColor, trayPieces, verdictOf } from '../src/blokus/state.ts';
import { Hand, lookAt, pointOf } from './blokus.ts';

const start = lookAt('duo-start');
const middle = lookAt('duo-middle');

describe('turning', () => {
  test('follows the names that the server gave, and comes round', () => {
    const hand = new Hand(start);
    hand.choose('F5');
    const names = [];
    for (let i = 0; i < 4; i++) {
      hand.keys('r');
      names.push(shapeOf(hand.state, 'F5').name);
    }
    expect(names).toEqual(['e', 's', 'w', 'n']);
    hand.keys('R');
    expect(shapeOf(hand.state, 'F5').name).toBe('w');
    hand.keys('R', 'R', 'R', 'f');
    expect(shapeOf(hand.state, 'F5').name).toBe('nf');
  });

  test('a piece that looks the same stays', () => {
    const hand = new Hand(start);
    hand.choose('X5');
    hand.keys('r', 'f');
    expect(shapeOf(hand.state, 'X5').name).toBe('n');
  });

  test('wheel turns, and with shift it flips', () => {
    const hand = new Hand(start);
    hand.choose('L4');
    hand.send({ type: 'wheel', isForward: true, isShift: false });
    expect(shapeOf(hand.state, 'L4').name).toBe('e');
    hand.send({ type: 'wheel', isForward: false, isShift: false });
    expect(shapeOf(hand.state, 'L4').name).toBe('n');
    hand.send({ type: 'wheel', isForward: true, isShift: true });
    expect(shapeOf(hand.state, 'L4').name).toBe('nf');
  });

  test('the second button flips, and each piece remembers how it lies', () => {
    const hand = new Hand(start);
    hand.choose('L4');
    hand.tap('e10', 'mouse', true);
    hand.choose('F5');
    hand.keys('r');
    expect(shapeOf(hand.state, 'L4').name).toBe('nf');
    expect(shapeOf(hand.state, 'F5').name).toBe('e');
  });

  test('a piece turned four times by keys lies where it lay', () => {
    const hand = new Hand(start);
    hand.choose('I4');
    hand.keys('ArrowUp', 'ArrowUp', 'ArrowLeft');
    const before = hand.state.ghost!.anchor;
    hand.keys('r', 'r', 'r', 'r');
    expect(hand.state.ghost!.anchor).toEqual(before);
  });

  test('a tap on the chosen piece turns it', () => {
    const hand = new Hand(start);
    hand.choose('L4');
    hand.choose('L4');
    expect(shapeOf(hand.state, 'L4').name).toBe('e');
  });
});

describe('the ghost', () => {
  test('is centered on the pointer', () => {
    const hand = new Hand(start);
    hand.choose('X5');
    hand.point('k11');
    expect(hand.state.ghost!.anchor).toEqual([9, 9]);
  });

  test('snaps to a legal place within a square and a half, and not beyond', () => {
    const hand = new Hand(start);
    hand.choose('O1');
    hand.point('f11');
    expect(verdictOf(hand.state)).toEqual({ type: 'legal', move: 'O1n@e10' });
    hand.point('g10');
    expect(verdictOf(hand.state)).toEqual({ type: 'illegal', move: 'O1n@g10', reason: undefined });
  });

  test('is off the board where its squares are', () => {
    const hand = new Hand(start);
    hand.choose('I5');
    hand.point('k14');
    expect(verdictOf(hand.state)).toEqual({ type: 'off-board' });
    expect(hand.said()).toBe('I5 would lie off the board');
    expect(hand.asked()).toEqual([]);
  });

  test('leaves with the mouse and stays after a tap', () => {
    const hand = new Hand(start);
    hand.choose('O1');
    hand.point('a1');
    hand.send({ type: 'leave' });
    expect(hand.state.ghost).toBeUndefined();
    hand.tap('a1', 'touch');
    hand.send({ type: 'leave' });
    expect(hand.state.ghost?.anchor).toEqual([0, 0]);
  });

  test('keys keep it on the board', () => {
    const hand = new Hand(start);
    hand.choose('I5');
    hand.keys('ArrowDown', ...Array<string>(30).fill('ArrowDown'), ...Array<string>(30).fill('ArrowLeft'));
    expect(hand.state.ghost!.anchor).toEqual([0, 0]);
    hand.keys('r');
    expect(hand.state.ghost!.anchor[0]).toBe(0);
  });
});

describe('reasons', () => {
  test('are asked once for all places of a shape, and said when they come', () => {
    const hand = new Hand(middle);
    hand.choose('T5');
    hand.point('m13');
    expect(hand.asked()).toHaveLength(1);
    expect(hand.asked()[0]!.moves).toHaveLength(12 * 12);
    expect(hand.said()).toBe('T5 chosen');
    hand.answer('it would not touch a corner');
    expect(hand.said()).toBe('T5 at l12: it would not touch a corner');
    hand.point('h8');
    expect(hand.asked()).toHaveLength(1);
    expect(hand.said()).toBe('T5 at g7: it would not touch a corner');
  });

  test('are asked again for another orientation and another position', () => {
    const hand = new Hand(middle);
    hand.choose('L4');
    hand.point('m13');
    hand.send({ type: 'wheel', isForward: true, isShift: false });
    expect(hand.asked()).toHaveLength(2);
    hand.show(start);
    hand.point('m13');
    expect(hand.asked()).toHaveLength(3);
  });

  test('that come too late are not taken for those of the new position', () => {
    const hand = new Hand(middle);
    hand.choose('L4');
    hand.point('m13');
    hand.show(start);
    hand.answer('too late');
    hand.point('m12');
    expect(verdictOf(hand.state)).toMatchObject({ type: 'illegal', reason: undefined });
  });

  test('that did not come are asked for again at the next move of the hand', () => {
    const hand = new Hand(middle);
    hand.choose('O4');
    hand.point('m13');
    hand.send({ type: 'answer', about: hand.asked()[0]!.about });
    expect(hand.said()).toMatch(/it cannot go here$/);
    expect(hand.asked()).toHaveLength(1);
    hand.point('m12');
    expect(hand.asked()).toHaveLength(2);
  });

  test('never exceed what a server answers at once', () => {
    const hand = new Hand(lookAt('classic-middle'));
    hand.choose('O1');
    hand.point('a1');
    expect(hand.asked()[0]!.moves).toHaveLength(400);
  });
});

describe('playing', () => {
  test('one click of the mouse on a legal place plays', () => {
    const hand = new Hand(start);
    hand.choose('X5');
    hand.tap('e10', 'mouse');
    expect(hand.played()).toEqual(['X5n@d9']);
    expect(hand.state.sent).toBe('X5n@d9');
    expect(trayPieces(hand.state)).not.toContain('X5');
  });

  test('a click on an illegal place says why and plays nothing', () => {
    const hand = new Hand(start);
    hand.choose('O1');
    hand.tap('a1', 'mouse');
    hand.answer("purple's first piece must cover e10");
    expect(hand.played()).toEqual([]);
    expect(hand.said()).toBe("O1 at a1: purple's first piece must cover e10");
    hand.tap('a1', 'mouse');
    expect(hand.played()).toEqual([]);
  });

  test('a click with an empty hand says what to do', () => {
    const hand = new Hand(start);
    hand.tap('e10', 'mouse');
    expect(hand.said()).toBe('Choose a piece first');
  });

  test('by touch: tap a piece, tap a place, tap the ghost', () => {
    const hand = new Hand(start);
    const at = { x: 0, y: 0 };
    hand.send({ type: 'tap', area: 'tray', at, target: 'piece:X5', pointer: 'touch', isSecond: false });
    hand.tap('e10', 'touch');
    expect(hand.played()).toEqual([]);
    expect(hand.said()).toBe('X5 at d9: legal, tap it to place it');
    hand.tap('f10', 'touch');
    expect(hand.played()).toEqual(['X5n@d9']);
  });

  test('by touch and button: the ghost turned by a button is placed by another', () => {
    const hand = new Hand(start);
    hand.choose('L3');
    hand.tap('e10', 'touch');
    hand.send({ type: 'press', id: 'turn-right' });
    expect(verdictOf(hand.state)?.type).toBe('legal');
    hand.send({ type: 'press', id: 'place' });
    expect(hand.played()).toHaveLength(1);
    expect(hand.played()[0]).toMatch(/^L3e@/);
  });

  test('by keys alone', () => {
    const hand = new Hand(start);
    hand.keys('n', 'g');
    expect(verdictOf(hand.state)?.type).toBe('legal');
    expect(hand.said()).toMatch(/legal, Enter places it$/);
    hand.keys('Enter');
    expect(hand.played()).toHaveLength(1);
    expect(hand.state.chosen).toBeUndefined();
  });

  test('by keys: all legal places one after the other, round and back', () => {
    const hand = new Hand(start);
    hand.choose('I3');
    const places = new Set<string>();
    hand.keys('g');
    const first = String(hand.state.ghost!.anchor);
    for (let i = 0; i < 3; i++) {
      places.add(String(hand.state.ghost!.anchor));
      expect(verdictOf(hand.state)?.type).toBe('legal');
      hand.keys('g');
    }
    expect(places.size).toBe(3);
    expect(String(hand.state.ghost!.anchor)).toBe(first);
    hand.keys('g', 'G');
    expect(String(hand.state.ghost!.anchor)).toBe(first);
  });

  test('a shape without a place is said to have none', () => {
    const hand = new Hand(middle);
    hand.choose('V5');
    while (shapeOf(hand.state, 'V5').name !== 'n') {
      hand.keys('r');
    }
    const without = { ...middle, choices: { 'V5e@': 'f2' } };
    hand.show(without);
    hand.keys('g');
    expect(hand.said()).toBe('V5 can go nowhere: 1 other way can be placed');
  });

  test('by dragging with the mouse', () => {
    const hand = new Hand(start);
    const from = { x: 400, y: 100 };
    const drag = (at: { x: number; y: number }) =>
      hand.send({ type: 'drag', area: 'tray', from, at, target: 'piece:X5', pointer: 'mouse' });
    drag({ x: 390, y: 100 });
    expect(hand.state.ghost).toMatchObject({ isAfloat: true });
    drag(pointOf('e10', 14));
    hand.send({ type: 'drop', pointer: 'mouse' });
    expect(hand.played()).toEqual(['X5n@d9']);
  });

  test('a drag lifts the piece above the finger, and a drop places it there', () => {
    const hand = new Hand(start);
    const from = { x: 100, y: 400 };
    const at = { ...pointOf('e10', 14), y: pointOf('e7', 14).y };
    hand.send({ type: 'drag', area: 'tray', from, at, target: 'piece:X5', pointer: 'touch' });
    expect(hand.state.ghost!.anchor).toEqual([3, 8]);
    hand.send({ type: 'drop', pointer: 'touch' });
    expect(hand.played()).toEqual(['X5n@d9']);
  });

  test('a ghost dragged by a finger keeps its distance to the finger', () => {
    const hand = new Hand(start);
    hand.choose('X5');
    hand.tap('k11', 'touch');
    const [from, at] = [pointOf('k10', 14), pointOf('l11', 14)];
    hand.send({ type: 'drag', area: 'board', from, at, pointer: 'touch' });
    expect(hand.state.ghost!.anchor).toEqual([10, 10]);
  });

  test('a piece dropped beside the board plays nothing and stays in the hand', () => {
    const hand = new Hand(start);
    const from = { x: 400, y: 100 };
    hand.send({ type: 'drag', area: 'tray', from, at: { x: 380, y: 100 }, target: 'piece:X5', pointer: 'mouse' });
    hand.send({ type: 'drop', pointer: 'mouse' });
    expect(hand.played()).toEqual([]);
    expect(hand.state.ghost).toBeUndefined();
    expect(hand.state.chosen).toBe('X5');
  });

  test('a drag that is broken off leaves nothing on the board', () => {
    const hand = new Hand(start);
    const at = pointOf('e10', 14);
    hand.send({ type: 'drag', area: 'tray', from: at, at, target: 'piece:X5', pointer: 'touch' });
    hand.send({ type: 'leave' });
    expect(hand.state.ghost).toBeUndefined();
    expect(hand.state.grip).toBeUndefined();
  });

  test('Escape and the button put the piece back', () => {
    const hand = new Hand(start);
    hand.choose('X5');
    expect(hand.state.chosen).toBe('X5');
    hand.keys('Escape');
    expect(hand.state.chosen).toBeUndefined();
    expect(hand.said()).toBe('X5 put back');
    hand.choose('X5');
    hand.send({ type: 'press', id: 'drop' });
    expect(hand.state.chosen).toBeUndefined();
  });

  test('a move is played once, until a position is shown', () => {
    const hand = new Hand(start);
    hand.choose('X5');
    hand.tap('e10', 'mouse');
    hand.keys('Enter');
    expect(hand.played()).toHaveLength(1);
    hand.show(start);
    expect(trayPieces(hand.state)).toContain('X5');
  });
});

describe('who may do what', () => {
  test('nothing can be done in a past position', () => {
    const hand = new Hand({ ...start, isPast: true });
    hand.choose('X5');
    hand.tap('e10', 'mouse');
    hand.keys('n', 'g', 'Enter');
    hand.send({ type: 'press', id: 'place' });
    expect(hand.state.chosen).toBeUndefined();
    expect(hand.effects).toEqual([]);
  });

  test('a piece in the hand is put back when a past position is shown', () => {
    const hand = new Hand(start);
    hand.choose('X5');
    hand.show({ ...start, isPast: true });
    expect(hand.state.chosen).toBeUndefined();
  });

  test('who waits may plan but neither play nor ask', () => {
    const hand = new Hand({ view: start.view, viewer: 2 });
    expect(trayColor(hand.state)?.color).toBe('orange');
    hand.choose('X5');
    hand.tap('j5', 'mouse');
    expect(hand.played()).toEqual([]);
    expect(hand.asked()).toEqual([]);
    expect(hand.said()).toBe('X5 at i4: wait for your turn');
  });

  test('a spectator takes nothing', () => {
    const hand = new Hand({ view: start.view });
    hand.choose('X5');
    expect(hand.state.chosen).toBeUndefined();
  });

  test('nothing can be done when the game is over', () => {
    const hand = new Hand(lookAt('duo-over'));
    hand.choose('O4');
    expect(hand.state.chosen).toBeUndefined();
  });

  test('with two colors each, the tray is that of the color to move', () => {
    const look = lookAt('classic-2-middle');
    const hand = new Hand(look);
    expect(look.view.color_to_move).toBe('red');
    expect(trayColor(hand.state)?.color).toBe('red');
    hand.show({ view: { ...look.view, color_to_move: 'green', seat_to_move: 2 }, viewer: 1 });
    expect(trayColor(hand.state)?.color).toBe('blue');
    hand.show({ view: { ...look.view, color_to_move: 'yellow', seat_to_move: 2 }, viewer: 1 });
    expect(trayColor(hand.state)?.color).toBe('red');
  });

  test('with three, the shared color lies in the tray of who plays it next', () => {
    const look = lookAt('classic-3-middle');
    const seat = look.view.colors[3]!.player!;
    const hand = new Hand({ view: { ...look.view, color_to_move: 'red', seat_to_move: 3 }, viewer: seat });
    expect(trayColor(hand.state)?.color).toBe('green');
  });

  test('keys go through the pieces that can be placed', () => {
    const hand = new Hand({ ...middle, choices: { 'L4n@': 'f2', 'O1n@': 'a1' } });
    hand.keys('n');
    expect(hand.state.chosen).toBe('L4');
    hand.keys('n');
    expect(hand.state.chosen).toBe('O1');
    hand.keys('n', 'p');
    expect(hand.state.chosen).toBe('O1');
  });

  test('in the tray arrows choose and Enter goes to the board', () => {
    const hand = new Hand(start);
    hand.send({ type: 'key', area: 'tray', key: 'ArrowRight' });
    const first = hand.state.chosen!;
    expect(hand.effects).toContainEqual({ type: 'focus', area: 'tray', target: `piece:${first}` });
    hand.send({ type: 'key', area: 'tray', key: 'Enter', target: 'piece:W5' });
    expect(hand.state.chosen).toBe('W5');
    expect(hand.effects).toContainEqual({ type: 'focus', area: 'board' });
  });
});
