import { describe, expect, test } from 'vitest';
import { coerceo } from '../src/coerceo/index.ts';
import { matched } from '../src/coerceo/pieces.ts';
import { moveTo } from '../src/coerceo/draw.ts';
import { Hand, lookAt } from './coerceo.ts';

const start = lookAt('ocius-start');
const middle = lookAt('laurentius-middle');
const after = lookAt('laurentius-after');
const exchange = lookAt('ocius-exchange');

const [FROM, TO] = ['03:B4', '08:B0'];

/** Where the piece on a triangle is drawn. */
function pieceAt(hand: Hand, name: string) {
  const place = moveTo(hand.at(name));
  return hand.nodes('piece').find((node) => node.attributes.transform === place && !String(node.attributes.class).includes('is-taken'));
}

describe('the board', () => {
  test.each([
    ['ocius-start', 7, 14],
    ['laurentius-start', 19, 36],
  ])('of %s shows its tiles and pieces', (name, nTiles, nPieces) => {
    const hand = new Hand(lookAt(name));
    expect(hand.nodes('tile')).toHaveLength(nTiles);
    expect(hand.nodes('piece')).toHaveLength(nPieces);
    expect(hand.nodes('is-gone')).toEqual([]);
  });

  test('is as wide as high, and holds every tile', () => {
    const { box } = coerceo.scene(new Hand(lookAt('laurentius-start')).state, 'board');
    expect(box.width).toBe(box.height);
    expect(box.left).toBeLessThan(-160);
    expect(box.top).toBeLessThan(-34);
  });

  test('draws each piece in the color that the server says', () => {
    const hand = new Hand(start);
    expect(pieceAt(hand, '06:W3')!.attributes.class).toContain('tw-color-white');
    expect(pieceAt(hand, '04:B2')!.attributes.class).toContain('tw-color-black');
    expect(pieceAt(hand, '06:W1')).toBeUndefined();
  });

  test('shows names of tiles where they are wanted', () => {
    expect(new Hand(start).nodes('name').map((node) => node.text)).toEqual(['b3', 'a2', 'c2', 'b2', 'a1', 'c1', 'b1']);
    expect(new Hand(start, { showCoordinates: false }).nodes('name')).toEqual([]);
  });

  test('shows letters and patterns where they are wanted', () => {
    const letters = new Hand(start, { hasLetters: true }).nodes('letter').map((node) => node.text);
    expect(letters.filter((letter) => letter === 'W')).toHaveLength(7);
    expect(letters.filter((letter) => letter === 'B')).toHaveLength(7);
    const patterns = new Hand(start, { hasLetters: true }).nodes('pattern');
    expect(new Set(patterns.map((node) => node.attributes.d)).size).toBeGreaterThan(1);
    expect(new Hand(start).nodes('letter')).toEqual([]);
  });

  test('is still where that is wanted', () => {
    expect(coerceo.scene(new Hand(start, { isStill: true }).state, 'board').attributes.class).toContain('is-still');
    expect(coerceo.scene(new Hand(start).state, 'board').attributes.class).not.toContain('is-still');
  });

  test('is empty before anything is shown', () => {
    const hand = new Hand();
    expect(coerceo.scene(hand.state, 'board').children).toEqual([]);
    expect(coerceo.scene(hand.state, 'tray').children).toEqual([]);
  });
});

describe('places', () => {
  test('are those of the chosen piece in the choices', () => {
    const hand = new Hand(start);
    expect(hand.nodes('place')).toEqual([]);
    hand.tap('06:W3');
    expect(hand.keysOf('place')).toEqual(['06:W1', '09:W1', '0B:W1', '0B:W5']);
  });

  test('of all pieces are shown where that is wanted', () => {
    const hand = new Hand(start, { showPlaces: true });
    expect(new Set(hand.keysOf('is-faint'))).toEqual(new Set([...hand.state.steps.values()].flat()));
    hand.tap('06:W3');
    expect(hand.nodes('is-faint')).toEqual([]);
  });

  test('tell by signs what their moves would do', () => {
    const hand = new Hand(middle);
    hand.tap(FROM);
    const place = hand.nodes('place').find((node) => node.key === TO)!;
    expect(place.children!.map((node) => node.key)).toEqual(['line', 'cross', 'tile']);
    hand.show({ ...middle, moves: undefined });
    const unknown = hand.nodes('place').find((node) => node.key === TO)!;
    expect(unknown.children!.map((node) => node.key)).toEqual(['line']);
  });
});

