import { describe, expect, test } from 'vitest';
import * as hexagon from '../src/geometry/hexagon.ts';
import { boxOf, fromScreen, inset, outlines, pathOf } from '../src/geometry/polygon.ts';
import * as square from '../src/geometry/square.ts';
import * as triangle from '../src/geometry/triangle.ts';

function middleOf(points: readonly { x: number; y: number }[]): { x: number; y: number } {
  const sum = points.reduce((all, it) => ({ x: all.x + it.x, y: all.y + it.y }));
  return { x: sum.x / points.length, y: sum.y / points.length };
}

describe('squares', () => {
  test('the middle of a square lies in that square', () => {
    for (const cell of [[0, 0], [4, 9], [13, 13]] as const) {
      expect(square.cellAt(square.middle(cell, 14), 14)).toEqual(cell);
      expect(square.middle(cell, 14)).toEqual(middleOf(square.polygon(cell, 14)));
    }
  });

  test('names round-trip, and a1 is the lower left square', () => {
    expect(square.nameOf([0, 0])).toBe('a1');
    expect(square.cellOf('t20')).toEqual([19, 19]);
    expect(square.nameOf(square.cellOf('e10'))).toBe('e10');
    expect(square.middle([0, 0], 14).y).toBeGreaterThan(square.middle([0, 13], 14).y);
  });
});

describe('triangles', () => {
  test('the middle of a triangle lies in that triangle', () => {
    for (const cell of [[0, 0], [1, 0], [-3, 2], [4, -1], [-2, -5]] as const) {
      const middle = triangle.middle(cell);
      expect(triangle.cellAt(middle)).toEqual(cell);
      expect(middle.x).toBeCloseTo(middleOf(triangle.polygon(cell)).x);
      expect(middle.y).toBeCloseTo(middleOf(triangle.polygon(cell)).y);
    }
  });

  test('points near the corners of a triangle lie in it', () => {
    for (const cell of [[0, 0], [1, 0], [-7, 3]] as const) {
      const middle = triangle.middle(cell);
      for (const corner of triangle.polygon(cell)) {
        const near = { x: corner.x * 0.98 + middle.x * 0.02, y: corner.y * 0.98 + middle.y * 0.02 };
        expect(triangle.cellAt(near)).toEqual(cell);
      }
    }
  });

  test('neighbors share an edge', () => {
    expect(outlines([triangle.polygon([0, 0]), triangle.polygon([1, 0])])[0]).toHaveLength(4);
    expect(outlines([triangle.polygon([0, 0]), triangle.polygon([0, 1])])[0]).toHaveLength(4);
  });
});

describe('hexagons', () => {
  test('the middle of a hexagon and of each of its triangles lie where they belong', () => {
    for (const cell of [[0, 0], [-1, 1], [2, 4], [-2, 2], [1, 7]] as const) {
      expect(hexagon.cellAt(hexagon.middle(cell))).toEqual(cell);
      for (let number = 0; number < 6; number++) {
        const middle = hexagon.triangleMiddle(cell, number);
        expect(hexagon.cellAt(middle)).toEqual(cell);
        expect(hexagon.triangleAt(cell, middle)).toBe(number);
      }
    }
  });

  test('triangles count counter-clockwise from the north', () => {
    const middle = hexagon.middle([0, 4]);
    const middles = [0, 1, 2, 3, 4, 5].map((it) => hexagon.triangleMiddle([0, 4], it));
    const [north, northWest, , south, , northEast] = middles;
    expect(north!.y).toBeLessThan(middle.y);
    expect(south!.y).toBeGreaterThan(middle.y);
    expect(northWest!.x).toBeLessThan(middle.x);
    expect(northEast!.x).toBeGreaterThan(middle.x);
  });

  test('six triangles make a hexagon', () => {
    const triangles = [0, 1, 2, 3, 4, 5].map((it) => hexagon.trianglePolygon([1, 3], it));
    const [outline] = outlines(triangles);
    expect(outline).toHaveLength(6);
    expect(boxOf(outline!).width).toBeCloseTo(boxOf(hexagon.polygon([1, 3])).width);
  });
});

describe('polygons', () => {
  test('an outline has a corner only where it turns', () => {
    const cells = [[0, 0], [0, 1], [0, 2], [1, 0]] as const;
    const loops = outlines(cells.map((cell) => square.polygon(cell, 3)));
    expect(loops).toHaveLength(1);
    expect(loops[0]).toHaveLength(6);
  });

  test('a ring has two outlines', () => {
    const block = [0, 1, 2].flatMap((x) => [0, 1, 2].map((y) => [x, y] as const));
    const ring = block.filter(([x, y]) => x !== 1 || y !== 1);
    expect(outlines(ring.map((cell) => square.polygon(cell, 3)))).toHaveLength(2);
  });

  test('squares that touch at a corner alone have an outline each', () => {
    const cells = [[0, 0], [1, 1]] as const;
    expect(outlines(cells.map((cell) => square.polygon(cell, 2))).map((loop) => loop.length)).toEqual([4, 4]);
  });

  test('an outline moves inwards at both kinds of corners', () => {
    const cells = [[0, 0], [0, 1], [1, 0]] as const;
    const [loop] = outlines(cells.map((cell) => square.polygon(cell, 2)));
    const inner = inset(loop!, 1);
    expect(boxOf(inner)).toEqual({ left: 1, top: 1, width: 38, height: 38 });
    expect(inner).toContainEqual({ x: 19, y: 21 });
    expect(pathOf([[{ x: 0, y: 0.123 }, { x: 1, y: 0 }]])).toBe('M0 0.12L1 0Z');
  });

  test('a point of the screen is found in a scene that is shown centered', () => {
    const screen = { left: 100, top: 50, width: 400, height: 200 };
    const scene = { left: -10, top: 0, width: 100, height: 100 };
    expect(fromScreen(screen, scene, { x: 200, y: 50 })).toEqual({ x: -10, y: 0 });
    expect(fromScreen(screen, scene, { x: 300, y: 150 })).toEqual({ x: 40, y: 50 });
  });
});
