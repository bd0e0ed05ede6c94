import { describe, expect, test } from 'vitest';
import { aquapipe } from '../src/aquapipe/index.ts';
import { Hand, lookAt } from './aquapipe.ts';

const describeLook = (name: string, more = {}) => aquapipe.describe(new Hand({ ...lookAt(name), ...more }).state);

describe('sentences', () => {
  test('tell a start', () => {
    expect(describeLook('3x3-start')).toEqual({
      summary: 'Aqua Pipe 3x3, 3 by 3 spaces. Blue is to place a pipe.',
      players: [
        'Blue: in hand 3 small, 3 medium, 3 large; on the board nothing.',
        'Red: in hand 3 small, 3 medium, 3 large; on the board nothing.',
      ],
      last: undefined,
      choices: 'You can place a small, medium or large pipe: 27 ways.',
    });
    const { choices } = describeLook('4x4-start');
    expect(choices).toBe('You can place a small, medium, large, small U or medium U pipe: 96 ways.');
  });

  test('tell what was played last', () => {
    expect(describeLook('3x3-early').last).toBe('Red placed a medium pipe on b2.');
    expect(describeLook('4x4-middle').last).toBe('Red moved a medium pipe from c2 to b4.');
    expect(describeLook('4x4-middle', { last: 'USc2d2-a1b1' }).last).toBeUndefined();
  });

  test('tell a middle, with what can be placed and moved', () => {
    const { summary, players, choices } = describeLook('4x4-middle');
    expect(summary).toContain('Blue is to place or move a pipe.');
    expect(players[0]).toContain('small U on c2 and d2');
    expect(choices).toMatch(/^You can place a small, medium or large pipe or move 4 pipes: \d+ ways\.$/);
  });

  test('tell an end', () => {
    expect(describeLook('3x3-won').summary).toContain('The game is over: blue wins with small on a1, b1 and c1.');
    expect(describeLook('4x4-over').summary).toContain('red wins with medium on a1, b1, c1 and d1.');
    expect(describeLook('3x3-draw').summary).toContain('a draw, because the same position came again and again');
    expect(describeLook('3x3-won').choices).toBe('Nothing can be played.');
  });

  test('count rows of three where they count', () => {
    const { players, last } = describeLook('4x4-rows');
    expect(players[0]).toContain('Rows of three: 2 of 4; small on a1, b1 and c1; medium on a1, a2 and a3.');
    expect(players[1]).toContain('Rows of three: 1 of 4; medium on b4, c4 and d4.');
    expect(last).toBe('Blue placed a medium pipe on a3. That makes 2 of 4 rows of three.');
    expect(describeLook('4x4-start').players[0]).toContain('Rows of three: 0 of 4.');
    expect(describeLook('4x4-four-rows').summary).toMatch(/blue wins with small on .*; .*; .*; large on a1, b1 and c1\.$/);
    expect(describeLook('3x3-won').players.join()).not.toContain('Rows');
    expect(describeLook('3x3-won').last).toBe('Blue placed a small pipe on c1.');
  });

  test('wait for nobody when somebody resigned', () => {
    const { summary, choices } = describeLook('3x3-early', { choices: undefined, isOver: true });
    expect(summary).toBe('Aqua Pipe 3x3, 3 by 3 spaces. The game has ended.');
    expect(choices).toBe('Nothing can be played.');
  });

  test('tell that a position came again', () => {
    const view = { ...lookAt('3x3-middle').view, n_occurrences: 2 };
    expect(describeLook('3x3-middle', { view }).summary).toContain('This position came 2 times.');
    expect(describeLook('3x3-middle').summary).not.toContain('times');
  });

  test('tell who waits, and that a position is an old one', () => {
    expect(describeLook('3x3-middle', { choices: undefined }).choices).toBe('Wait for blue.');
    const past = describeLook('3x3-middle', { isPast: true });
    expect(past.summary).toContain('An earlier position.');
    expect(past.choices).toBe('Nothing can be played.');
  });

  test('before anything is shown there is only the name', () => {
    expect(aquapipe.describe(new Hand(undefined).state).summary).toBe('Aqua Pipe');
    expect(aquapipe.panels(new Hand(undefined).state)).toEqual([]);
  });

  test('tell who is in a space before a move is made', () => {
    const hand = new Hand(lookAt('3x3-early'));
    hand.choose('L@');
    hand.point('b2');
    expect(hand.said()).toBe('Large pipe to b2, beside blue small and red medium: click to play it');
  });
});

describe('panels', () => {
  test('tell the hand of each seat', () => {
    expect(aquapipe.panels(new Hand(lookAt('3x3-early')).state)).toEqual([
      { seat: 1, lines: [{ label: 'In hand', value: '2 small, 3 medium, 3 large' }], colors: ['blue'] },
      { seat: 2, lines: [{ label: 'In hand', value: '3 small, 2 medium, 3 large' }], colors: ['red'] },
    ]);
  });

  test('count rows of three where they count', () => {
    const lines = (name: string, view = {}) => {
      const look = lookAt(name);
      return aquapipe.panels(new Hand({ ...look, view: { ...look.view, ...view } }).state).map((panel) => panel.lines[1]);
    };
    expect(lines('4x4-rows')).toEqual([
      { label: 'Rows of three:', value: '2 of 4' },
      { label: 'Rows of three:', value: '1 of 4' },
    ]);
    expect(lines('4x4-rows', { rows: [], n_threes_to_win: null })).toEqual([undefined, undefined]);
    expect(lines('3x3-won')).toEqual([undefined, undefined]);
  });
});

describe('buttons', () => {
  const enabled = ({ state }: Hand) => aquapipe.buttons(state).flatMap((it) => (it.isEnabled ? [it.label] : []));

  test('are those that help now', () => {
    const hand = new Hand(lookAt('4x4-start'));
    expect(enabled(hand)).toEqual(['Next pipe']);
    hand.choose('L@');
    expect(enabled(hand)).toEqual(['Next pipe', 'Next place', 'Put back']);
    hand.point('a1');
    expect(enabled(hand)).toEqual(['Next pipe', 'Next place', 'Play', 'Put back']);
    hand.choose('US@');
    expect(enabled(hand)).toContain('Turn');
  });

  test('without U pipes nothing can be turned', () => {
    expect(aquapipe.buttons(new Hand(lookAt('3x3-start')).state).map((button) => button.id)).not.toContain('turn');
  });

  test('are off when nothing can be played', () => {
    expect(enabled(new Hand(lookAt('3x3-won')))).toEqual([]);
    expect(enabled(new Hand({ ...lookAt('3x3-middle'), isPast: true }))).toEqual([]);
  });
});