describe('before a move is made', () => {
  test('its victims are crossed out and its tiles are lifted', () => {
    const hand = new Hand(middle);
    hand.tap(FROM);
    expect(hand.nodes('is-victim')).toEqual([]);
    hand.point(TO);
    expect(hand.nodes('is-victim').map((node) => node.attributes.transform)).toEqual([moveTo(hand.at('08:W5'))]);
    expect(hand.nodes('cross')).toHaveLength(1);
    expect(hand.keysOf('is-falling')).toEqual(['03']);
    expect(hand.nodes('ghost').map((node) => node.attributes.transform)).toEqual([moveTo(hand.at(TO))]);
    hand.point('06:B2');
    expect(hand.nodes('is-victim')).toEqual([]);
    expect(hand.nodes('is-falling')).toEqual([]);
  });

  test('the same holds under the cursor of the keyboard', () => {
    const hand = new Hand(middle);
    hand.tap(FROM);
    for (let i = 0; i < 6 && hand.state.cursor?.at !== TO; i++) {
      hand.keys('g');
    }
    expect(hand.keysOf('is-falling')).toEqual(['03']);
    expect(hand.nodes('is-victim')).toHaveLength(1);
  });

  test('an exchange shows the chain of tiles that would fall', () => {
    const hand = new Hand(lookAt('laurentius-chain'));
    hand.keys('x');
    hand.point('0B:B2');
    expect(hand.keysOf('is-falling').sort()).toEqual(['06', '0B']);
    expect(hand.nodes('is-victim')).toHaveLength(1);
    expect(hand.nodes('ghost')).toEqual([]);
  });

  test('nothing is shown of which the server said nothing', () => {
    const hand = new Hand({ ...middle, moves: undefined });
    hand.tap(FROM);
    hand.point(TO);
    expect(hand.nodes('is-victim')).toEqual([]);
    expect(hand.nodes('is-falling')).toEqual([]);
  });

  test('a place that is not legal is marked as such', () => {
    const hand = new Hand(start);
    hand.tap('06:W3');
    hand.point('04:B0');
    expect(hand.nodes('cursor')[0]!.attributes).toMatchObject({ 'data-at': '04:B0', class: 'cursor is-by-mouse is-illegal' });
  });
});

describe('a move', () => {
  test('is seen at once, before the server shows it', () => {
    const hand = new Hand(middle);
    hand.tap(FROM);
    hand.tap(TO);
    expect(pieceAt(hand, TO)).toBeDefined();
    expect(pieceAt(hand, FROM)).toBeUndefined();
    expect(hand.keysOf('is-falling')).toEqual(['03']);
  });

  test('moves the same piece, takes the victims away and lifts the tiles off', () => {
    const hand = new Hand(middle);
    const mover = pieceAt(hand, FROM)!.key;
    const victim = pieceAt(hand, '08:W5')!.key;
    hand.show(after);
    expect(pieceAt(hand, TO)!.key).toBe(mover);
    expect(hand.nodes('is-taken').map((node) => node.key)).toEqual([victim]);
    expect(hand.keysOf('is-gone')).toContain('03');
  });

  test('that is looked back at brings them back', () => {
    const hand = new Hand(after);
    hand.show({ ...middle, isPast: true });
    expect(pieceAt(hand, '08:W5')).toBeDefined();
    expect(hand.nodes('is-taken')).toEqual([]);
    expect(hand.keysOf('is-gone')).not.toContain('03');
  });

  test('that was the last is marked, unless that is not wanted', () => {
    const hand = new Hand(after);
    // The tile that the piece came from is gone.
    expect(hand.keysOf('was')).toEqual([TO]);
    hand.show(middle);
    expect(hand.keysOf('was')).toHaveLength(2);
    expect(new Hand(middle, { showLast: false }).nodes('was')).toEqual([]);
    expect(new Hand({ ...middle, last: undefined }).nodes('was')).toEqual([]);
  });

  test('that is dragged is drawn where the pointer is', () => {
    const hand = new Hand(start);
    hand.drag('06:W3', { x: 7, y: 100 });
    expect(hand.nodes('dragged').map((node) => node.attributes.transform)).toEqual(['translate(7 100)']);
    expect(hand.nodes('is-away')).toHaveLength(1);
    expect(coerceo.isHolding(hand.state)).toBe(true);
  });
});

