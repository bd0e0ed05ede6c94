// The picture of the board of Coerceo.

import { type Cell, SIDE } from '../geometry/hexagon.ts';
import { type Box, type Point, boxOf, grown } from '../geometry/polygon.ts';
import { markClass } from '../looks.ts';
import { type Scene, type SceneNode, boardAttributes, classes, group, path, pictureClasses, text } from '../scene.ts';
import { cornersOf, cross, hexagon, moveTo, pieceBody, tileBody, triangleLine } from './draw.ts';
import type { Piece } from './pieces.ts';
import {
  type Effects,
  type State,
  type TileView,
  type View,
  canPlay,
  headOf,
  moveParts,
  placesOf,
  previewed,
  spokenTile,
  triangleOf,
  verdictOf,
} from './state.ts';
import { describe, moveSentence, placeLabel } from './text.ts';

/** The space round the tiles. */
const RIM = 6;

/** The least side of the picture, so that few tiles are not huge. */
const LEAST = 6 * SIDE;

/** The picture of the board. */
export function boardScene(state: State): Scene {
  const { view } = state;
  const attributes = boardAttributes(pictureClass('tw-board', state), describe(state));
  if (!view) {
    return { box: { left: 0, top: 0, width: SIDE, height: SIDE }, attributes, children: [] };
  }
  const move = previewed(state);
  const effects = move === undefined ? undefined : state.effects.get(move);
  const children = [
    group('tiles', { class: 'tiles', 'aria-hidden': 'true' }, view.tiles.map((tile) => tileNode(state, tile, effects))),
    group('last', { class: 'last' }, lastNodes(state)),
    group('places', { class: 'places' }, placeNodes(state)),
    group('pieces', { class: 'pieces' }, state.pieces.map((piece) => pieceNode(state, piece, effects))),
    ...ghostNodes(state, move),
    group('marks', { class: 'marks' }, markNodes(state)),
    ...cursorNodes(state),
    group('buttons', { class: 'buttons' }, buttonNodes(state)),
    ...draggedNodes(state),
  ];
  return { box: boxOfView(view), attributes, children };
}

/** The classes of a picture: what it is, and how the person stands to it. */
export function pictureClass(name: string, state: State): string {
  return classes(
    pictureClasses(`${name} tw-coerceo`, state, canPlay(state)),
    state.isExchanging && 'is-exchanging',
    state.dragged && 'is-dragging',
  );
}

/** A square round the tiles, because that is the room a page has for a board. */
function boxOfView({ tiles }: View): Box {
  const { left, top, width, height } = grown(boxOf(cornersOf(tiles.map(cellOf))), RIM);
  const side = Math.max(width, height, LEAST);
  return { left: left - (side - width) / 2, top: top - (side - height) / 2, width: side, height: side };
}

function cellOf({ column, row }: TileView): Cell {
  return [column, row];
}

/** Tiles that are gone are drawn too, so that they are seen to lift off. */
function tileNode(state: State, tile: TileView, effects: Effects | undefined): SceneNode {
  const isFalling = effects?.removed.includes(tile.tile);
  const className = classes('tile', !tile.is_on_table && 'is-gone', isFalling && 'is-falling');
  return group(tile.tile, { class: className }, tileBody(cellOf(tile), state.settings.showCoordinates ? spokenTile(state, tile.tile) : ''));
}

function lastNodes({ last, settings, triangles }: State): SceneNode[] {
  if (last === undefined || !settings.showLast) {
    return [];
  }
  const { from, to } = moveParts(last);
  const ends = [from, to].flatMap((name) => triangles.get(name ?? '') ?? []);
  const shown = ends.filter(({ tile }) => tile.is_on_table);
  return shown.map((it) => path(it.name, classes('was', it.name === from && 'is-from'), triangleLine(it, 2)));
}

/** Where what is chosen can go; with nothing chosen, and only if that is wanted, where anything can. */
function placeNodes(state: State): SceneNode[] {
  if (!canPlay(state)) {
    return [];
  }
  const head = headOf(state);
  if (head !== undefined) {
    return placesOf(state).map((name) => placeNode(state, name, head + name));
  }
  const all = state.settings.showPlaces ? new Set([...state.steps.values()].flat()) : [];
  return [...all].map((name) => group(name, { class: 'place is-faint' }, [path('line', 'line', triangleLine(triangleOf(state, name), 5))]));
}

function placeNode(state: State, name: string, move: string): SceneNode {
  const triangle = triangleOf(state, name);
  const effects = state.effects.get(move);
  const isPrey = state.isExchanging;
  const line = path('line', 'line', triangleLine(triangle, isPrey ? 3.2 : 5));
  // Under the piece itself, what it would do is not to be read.
  const isCovered = isPrey || move === previewed(state);
  return group(name, { class: classes('place', isPrey && 'is-prey') }, [line, ...(isCovered ? [] : signs(triangle.middle, effects))]);
}

/** What a move would take, on its place: a cross for pieces, a hexagon for tiles. */
function signs({ x, y }: Point, effects: Effects | undefined): SceneNode[] {
  const [nTaken, nTiles] = [effects?.captured.length ?? 0, effects?.removed.length ?? 0];
  const isBoth = nTaken > 0 && nTiles > 0;
  const at = (side: number) => ({ x: x + (isBoth ? 4.6 * side : 0), y });
  return [
    ...(nTaken > 0 ? [path('cross', 'sign is-cross', cross(at(-1), 2.8))] : []),
    ...(nTiles > 0 ? [path('tile', 'sign is-tile', hexagon(at(1), 4))] : []),
  ];
}

