import { describe, expect, test } from 'vitest';
import { coerceo } from '../src/coerceo/index.ts';
import { Hand, lookAt } from './coerceo.ts';

const start = lookAt('ocius-start');
const middle = lookAt('laurentius-middle');
const after = lookAt('laurentius-after');
const exchange = lookAt('ocius-exchange');

const told = (hand: Hand) => coerceo.describe(hand.state);

describe('the description', () => {
  test('says whose turn it is and what can be done', () => {
    const hand = new Hand(start);
    expect(told(hand)).toEqual({
      summary: 'Coerceo ocius. White is to move.',
      players: [
        'White: 7 pieces on a2 NE, c2 NW, a2 S, c2 S, b2 S, b1 NW, b1 NE, 0 tiles in hand, 0 pieces taken.',
        'Black: 7 pieces on b3 SW, b3 SE, b2 N, a1 N, c1 N, a1 SE, c1 SW, 0 tiles in hand, 0 pieces taken.',
      ],
      last: undefined,
      choices: 'You can move 7 pieces in 26 ways.',
    });
  });

  test('tells of exchanges', () => {
    expect(told(new Hand(exchange)).choices).toBe('You can move 3 pieces in 10 ways, or give 2 tiles for one of 7 pieces.');
  });

  test('tells who is waited for', () => {
    expect(told(new Hand({ ...start, choices: undefined })).choices).toBe('Wait for white.');
  });

  test('waits for nobody when somebody resigned', () => {
    const { summary, choices } = told(new Hand({ ...start, choices: undefined, isOver: true }));
    expect(summary).toBe('Coerceo ocius. The game has ended.');
    expect(choices).toBe('Nothing can be played.');
  });

  test('tells that a position is an old one', () => {
    const { summary, choices } = told(new Hand({ ...start, isPast: true }));
    expect(summary).toBe('Coerceo ocius. An earlier position. White is to move.');
    expect(choices).toBe('Nothing can be played.');
  });

  test('tells what was played last', () => {
    expect(told(new Hand(after)).last).toBe('Black moved from a3 SE to a2 N.');
  });

  test('tells what it took, when that was seen', () => {
    const hand = new Hand(middle);
    hand.show(after);
    expect(told(hand).last).toBe('Black moved from a3 SE to a2 N, took a2 NE, tile a3 fell.');
    hand.show({ ...middle, isPast: true });
    expect(told(hand).last).not.toContain('took');
  });

  test('tells of an exchange that was played', () => {
    const hand = new Hand(exchange);
    hand.show(lookAt('ocius-exchanged'));
    expect(told(hand).last).toBe('b3 SW was exchanged, tile b3 fell.');
  });

  test.each([
    ['ocius-over', 'Coerceo ocius. The game is over. Black wins: all pieces of one side are taken.'],
    ['ocius-draw', 'Coerceo ocius. The game is over. A draw: the same position came three times.'],
  ])('tells how the game ended: %s', (name, summary) => {
    expect(told(new Hand(lookAt(name)))).toMatchObject({ summary, choices: 'Nothing can be played.' });
  });

  test('is short before anything is shown', () => {
    expect(told(new Hand())).toEqual({ summary: 'Coerceo', players: [], choices: '' });
    expect(coerceo.panels(new Hand().state)).toEqual([]);
  });
});

describe('panels', () => {
  test('have what each seat has', () => {
    expect(coerceo.panels(new Hand(middle).state)).toEqual(
      ['white', 'black'].map((color, i) => ({
        seat: i + 1,
        lines: [
          { label: 'Pieces', value: String(middle.view.n_pieces[i]) },
          { label: 'Tiles in hand', value: String(middle.view.held[i]) },
          { label: 'Taken', value: String(middle.view.scores[i]) },
        ],
        score: { value: middle.view.scores[i], unit: 'pieces taken' },
        colors: [color],
      })),
    );
  });
});

