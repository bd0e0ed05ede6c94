// What a board of Triominos says.

import { describe, expect, test } from 'vitest';
import { triominos } from '../src/triominos/index.ts';
import { Hand, lookAt } from './triominos.ts';

const described = (name: string) => triominos.describe(new Hand(lookAt(name)).state);

describe('the position in sentences', () => {
  test('before anything is shown', () => {
    expect(triominos.describe(new Hand(undefined).state)).toEqual({ summary: 'Triominos', players: [], choices: '' });
  });

  test('in the middle', () => {
    expect(described('middle')).toEqual({
      summary: 'Triominos, round 1. You are to move.',
      players: [
        expect.stringMatching(/^You: 29 points, 5 tiles: 0-1-3, 1-2-5, 2-3-4, 2-4-4, 2-4-5\. On the table: 1-5-5 at 0,0, left 1, top 5, right 5; /),
        expect.stringMatching(/^Seat 2: 60 points, 4 tiles\. On the table: .*; 2-2-4 at 5,2, left 2, bottom 4, right 2\.$/),
      ],
      last: 'Seat 2 placed 2-2-4 at 5,2, +8 points.',
      choices: 'You can place 3 tiles in 4 ways, or draw (−5, 3 more this turn).',
    });
  });

  test('for those who look on', () => {
    const { summary, players, choices } = described('middle-spectator');
    expect(summary).toBe('Triominos, round 1. Seat 1 is to move.');
    expect(players.map((it) => it.split(' On the table')[0])).toEqual(['Seat 1: 29 points, 5 tiles.', 'Seat 2: 60 points, 4 tiles.']);
    expect(choices).toBe('Wait for seat 1.');
  });

  test('where one can only draw or pass', () => {
    expect(described('stuck').choices).toMatch(/^You can draw \(−5, \d more this turn\)\.$/);
    expect(described('pass').choices).toBe('You can pass (−10).');
  });

  test('when somebody resigned', () => {
    const { state } = new Hand({ ...lookAt('middle'), choices: undefined, isOver: true });
    expect(triominos.describe(state)).toMatchObject({ summary: 'Triominos, round 1. The game has ended.', choices: '' });
    expect(triominos.buttons(state).map((button) => button.id)).toEqual(['zoom-in', 'zoom-out', 'fit']);
  });

  test('at the end of a round', () => {
    const look = lookAt('round-over');
    const { summary, players } = triominos.describe(new Hand(look).state);
    expect(summary).toContain('An earlier position. The round is over.');
    expect(summary).toContain('The round ended because the last tile of a hand is placed: you +48.');
    expect(players[1]).toContain(look.view.hands[1]!.tiles!.join(', '));
  });

  test('at the end of the game', () => {
    const { summary, choices } = described('over');
    expect(summary).toContain('The game is over: you win.');
    expect(summary).toContain('Points: you 435 points, seat 2 578 points.');
    expect(choices).toBe('');
  });

  test('tell what one drew oneself, and not what others drew', () => {
    const middle = lookAt('middle');
    const drew = (seat: number, tiles: string[]) => {
      const hand = new Hand(middle);
      const [own, other] = middle.view.hands;
      const actions = [...middle.view.actions, { seat, move: 'draw', gain: -5 }];
      hand.show({ ...middle, view: { ...middle.view, actions, hands: [{ ...own!, tiles }, other!], position: 'drawn' } });
      return triominos.describe(hand.state).last;
    };
    const own = middle.view.hands[0]!.tiles!;
    expect(drew(1, [...own, '3-3-3'])).toBe('You drew 3-3-3, −5 points.');
    expect(drew(2, [...own])).toBe('Seat 2 drew a tile, −5 points.');
  });

  test('one point is no plural', () => {
    const middle = lookAt('middle');
    const last = { ...middle.view.actions.at(-1)!, gain: 1 };
    const hand = new Hand({ ...middle, view: { ...middle.view, actions: [...middle.view.actions.slice(0, -1), last] } });
    expect(triominos.describe(hand.state).last).toMatch(/, \+1 point\.$/);
  });

  test('name the figures of the last tile', () => {
    const look = lookAt('over');
    const actions = look.view.actions;
    const at = actions.findIndex(({ figures }) => figures?.some(({ figure }) => figure === 'hexagon'));
    const hand = new Hand({ ...look, view: { ...look.view, actions: actions.slice(0, at + 1) } });
    expect(triominos.describe(hand.state).last).toContain(`+${actions[at]!.gain} points with hexagon`);
  });
});

describe('what a move would bring', () => {
  test('is said before it is made, with its figures', () => {
    const hand = new Hand(lookAt('bridge'));
    hand.choose('3-4-5');
    hand.keys('g');
    expect(hand.said()).toBe('3-4-5 at -1,-1, left 3, top 4, right 5: 62 points with hexagon and bridge, Enter places it');
  });

  test('is left out until the server told it', () => {
    const hand = new Hand({ ...lookAt('bridge'), moves: undefined });
    hand.choose('3-4-5');
    hand.keys('g');
    expect(hand.said()).toBe('3-4-5 at -1,-1, left 3, top 4, right 5: legal, Enter places it');
    expect(hand.nodes('gain').map(({ text }) => text)).toEqual(['', '']);
    hand.keys('Enter');
    expect(hand.said()).toBe('3-4-5 placed at -1,-1');
  });

  test('figures of one kind are counted, and unknown ones keep their name', () => {
    const look = lookAt('bridge');
    const figures = [
      { figure: 'hexagon', corner: 'left' },
      { figure: 'hexagon', corner: 'right' },
      { figure: 'star', corner: null },
    ];
    const moves = [{ move: '3-4-5:ABC@-1,-1', gain: 72, figures }];
    const hand = new Hand({ ...look, moves });
    hand.choose('3-4-5');
    hand.keys('g');
    expect(hand.said()).toContain('72 points with 2 hexagons and star');
  });
});

describe('panels', () => {
  test('tell the tiles of each seat, and the points of one\'s own', () => {
    expect(triominos.panels(new Hand(lookAt('middle')).state)).toMatchObject([
      { seat: 1, lines: [{ label: 'Tiles', value: '5' }, { label: 'Points in hand', value: '42' }], colors: ['blue'] },
      { seat: 2, lines: [{ label: 'Tiles', value: '4' }], colors: ['red'] },
    ]);
  });

  test('tell at the end what the round brought', () => {
    const [first, second] = triominos.panels(new Hand(lookAt('over')).state);
    expect(first!.lines).toContainEqual({ label: 'Round', value: '+68' });
    expect(second!.lines).toContainEqual({ label: 'Round', value: '+0' });
  });

  test('have a color for each of six seats', () => {
    const colors = triominos.panels(new Hand(lookAt('six')).state).flatMap((panel) => panel.colors);
    expect(new Set(colors).size).toBe(6);
  });

  test('tell nothing of hands where they are shared', () => {
    expect(triominos.panels(new Hand(lookAt('shared')).state).flatMap(({ lines }) => lines)).toEqual([]);
  });
});
