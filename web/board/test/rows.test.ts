// Moves as lists have them: in words, with the color and a drawing of what was moved.

import { describe, expect, test } from 'vitest';
import { Hand as Blokus, lookAt as blokusAt } from './blokus.ts';
import { Hand as Coerceo, lookAt as coerceoAt } from './coerceo.ts';
import { Hand as Aquapipe, lookAt as aquapipeAt } from './aquapipe.ts';
import { Hand as Triominos, lookAt as triominosAt } from './triominos.ts';
import { aquapipe } from '../src/aquapipe/index.ts';
import { blokus } from '../src/blokus/index.ts';
import { coerceo } from '../src/coerceo/index.ts';
import { tileNames } from '../src/coerceo/names.ts';
import { triominos } from '../src/triominos/index.ts';

describe('a row of the list of moves', () => {
  test('of Blokus has the piece as it was turned, and its squares', () => {
    const row = blokus.row(new Blokus(blokusAt('duo-start')).state, { ply: 1, seat: 2, move: 'L5e@b3' });
    expect(row).toMatchObject({ color: 'orange', text: 'L5 to b3', words: '+5' });
    expect(row.picture!.box.width).not.toBe(row.picture!.box.height);
  });

  test('of Blokus with two colors a seat has the color that moved', () => {
    const look = blokusAt('classic-2-middle');
    const { blocks } = look.view;
    const { state } = new Blokus(look);
    const colors = blocks.map((it) => blokus.row(state, { ply: it.ply! + 1, seat: 1, move: `${it.piece}${it.orientation}@a1` }).color);
    expect(colors).toEqual(blocks.map((it) => it.color));
    expect(new Set(colors).size).toBe(4);
  });

  test('of Coerceo has the names that stand on the board, and what was taken', () => {
    const { state } = new Coerceo(coerceoAt('ocius-start'));
    const row = coerceo.row(state, { ply: 1, seat: 1, move: '06:W3-09:W1', effect: 'captures 09:B0 09:B2, removes 06' });
    expect(row).toMatchObject({ color: 'white', text: 'a2 S → b2 NW', words: 'takes 2, gets 1 tile' });
    expect(coerceo.row(state, { ply: 2, seat: 2, move: 'X09:B0' }).text).toBe('exchange for b2 N');
  });

  test('of Aqua Pipe has the pipe and its place', () => {
    const { state } = new Aquapipe(aquapipeAt('4x4-start'));
    expect(aquapipe.row(state, { ply: 1, seat: 1, move: 'UMa1b1-c1d1' })).toMatchObject({ text: 'medium U: a1 and b1 → c1 and d1', words: 'moved' });
    expect(aquapipe.row(state, { ply: 1, seat: 2, move: 'S@b2' })).toMatchObject({ color: 'red', text: 'small: b2', words: '' });
  });

  test('of Triominos has the tile and what it brought', () => {
    const look = triominosAt('middle');
    const { state } = new Triominos(look);
    const placed = look.view.actions.filter((it) => it.tile);
    const rows = placed.map((it, i) => triominos.row(state, { ply: i + 1, seat: it.seat, move: it.move }));
    expect(rows.map((row) => row.text)).toEqual(placed.map((it) => it.tile));
    expect(rows.map((row) => row.words)).toEqual(placed.map((it) => (it.gain ? `+${it.gain}` : '')));
    expect(triominos.row(state, { ply: 9, seat: 1, move: 'pass' }).text).toBe('passes');
  });
});

test('tiles of Coerceo are named by column and number from below', () => {
  const tiles = [
    { tile: '09', column: 2, row: 4 },
    { tile: '04', column: 2, row: 2 },
    { tile: '06', column: 1, row: 3 },
  ];
  expect(Object.fromEntries(tileNames(tiles))).toEqual({ '06': 'a1', '09': 'b1', '04': 'b2' });
});
