// Places on the board of Aqua Pipe: one space, or two neighboring ones for a U pipe.

import type { Point } from '../geometry/polygon.ts';
import { type Cell, cellOf, nameOf } from '../geometry/square.ts';

/** One space, or the two of a U pipe, the lower or left one first. */
export type Place = readonly Cell[];

/** The name of a place, as in moves: `b2`, `a1a2`. */
export function placeName(place: Place): string {
  return place.map(nameOf).join('');
}

/** The place with a name. */
export function placeOf(name: string): Place {
  return name.match(/[a-z]\d/g)!.map(cellOf);
}

/** A place as people say it: `b2`, `a1 and a2`. */
export function spoken(place: Place): string {
  return place.map(nameOf).join(' and ');
}

/** The middle of a place, in spaces from the lower left corner of the board. */
export function middleOf(place: Place): Point {
  const [first, last] = [place[0]!, place.at(-1)!];
  return { x: (first[0] + last[0] + 1) / 2, y: (first[1] + last[1] + 1) / 2 };
}

/** All places of some spaces on a board, from the top left to the bottom right. */
export function allPlaces(size: number, nSpaces: number): Place[] {
  const cells = Array.from({ length: size ** 2 }, (_, i): Cell => [i % size, Math.floor(i / size)]);
  const ways = nSpaces === 1 ? [[0, 0] as Cell] : [[1, 0] as Cell, [0, 1] as Cell];
  const places = cells.flatMap((cell) => ways.map((way) => placeAt(cell, way)));
  return places.filter((place) => isOnBoard(place, size)).sort(inOrder);
}

/** Which of two places comes first when they are gone through. */
export function inOrder(a: Place, b: Place): number {
  const [first, second] = [middleOf(a), middleOf(b)];
  return second.y - first.y || first.x - second.x;
}

/** The place whose middle is nearest to a point; a handicap in spaces can be given to some. */
export function nearest(
  places: readonly Place[],
  { x, y }: Point,
  handicap: (place: Place) => number = () => 0,
): Place {
  const cost = (place: Place) => {
    const middle = middleOf(place);
    return Math.hypot(middle.x - x, middle.y - y) + handicap(place);
  };
  return places.reduce((best, place) => (cost(place) < cost(best) ? place : best));
}

/** The place some columns and rows further, or the same at the edge of the board. */
export function stepped(place: Place, [columns, rows]: Cell, size: number): Place {
  const next = place.map(([column, row]): Cell => [column + columns, row + rows]);
  return isOnBoard(next, size) ? next : place;
}

/** A place of two spaces after a quarter turn about its first space, or about the one before it at the edge. */
export function turned(place: Place, size: number): Place {
  const [first, last] = [place[0]!, place.at(-1)!];
  const way: Cell = [last[1] - first[1], last[0] - first[0]];
  const next = placeAt(first, way);
  return isOnBoard(next, size) ? next : placeAt([first[0] - way[0], first[1] - way[1]], way);
}

/** Whether two places are the same. */
export function isSame(a: Place, b: Place): boolean {
  return placeName(a) === placeName(b);
}

function placeAt([column, row]: Cell, [columns, rows]: Cell): Place {
  const first: Cell = [column, row];
  return columns === 0 && rows === 0 ? [first] : [first, [column + columns, row + rows]];
}

function isOnBoard(place: Place, size: number): boolean {
  return place.every(([column, row]) => column >= 0 && row >= 0 && column < size && row < size);
}
