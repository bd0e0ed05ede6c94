import { describe, expect, test } from 'vitest';
import { coerceo } from '../src/coerceo/index.ts';
import { Hand, lookAt } from './coerceo.ts';

const start = lookAt('ocius-start');
const middle = lookAt('laurentius-middle');
const exchange = lookAt('ocius-exchange');

/** A move of the middle position that takes 08:W5 and tile 03. */
const [FROM, TO] = ['03:B4', '08:B0'];

describe('the mouse', () => {
  test('chooses a piece and plays it', () => {
    const hand = new Hand(start);
    hand.tap('06:W3');
    expect(hand.state.chosen).toBe('06:W3');
    hand.tap('09:W1');
    expect(hand.played()).toEqual(['06:W3-09:W1']);
  });

  test('drops the piece by a second click, and by the second button', () => {
    const hand = new Hand(start);
    hand.tap('06:W3');
    hand.tap('06:W3');
    expect(hand.state.chosen).toBeUndefined();
    hand.tap('06:W3');
    hand.tap('04:B0', 'mouse', true);
    expect(hand.state.chosen).toBeUndefined();
    expect(hand.played()).toEqual([]);
  });

  test('drops the piece by a click beside the tiles', () => {
    const hand = new Hand(start);
    hand.tap('06:W3');
    hand.send({ type: 'tap', area: 'board', at: { x: 1000, y: 0 }, pointer: 'mouse', isSecond: false });
    expect(hand.state.chosen).toBeUndefined();
  });

  test('takes another piece instead', () => {
    const hand = new Hand(start);
    hand.tap('06:W3');
    hand.tap('07:W1');
    expect(hand.state.chosen).toBe('07:W1');
  });

  test('drags a piece to its place', () => {
    const hand = new Hand(start);
    hand.drag('06:W3', hand.at('06:W5'));
    expect(hand.state.chosen).toBe('06:W3');
    hand.drag('06:W3', hand.at('09:W1'));
    hand.send({ type: 'drop', pointer: 'mouse' });
    expect(hand.played()).toEqual(['06:W3-09:W1']);
    expect(hand.state.dragged).toBeUndefined();
  });

  test('a piece that is dropped where it was stays chosen', () => {
    const hand = new Hand(start);
    hand.drag('06:W3', hand.at('06:W3'));
    hand.send({ type: 'drop', pointer: 'mouse' });
    expect(hand.state.chosen).toBe('06:W3');
    expect(hand.played()).toEqual([]);
  });

  test('a drag that is broken off does nothing', () => {
    const hand = new Hand(start);
    hand.drag('06:W3', hand.at('09:W1'));
    hand.send({ type: 'leave' });
    hand.send({ type: 'drop', pointer: 'mouse' });
    expect(hand.state.chosen).toBeUndefined();
    expect(hand.played()).toEqual([]);
  });

  test('drags no piece of the other, and no empty place', () => {
    const hand = new Hand(start);
    const before = hand.state;
    hand.drag('04:B2', hand.at('09:W1'));
    hand.drag('09:W1', hand.at('09:W5'));
    expect(hand.state).toBe(before);
  });

  test('that leaves points at nothing', () => {
    const hand = new Hand(start);
    hand.point('06:W3');
    expect(hand.state.cursor).toEqual({ at: '06:W3', by: 'mouse' });
    hand.send({ type: 'leave' });
    expect(hand.state.cursor).toBeUndefined();
  });

  test('beside the tiles points at nothing', () => {
    const hand = new Hand(start);
    hand.send({ type: 'point', at: { x: 1000, y: 1000 } });
    expect(hand.state.cursor).toBeUndefined();
  });

  test('that does not leave its triangle changes nothing', () => {
    const hand = new Hand(start);
    hand.point('06:W3');
    const before = hand.state;
    const { x, y } = hand.at('06:W3');
    hand.send({ type: 'point', at: { x: x + 2, y: y - 2 } });
    expect(hand.state).toBe(before);
  });
});