describe('pieces from one position to the next', () => {
  const [first, second] = [
    matched([], new Map([['a', 'white'], ['b', 'black'], ['c', 'white']])),
    new Map([['a', 'white'], ['d', 'white']]),
  ];

  test('keep their numbers when they stay and when they move', () => {
    const next = matched(first, second);
    const idAt = (at: string) => first.find((piece) => piece.at === at)!.id;
    expect(next).toEqual([
      { id: idAt('a'), at: 'a', color: 'white', isTaken: false },
      { id: idAt('b'), at: 'b', color: 'black', isTaken: true },
      { id: idAt('c'), at: 'd', color: 'white', isTaken: false },
    ]);
  });

  test('that come back get new numbers, and those taken before are gone', () => {
    const back = matched(matched(first, second), new Map([['a', 'white'], ['b', 'black'], ['d', 'white']]));
    expect(back.filter((piece) => piece.isTaken)).toEqual([]);
    expect(new Set(back.map((piece) => piece.id)).size).toBe(3);
    expect(Math.max(...back.map((piece) => piece.id))).toBeGreaterThan(3);
  });
});

describe('marks', () => {
  test('show moves and exchanges with their numbers, or with what is to be written', () => {
    const moves = ['06:W3-09:W1', 'X09:B0'];
    const hand = new Hand({ ...exchange, marks: { moves } });
    expect(hand.nodes('number').map((node) => node.text)).toEqual(['1', '2']);
    expect(hand.keysOf('mark')).toEqual(moves);
    expect(hand.nodes('is-best').map((node) => node.key)).toEqual(['06:W3-09:W1']);
    expect(hand.nodes('is-ring')).toHaveLength(1);
    hand.show({ ...exchange, marks: { moves, values: ['+2', '−1'] } });
    expect(hand.nodes('number').map((node) => node.text)).toEqual(['+2', '−1']);
  });
});

describe('what can be chosen', () => {
  const labels = (hand: Hand) => hand.nodes('button').map((node) => node.attributes['aria-label']);

  test('is a button with a label', () => {
    const hand = new Hand(middle);
    const button = hand.nodes('button').find((node) => node.key === FROM)!;
    expect(button.attributes).toMatchObject({ role: 'button', 'data-target': FROM, 'aria-pressed': 'false' });
    hand.tap(FROM);
    expect(hand.nodes('button').find((node) => node.key === FROM)!.attributes['aria-pressed']).toBe('true');
    expect(labels(hand)).toContain('a3 SE to a2 N, takes a2 NE, tile a3 falls and you get it.');
  });

  test('in an exchange is the pieces that can be taken, and nothing else', () => {
    const hand = new Hand(exchange);
    hand.keys('x');
    expect(hand.nodes('button').map((node) => node.key)).toEqual(hand.state.prey);
    expect(labels(hand)[0]).toBe('Gives 2 tiles and takes b3 SW, tile b3 falls and nobody gets it.');
  });
});

describe('the tray', () => {
  test('shows the tiles in both hands', () => {
    const hand = new Hand(exchange);
    const { held } = exchange.view;
    expect(hand.nodes('held', 'tray')).toHaveLength(held[0]! + held[1]!);
    expect(hand.nodes('count', 'tray').map((node) => node.text)).toEqual(['White: 2 tiles', 'Black: 0 tiles']);
  });

  test('has a button for who can exchange', () => {
    const hand = new Hand(exchange);
    const [white, black] = hand.nodes('hand', 'tray');
    expect(white!.attributes).toMatchObject({ role: 'button', 'aria-pressed': 'false', 'data-target': 'exchange' });
    expect(white!.attributes['aria-label']).toBe('White holds 2 tiles. Exchange (2 tiles)');
    expect(black!.attributes).toMatchObject({ role: 'img', 'aria-label': 'Black holds 0 tiles' });
    expect(new Hand(start).nodes('hand', 'tray').every((node) => node.attributes.role === 'img')).toBe(true);
  });

  test('keeps many tiles within its frame', () => {
    const many = { ...exchange, view: { ...exchange.view, held: [18, 0] } };
    const xs = new Hand(many).nodes('held', 'tray').flatMap((node) => String(node.attributes.d).match(/-?[\d.]+(?= )/g)!.map(Number));
    expect(Math.min(...xs)).toBeGreaterThan(3);
    expect(Math.max(...xs)).toBeLessThan(157);
  });
});
