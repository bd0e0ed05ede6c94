import { describe, expect, test } from 'vitest';
import { blokus } from '../src/blokus/index.ts';
import { pieceLabel } from '../src/blokus/text.ts';
import { Hand, lookAt } from './blokus.ts';

describe('sentences', () => {
  test('tell the start', () => {
    const { state } = new Hand(lookAt('duo-start'));
    expect(blokus.describe(state)).toEqual({
      summary: 'Blokus duo, 14 by 14 squares. Purple is to place piece number 1.',
      players: [
        'Purple: 89 squares on 21 pieces left, 1 open corner.',
        'Orange: 89 squares on 21 pieces left, 1 open corner.',
      ],
      last: undefined,
      choices: 'You can place 21 pieces in 414 ways.',
    });
  });

  test('tell what was played last', () => {
    const look = lookAt('duo-middle');
    const { state } = new Hand(look);
    const last = look.view.blocks.at(-1)!;
    expect(blokus.describe(state).last).toBe(`Orange placed ${last.piece} on ${last.squares.join(', ')}.`);
  });

  test('tell the end, and who is out', () => {
    const { state } = new Hand(lookAt('duo-over'));
    const { summary, players, choices } = blokus.describe(state);
    expect(summary).toBe(
      'Blokus duo, 14 by 14 squares. The game is over: purple wins. Points: purple −14, orange −25.',
    );
    expect(players[0]).toMatch(/^Purple: 14 squares on 3 pieces left, no piece can be placed any more\. On the board: /);
    expect(players[0]).toMatch(/; I2 on a3, a4; O1 on l7\.$/);
    expect(choices).toBe('Nothing can be placed.');
  });

  test('tell whom to wait for, and what lies in the past', () => {
    const { view, choices } = lookAt('duo-start');
    expect(blokus.describe(new Hand({ view, viewer: 2 }).state).choices).toBe('Wait for purple.');
    const past = blokus.describe(new Hand({ view, choices, isPast: true }).state);
    expect(past.summary).toContain('An earlier position.');
    expect(past.choices).toBe('Nothing can be placed.');
  });

  test('wait for nobody when somebody resigned', () => {
    const hand = new Hand({ ...lookAt('duo-start'), choices: undefined, isOver: true });
    expect(blokus.describe(hand.state)).toMatchObject({
      summary: 'Blokus duo, 14 by 14 squares. The game has ended.',
      choices: 'Nothing can be placed.',
    });
    expect(blokus.buttons(hand.state).some((button) => button.isEnabled)).toBe(false);
  });

  test('tell that a piece was played and the server has not shown it yet', () => {
    const hand = new Hand(lookAt('duo-start'));
    hand.choose('X5');
    hand.tap('e10', 'mouse');
    expect(blokus.describe(hand.state).choices).toBe('X5 is on its way.');
    expect(pieceLabel(hand.state, 'F5')).toBe('F5, five squares');
  });

  test('tell how the piece in the hand lies', () => {
    const hand = new Hand(lookAt('duo-start'));
    hand.choose('F5');
    expect(hand.said()).toBe('F5 chosen');
    hand.keys('r');
    expect(hand.said()).toBe('F5 turned east chosen');
    hand.keys('g');
    expect(hand.said()).toBe('F5 turned east at c10: legal, Enter places it');
  });

  test('name the pieces of the tray', () => {
    const start = lookAt('duo-start');
    expect(pieceLabel(new Hand(start).state, 'F5')).toBe('F5, five squares, 8 turned ways can be placed');
    expect(pieceLabel(new Hand(start).state, 'O1')).toBe('O1, one square, 1 turned way can be placed');
    expect(pieceLabel(new Hand({ view: start.view, viewer: 2 }).state, 'O1')).toBe('O1, one square');
  });

  test('are few before anything is shown', () => {
    const { state } = new Hand(undefined);
    expect(blokus.describe(state)).toEqual({ summary: 'Blokus', players: [], choices: '' });
    expect(blokus.panels(state)).toEqual([]);
  });
});

describe('panels', () => {
  test('have what each seat has', () => {
    expect(blokus.panels(new Hand(lookAt('duo-middle')).state)).toEqual([
      { seat: 1, score: { value: 30, unit: 'squares placed' }, colors: ['purple'], lines: [
        { label: 'Pieces left', value: '15' },
        { label: 'Squares left', value: '59' },
      ] },
      { seat: 2, score: { value: 30, unit: 'squares placed' }, colors: ['orange'], lines: [
        { label: 'Pieces left', value: '15' },
        { label: 'Squares left', value: '59' },
      ] },
    ]);
  });

  test('name the colors of who has two', () => {
    const [first] = blokus.panels(new Hand(lookAt('classic-2-middle')).state);
    expect(first!.colors).toEqual(['blue', 'red']);
    expect(first!.lines.map((line) => line.label)).toEqual(['Blue', 'Red']);
    expect(first!.lines[0]!.value).toMatch(/^\d+ pieces, \d+ squares$/);
  });

  test('tell in the line of a color that it is out, and its bonus', () => {
    const { view } = lookAt('classic-2-middle');
    const done = { ...view.colors[0]!, out: true, remaining: [], squares_left: 0, points: 15, points_placed: 104 };
    const [first] = blokus.panels(new Hand({ view: { ...view, colors: [done, ...view.colors.slice(1)] } }).state);
    expect(first!.lines[0]).toEqual({ label: 'Blue', value: '0 pieces, 0 squares, bonus +15, out' });
  });

  test('leave the shared color to nobody', () => {
    const panels = blokus.panels(new Hand(lookAt('classic-3-middle')).state);
    expect(panels.map((panel) => panel.colors)).toEqual([['blue'], ['yellow'], ['red']]);
  });

  test('tell the bonus at the end', () => {
    const look = lookAt('duo-over');
    const perfect = { ...look.view.colors[0]!, remaining: [], squares_left: 0, points: 20, points_placed: 109 };
    const view = { ...look.view, colors: [perfect, look.view.colors[1]!], scores: [20, -25] };
    expect(blokus.panels(new Hand({ view }).state)[0]!.lines).toEqual([
      { label: 'Pieces left', value: '0' },
      { label: 'Squares left', value: '0' },
      { label: 'Bonus', value: '+20' },
    ]);
  });
});

describe('buttons', () => {
  const enabled = (hand: Hand) =>
    blokus.buttons(hand.state).filter((button) => button.isEnabled).map((button) => button.id);

  test('can be pressed when they would do something', () => {
    const hand = new Hand(lookAt('duo-start'));
    expect(enabled(hand)).toEqual([]);
    hand.choose('X5');
    expect(enabled(hand)).toEqual(['turn-left', 'turn-right', 'flip', 'next-place', 'drop']);
    hand.send({ type: 'press', id: 'next-place' });
    expect(enabled(hand)).toContain('place');
  });

  test('cannot be pressed in the past', () => {
    const hand = new Hand(lookAt('duo-start'));
    hand.choose('X5');
    hand.show({ ...lookAt('duo-start'), isPast: true });
    expect(enabled(hand)).toEqual([]);
  });
});