function pieceNode(state: State, piece: Piece, effects: Effects | undefined): SceneNode {
  const { from, to } = state.sent === undefined ? {} : moveParts(state.sent);
  const triangle = triangleOf(state, piece.at);
  const isMoving = !piece.isTaken && from === piece.at;
  const isVictim = !piece.isTaken && effects?.captured.includes(piece.at);
  const isChosen = !piece.isTaken && state.chosen === piece.at;
  const className = classes(
    `piece tw-color-${piece.color}`,
    piece.isTaken && 'is-taken',
    isVictim && 'is-victim',
    isChosen && 'is-chosen',
    isChosen && state.dragged && 'is-away',
    !piece.isTaken && canPlay(state) && !state.isExchanging && state.steps.has(piece.at) && 'is-free',
  );
  const place = isMoving ? triangleOf(state, to!).middle : triangle.middle;
  return group(String(piece.id), { class: className, transform: moveTo(place) }, [
    group('body', { class: 'body' }, pieceBody(triangle, letterOf(state, piece.color))),
    ...(isVictim ? [path('cross', 'cross', cross({ x: 0, y: 0 }, 8))] : []),
  ]);
}

/** The chosen piece where it would go. */
function ghostNodes(state: State, move: string | undefined): SceneNode[] {
  const { from, to } = move === undefined ? {} : moveParts(move);
  if (from === undefined || state.sent !== undefined || state.dragged) {
    return [];
  }
  return [floating(state, 'ghost', from, triangleOf(state, to!).middle)];
}

function draggedNodes(state: State): SceneNode[] {
  return state.dragged && state.chosen ? [floating(state, 'dragged', state.chosen, state.dragged)] : [];
}

function floating(state: State, name: string, piece: string, place: Point): SceneNode {
  const triangle = triangleOf(state, piece);
  const attributes = { class: `${name} piece tw-color-${triangle.piece}`, transform: moveTo(place) };
  return group(name, attributes, pieceBody(triangle, letterOf(state, triangle.piece!)));
}

function letterOf({ settings }: State, color: string): string {
  return settings.hasLetters ? color.charAt(0).toUpperCase() : '';
}

function markNodes(state: State): SceneNode[] {
  return state.marks.map((mark, i) => {
    const { move, label } = mark;
    const { from, to } = moveParts(move);
    const end = triangleOf(state, to).middle;
    const begin = from === undefined ? end : triangleOf(state, from).middle;
    // The number is on the way, so that two moves to one place keep theirs apart.
    const at = { x: begin.x + (end.x - begin.x) * 0.6, y: begin.y + (end.y - begin.y) * 0.6 };
    const line = from === undefined ? triangleLine(triangleOf(state, to), 1.5) : `M${begin.x} ${begin.y}L${end.x} ${end.y}`;
    const width = Math.max(14, 7 * label.length + 5);
    const badge = { class: 'badge', x: at.x - width / 2, y: at.y - 7, width, height: 14, rx: 7 };
    return group(move, { class: markClass(mark, i === 0), 'data-move': move }, [
      path('line', classes('line', from === undefined && 'is-ring'), line),
      { key: 'end', tag: 'circle', attributes: { class: 'end', cx: end.x, cy: end.y, r: 4 } },
      { key: 'badge', tag: 'rect', attributes: badge },
      text('number', 'number', at.x, at.y, label),
    ]);
  });
}

function cursorNodes(state: State): SceneNode[] {
  const { cursor } = state;
  if (!cursor) {
    return [];
  }
  const verdict = verdictOf(state)?.type;
  const isFree = canPlay(state) && !state.isExchanging && state.steps.has(cursor.at);
  if (cursor.by === 'mouse' && !verdict && (!isFree || cursor.at === state.chosen)) {
    return [];
  }
  const className = classes('cursor', `is-by-${cursor.by}`, verdict && `is-${verdict}`);
  const node = path('cursor', className, triangleLine(triangleOf(state, cursor.at), 1.5));
  return [{ ...node, attributes: { ...node.attributes, 'data-at': cursor.at } }];
}

/** What can be chosen, for those who do not see the rest. */
function buttonNodes(state: State): SceneNode[] {
  if (!canPlay(state)) {
    return [];
  }
  const head = headOf(state);
  const places = head === undefined ? [] : placesOf(state).map((name) => button(state, name, moveSentence(state, head + name)));
  const pieces = state.isExchanging ? [] : [...state.steps.keys()];
  return [...pieces.map((name) => button(state, name, placeLabel(state, triangleOf(state, name)))), ...places];
}

function button(state: State, name: string, label: string): SceneNode {
  const triangle = triangleOf(state, name);
  const isPiece = !state.isExchanging && state.steps.has(name);
  const attributes = {
    class: classes('button', isPiece && 'is-piece'),
    d: triangleLine(triangle, 0),
    role: 'button',
    tabindex: -1,
    'aria-label': label,
    'aria-pressed': isPiece ? String(name === state.chosen) : undefined,
    'data-target': name,
  };
  return { key: name, tag: 'path', attributes };
}