describe('touch', () => {
  test('plays a plain move by two taps', () => {
    const hand = new Hand(start);
    hand.tap('06:W3', 'touch');
    hand.tap('09:W1', 'touch');
    expect(hand.played()).toEqual(['06:W3-09:W1']);
  });

  test('shows a move that takes something before it is played', () => {
    const hand = new Hand(middle);
    hand.tap(FROM, 'touch');
    hand.tap(TO, 'touch');
    expect(hand.played()).toEqual([]);
    expect(hand.keysOf('is-falling')).toEqual(['03']);
    hand.tap(TO, 'touch');
    expect(hand.played()).toEqual([`${FROM}-${TO}`]);
  });

  test('needs no knowledge of what moves do', () => {
    const hand = new Hand({ ...middle, moves: undefined });
    hand.tap(FROM, 'touch');
    hand.tap(TO, 'touch');
    expect(hand.played()).toEqual([`${FROM}-${TO}`]);
  });

  test('drags a piece above the finger', () => {
    const hand = new Hand(start);
    const { x, y } = hand.at('09:W1');
    hand.drag('06:W3', { x, y: y + 32 }, 'touch');
    expect(hand.state.cursor).toEqual({ at: '09:W1', by: 'touch' });
    hand.send({ type: 'drop', pointer: 'touch' });
    expect(hand.played()).toEqual(['06:W3-09:W1']);
  });

  test('the click of a screen reader does what a tap does', () => {
    const hand = new Hand(start);
    for (const target of ['06:W3', '09:W1']) {
      hand.send({ type: 'tap', area: 'board', at: { x: 0, y: 0 }, target, pointer: 'touch', isSecond: false });
    }
    expect(hand.played()).toEqual(['06:W3-09:W1']);
    expect(hand.effects).toContainEqual({ type: 'focus', area: 'board' });
  });
});

describe('the keyboard', () => {
  test('plays a whole move with the arrows and Enter', () => {
    const hand = new Hand(start);
    hand.keys('ArrowDown');
    expect(hand.state.cursor).toEqual({ at: '06:W5', by: 'keys' });
    hand.keys('Enter', 'ArrowRight', 'ArrowRight');
    expect(hand.state.cursor?.at).toBe('04:W3');
    hand.keys('Enter');
    expect(hand.played()).toEqual(['06:W5-04:W3']);
  });

  test('arrows go to the nearest triangle and come back', () => {
    const hand = new Hand(start);
    hand.point('09:B0');
    const seen = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'ArrowDown', 'ArrowUp'].map((key) => {
      hand.keys(key);
      return hand.state.cursor!.at;
    });
    expect(seen).toEqual(['04:W3', '09:B0', '09:W1', '09:B0', '09:W3', '09:B0']);
  });

  test('arrows reach every triangle on the table', () => {
    const hand = new Hand(lookAt('laurentius-chain'));
    hand.keys('ArrowUp');
    const seen = new Set<string>();
    const waiting = [hand.state];
    for (let state = waiting.pop(); state; state = waiting.pop()) {
      seen.add(state.cursor!.at);
      for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
        const next = coerceo.input(state, { type: 'key', area: 'board', key }).state;
        if (!seen.has(next.cursor!.at)) {
          seen.add(next.cursor!.at);
          waiting.push(next);
        }
      }
    }
    const onTable = [...hand.state.triangles.values()].filter(({ tile }) => tile.is_on_table);
    expect([...seen].sort()).toEqual(onTable.map(({ name }) => name).sort());
  });

  test('n and p go round the pieces that can move', () => {
    const hand = new Hand(start);
    const seen = Array.from({ length: 8 }, () => {
      hand.keys('n');
      return hand.state.chosen;
    });
    expect(new Set(seen)).toEqual(new Set(hand.state.steps.keys()));
    expect(seen[7]).toBe(seen[0]);
    hand.keys('p');
    expect(hand.state.chosen).toBe(seen[6]);
  });

  test('g and G go round the places of the chosen piece', () => {
    const hand = new Hand(start);
    hand.keys('n', 'g');
    const first = hand.state.cursor!.at;
    const places = hand.state.steps.get(hand.state.chosen!)!;
    expect(places).toContain(first);
    for (let i = 0; i < places.length; i++) {
      hand.keys('g');
    }
    expect(hand.state.cursor!.at).toBe(first);
    hand.keys('G', 'g', 'Enter');
    expect(hand.played()).toEqual([`06:W5-${first}`]);
  });

  test('Escape puts the piece back and ends an exchange', () => {
    const hand = new Hand(exchange);
    hand.keys('n', 'Escape');
    expect(hand.state.chosen).toBeUndefined();
    hand.keys('x');
    expect(hand.state.isExchanging).toBe(true);
    hand.keys('Escape');
    expect(hand.state.isExchanging).toBe(false);
  });

  test('the cursor stays where it was when the other has played', () => {
    const hand = new Hand(middle);
    hand.keys('n', 'Enter');
    const { cursor } = hand.state;
    hand.show(lookAt('laurentius-after'));
    expect(hand.state.cursor).toEqual(cursor);
  });

  test('explores the board when nothing can be played', () => {
    const hand = new Hand({ ...start, choices: undefined, moves: undefined });
    hand.keys('ArrowRight', 'ArrowDown', 'Enter', 'n', 'x');
    expect(hand.state.cursor?.by).toBe('keys');
    expect(hand.state.chosen).toBeUndefined();
    expect(hand.state.isExchanging).toBe(false);
    expect(hand.played()).toEqual([]);
  });

  test('Enter on what has the focus does what a click does', () => {
    const hand = new Hand(start);
    hand.send({ type: 'key', area: 'board', key: 'Enter', target: '06:W3' });
    expect(hand.state.chosen).toBe('06:W3');
  });
});

