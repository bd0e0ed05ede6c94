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
    expect(describeLook('3x3-won').summary).toContain('The game is over: blue wins.');
    expect(describeLook('4x4-over').summary).toContain('The game is over: red wins.');
    expect(describeLook('3x3-draw').summary).toContain('a draw, because the same position came again and again');
    expect(describeLook('3x3-won').choices).toBe('Nothing can be played.');
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
      { seat: 1, lines: [{ label: 'In hand', value: '2 small, 3 medium, 3 large' }], colours: ['blue'] },
      { seat: 2, lines: [{ label: 'In hand', value: '3 small, 2 medium, 3 large' }], colours: ['red'] },
    ]);
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