describe('what is said', () => {
  test('at each step of the cursor is what is there', () => {
    const hand = new Hand(start);
    hand.keys('ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight');
    expect(hand.allSaid()).toEqual([
      'a2 NE, white piece, 4 places to go.',
      'b3 SW, black piece.',
      'b3 S, empty.',
      'b3 SE, black piece.',
    ]);
  });

  test('at the edge is the same again', () => {
    const hand = new Hand(start);
    hand.keys('ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp');
    expect(hand.said()).toBe(hand.allSaid().at(-2));
  });

  test('is what a move would do, and how to play it', () => {
    const hand = new Hand(middle);
    hand.tap('03:B4');
    expect(hand.allSaid()).toEqual(['a3 SE chosen: 3 places to go.']);
    hand.point('08:B0');
    expect(hand.said()).toBe('a3 SE to a2 N, takes a2 NE, tile a3 falls and you get it. Click to play.');
    hand.tap('08:B0', 'touch');
    hand.show(middle);
    hand.keys('n', 'g');
    expect(hand.said()).toMatch(/Enter plays it\.$/);
  });

  test('after a move is what was played', () => {
    const hand = new Hand(start);
    hand.tap('06:W3');
    hand.tap('09:W1');
    expect(hand.said()).toBe('Played: a2 S to b2 NW.');
  });

  test('when something is put back is that', () => {
    const hand = new Hand(exchange);
    hand.keys('n', 'Escape');
    expect(hand.said()).toBe('a2 NE put back.');
    hand.keys('x', 'Escape');
    expect(hand.said()).toBe('No exchange.');
  });

  test('in an exchange is what it costs and brings', () => {
    const hand = new Hand(lookAt('laurentius-chain'));
    hand.keys('x');
    expect(hand.said()).toBe('Exchange: choose the piece that you give 2 tiles for, one of 5.');
    hand.point('0B:B2');
    expect(hand.said()).toBe('Gives 2 tiles and takes b2 SW, tiles b3 and b2 fall and nobody gets them. Click to play.');
  });

  test('on a place that is there for nothing is why', () => {
    const hand = new Hand({ ...start, choices: { '06:W3-': '09:W1' } });
    hand.tap('09:W1');
    expect(hand.said()).toBe('b2 NW is empty: choose a piece first.');
    hand.tap('09:B0');
    expect(hand.said()).toBe('b2 N is a black piece: choose one of your own.');
    hand.tap('07:W1');
    expect(hand.said()).toBe('c2 NW has no place to go.');
  });

  test('while the mouse moves about with nothing chosen is nothing', () => {
    const hand = new Hand(start);
    hand.point('06:W3');
    hand.point('04:B2');
    expect(hand.allSaid()).toEqual([]);
  });
});

describe('buttons', () => {
  const enabled = (hand: Hand) => coerceo.buttons(hand.state).flatMap(({ id, isEnabled }) => (isEnabled ? [id] : []));

  test('are for what can be done', () => {
    const hand = new Hand(exchange);
    expect(enabled(hand)).toEqual(['exchange', 'next-piece']);
    hand.send({ type: 'press', id: 'next-piece' });
    expect(enabled(hand)).toEqual(['exchange', 'next-piece', 'next-place', 'drop']);
    hand.send({ type: 'press', id: 'next-place' });
    expect(enabled(hand)).toContain('play');
    hand.send({ type: 'press', id: 'play' });
    expect(hand.played()).toHaveLength(1);
    expect(enabled(hand)).toEqual([]);
  });

  test('tell the cost of an exchange and whether it is on', () => {
    const hand = new Hand(exchange);
    hand.send({ type: 'press', id: 'exchange' });
    expect(coerceo.buttons(hand.state)[0]).toEqual({ id: 'exchange', label: 'Exchange (2 tiles)', key: 'x', isOn: true, isEnabled: true });
    const cheap = { ...exchange, view: { ...exchange.view, options: { variant: 'ocius', cost: 1 } } };
    expect(coerceo.buttons(new Hand(cheap).state)[0]!.label).toBe('Exchange (1 tile)');
  });
});