describe('an exchange', () => {
  test('takes a piece that the server offers', () => {
    const hand = new Hand(exchange);
    hand.send({ type: 'press', id: 'exchange' });
    expect(hand.keysOf('is-prey').sort()).toEqual(['04:B2', '09:B0', '09:B2', '09:B4', '0B:B0', '0C:B0', '0C:B4']);
    hand.tap('09:B0');
    expect(hand.played()).toEqual(['X09:B0']);
  });

  test('is played by keys alone', () => {
    const hand = new Hand(exchange);
    hand.keys('x', 'n', 'n', 'p', 'Enter');
    expect(hand.played()).toEqual(['X04:B2']);
  });

  test('is begun at the tiles in hand, by pointer and by key', () => {
    const hand = new Hand(exchange);
    const tap = { type: 'tap', area: 'tray', at: { x: 0, y: 0 }, target: 'exchange', pointer: 'mouse', isSecond: false } as const;
    hand.send(tap);
    expect(hand.state.isExchanging).toBe(true);
    hand.send({ type: 'key', area: 'tray', key: 'Enter', target: 'exchange' });
    expect(hand.state.isExchanging).toBe(false);
  });

  test('drags nothing', () => {
    const hand = new Hand(exchange);
    hand.keys('x');
    hand.drag('06:W3', hand.at('09:W1'));
    expect(hand.state.dragged).toBeUndefined();
    expect(hand.state.isExchanging).toBe(true);
  });

  test('without enough tiles is asked about and explained', () => {
    const hand = new Hand(start);
    expect(coerceo.buttons(hand.state)[0]).toMatchObject({ id: 'exchange', isEnabled: false, isOn: false });
    hand.keys('x');
    expect(hand.asked()[0]!.moves).toContain('X04:B2');
    const reasons = [{ reason: 'an exchange takes 2 tiles, and white holds 0', moves: hand.asked()[0]!.moves }];
    hand.send({ type: 'answer', about: hand.asked()[0]!.about, reasons });
    expect(hand.allSaid()).toEqual(['No exchange: an exchange takes 2 tiles, and white holds 0.']);
  });
});

describe('reasons', () => {
  test('are asked for once for all places, and said', () => {
    const hand = new Hand(start);
    hand.tap('06:W3');
    hand.point('09:W5');
    hand.point('04:B0');
    expect(hand.asked()).toHaveLength(1);
    expect(hand.asked()[0]!.moves).toHaveLength(42);
    const reason = '04:B0 is not next to 06:W3: a piece moves across a corner';
    hand.send({ type: 'answer', about: hand.asked()[0]!.about, reasons: [{ reason, moves: ['06:W3-04:B0'] }] });
    expect(hand.said()).toBe('b3 N, empty: b3 N is not next to a2 S: a piece moves across a corner.');
    hand.tap('04:B0');
    expect(hand.said()).toBe('b3 N, empty: b3 N is not next to a2 S: a piece moves across a corner.');
    expect(hand.played()).toEqual([]);
  });

  test('of another position are not taken', () => {
    const hand = new Hand(start);
    hand.tap('06:W3');
    hand.point('09:W5');
    hand.show(exchange);
    hand.send({ type: 'answer', about: hand.asked()[0]!.about, reasons: [] });
    expect(hand.state.reasons.size).toBe(0);
  });

  test('that did not come are asked for again', () => {
    const hand = new Hand(start);
    hand.tap('06:W3');
    hand.point('09:W5');
    hand.send({ type: 'answer', about: hand.asked()[0]!.about });
    hand.point('04:B0');
    expect(hand.asked()).toHaveLength(2);
  });

  test('are not needed to refuse: a place that is not in the choices is never played', () => {
    const hand = new Hand({ ...start, choices: { '06:W3-': '09:W1' } });
    hand.tap('06:W3');
    hand.tap('06:W1');
    expect(hand.played()).toEqual([]);
    hand.tap('09:W1');
    expect(hand.played()).toEqual(['06:W3-09:W1']);
  });
});

describe('when nothing may be played', () => {
  test.each([
    ['in an old position', { ...start, isPast: true }],
    ['when the other is to move', { ...start, choices: undefined }],
    ['when the game is over', lookAt('ocius-over')],
  ])('%s clicks and buttons do nothing', (_, look) => {
    const hand = new Hand(look);
    [...hand.state.triangles.keys()].forEach((name) => hand.tap(name));
    coerceo.buttons(hand.state).forEach(({ id }) => hand.send({ type: 'press', id }));
    expect(hand.effects).toEqual([]);
    expect(coerceo.buttons(hand.state).every(({ isEnabled }) => !isEnabled)).toBe(true);
    expect(hand.nodes('button')).toEqual([]);
  });

  test('after a move nothing is played until the server shows it', () => {
    const hand = new Hand(start);
    hand.keys('n', 'g', 'Enter', 'n', 'g', 'Enter');
    expect(hand.played()).toHaveLength(1);
    hand.show(start);
    hand.keys('n', 'g', 'Enter');
    expect(hand.played()).toHaveLength(2);
  });

  test('before anything is shown nothing happens', () => {
    const hand = new Hand();
    hand.send({ type: 'point', at: { x: 0, y: 0 } });
    hand.keys('ArrowUp', 'n', 'Enter', 'x');
    hand.send({ type: 'wheel', isForward: true, isShift: false });
    expect(hand.effects).toEqual([]);
  });
});

describe('news of the same position', () => {
  test('keep what is chosen', () => {
    const hand = new Hand({ ...start, moves: undefined });
    hand.tap('06:W3');
    hand.show(start);
    expect(hand.state.chosen).toBe('06:W3');
  });

  test('drop it when it became an old one', () => {
    const hand = new Hand(start);
    hand.tap('06:W3');
    hand.show({ ...start, isPast: true });
    expect(hand.state.chosen).toBeUndefined();
  });
});
