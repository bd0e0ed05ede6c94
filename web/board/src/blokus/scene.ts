// The picture of the board of Blokus.

import { inset, pathOf, rounded } from '../geometry/polygon.ts';
import { SIDE, cellOf, middle, polygon } from '../geometry/square.ts';
import { markClass } from '../looks.ts';
import { type Scene, type SceneNode, boardAttributes, classes, group, path, pictureClasses } from '../scene.ts';
import { coordinates, framed } from '../squares.ts';
import { body, cross, label, outlineOf, signs } from './draw.ts';
import {
  type Block,
  type ColorView,
  type State,
  type View,
  canHold,
  canPlay,
  cellsOf,
  coveredBy,
  isOnBoard,
  moveOf,
  moveParts,
  placesOf,
  shapeOf,
  trayColor,
  verdictOf,
} from './state.ts';
import { describe, lastBlock } from './text.ts';

/** The width of the strip for the letters and numbers at the edge. */
const RIM = 15;

/** The bodies of blocks: a block never changes, so that it is drawn once while its view is shown. */
const bodies = new WeakMap<Block, SceneNode[]>();

/** The picture of the board. */
export function boardScene(state: State): Scene {
  const { view, settings } = state;
  const attributes = boardAttributes(pictureClass('tw-board', state), describe(state));
  if (!view) {
    return { box: { left: 0, top: 0, width: SIDE, height: SIDE }, attributes, children: [] };
  }
  const children = [
    ...ground(view),
    ...(settings.showCoordinates ? [coordinates(view.size, 10)] : []),
    group('starts', { class: 'starts' }, starts(view)),
    group('blocks', { class: 'blocks' }, blocks(state, view)),
    ...(settings.showCorners ? [corners(view)] : []),
    ...(settings.showPlaces ? [places(state, view)] : []),
    group('marks', { class: 'marks' }, state.marks.map((it, i) => mark(state, view, it, i === 0))),
    ...ghost(state, view),
  ];
  return { box: framed(view.size, 3, settings.showCoordinates ? RIM : 0), attributes, children };
}

/** The classes of a picture: what it is, and how the person stands to it. */
export function pictureClass(name: string, state: State): string {
  return classes(
    pictureClasses(`${name} tw-blokus`, state, canHold(state)),
    state.chosen !== undefined && 'is-holding',
    state.grip !== undefined && 'is-dragging',
  );
}

function ground({ size }: View): SceneNode[] {
  const side = size * SIDE;
  const inner = Array.from({ length: size - 1 }, (_, i) => (i + 1) * SIDE);
  const lines = inner.map((place) => `M0 ${place}H${side}M${place} 0V${side}`).join('');
  const frame = { class: 'ground', x: -1.5, y: -1.5, width: side + 3, height: side + 3, rx: 3 };
  return [{ key: 'ground', tag: 'rect', attributes: frame }, path('grid', 'grid', lines)];
}

/** Where colors that have no piece on the board may begin; where several may, the one to move is seen. */
function starts(view: View): SceneNode[] {
  const isPlaced = new Set(view.blocks.map((block) => block.color));
  const begin = view.colors.filter((it) => !isPlaced.has(it.color));
  const mine = begin.find((it) => it.color === view.color_to_move);
  const isHidden = (it: ColorView, square: string) => it !== mine && mine?.open_corners.includes(square);
  return begin.flatMap((color) => {
    const squares = color.open_corners.filter((square) => !isHidden(color, square));
    return squares.map((square) => dot('start', view, color, square, 5));
  });
}

/** Where the next piece of the color to move can touch. */
function corners(view: View): SceneNode {
  const color = view.colors.find((it) => it.color === view.color_to_move);
  const dots = color?.open_corners.map((square) => dot('corner', view, color, square, 3)) ?? [];
  return group('corners', { class: 'corners' }, dots);
}

function dot(name: string, view: View, color: ColorView, square: string, radius: number): SceneNode {
  const { x, y } = middle(cellOf(square), view.size);
  const attributes = { class: `${name} tw-color-${color.color}`, cx: x, cy: y, r: radius };
  return { key: `${color.color} ${square}`, tag: 'circle', attributes };
}

function blocks(state: State, view: View): SceneNode[] {
  const last = lastBlock(view);
  const placed = view.blocks.map((it) => block(state, view, it, it === last));
  return state.sent === undefined ? placed : [...placed, sentBlock(state, view, state.sent)];
}

function block(state: State, view: View, it: Block, isNew: boolean): SceneNode {
  const { showNumbers, showLast } = state.settings;
  const number = showNumbers && it.ply !== null ? String(it.ply + 1) : '';
  const isLast = isNew && showLast;
  const className = classes(`piece tw-color-${it.color}`, isNew && 'is-new', isLast && 'is-last');
  const cells = it.squares.map(cellOf);
  const drawn = bodies.get(it) ?? body(cells, view.size);
  bodies.set(it, drawn);
  return group(`${it.color} ${it.piece}`, { class: className }, [
    ...drawn,
    ...signs(state, it.color, cells, view.size, number),
  ]);
}

/** The piece that was played, until the server shows it; its key is that of the block it becomes. */
function sentBlock(state: State, view: View, move: string): SceneNode {
  const { color } = trayColor(state)!;
  const cells = cellsOf(state, move);
  return group(`${color} ${moveParts(move).piece}`, { class: `piece tw-color-${color} is-new` }, [
    ...body(cells, view.size),
    ...signs(state, color, cells, view.size, ''),
  ]);
}

/** All squares that the chosen piece, as it is turned, can cover. */
function places(state: State, view: View): SceneNode {
  const shape = state.chosen === undefined ? undefined : shapeOf(state, state.chosen);
  const anchors = shape && canPlay(state) ? placesOf(state, shape) : [];
  const cells = anchors.flatMap((anchor) => coveredBy(shape!, anchor));
  const distinct = new Map(cells.map((cell) => [String(cell), cell]));
  const nodes = [...distinct].map(([key, cell]) =>
    path(key, 'place', pathOf([inset(polygon(cell, view.size), 1.5)])),
  );
  return group('places', { class: `places tw-color-${view.color_to_move}` }, nodes);
}

function mark(state: State, view: View, it: State['marks'][number], isBest: boolean): SceneNode {
  const cells = cellsOf(state, it.move);
  return group(it.move, { class: markClass(it, isBest) }, [
    path('line', 'line', outlineOf(cells, view.size, 1.5)),
    label('number', cells[0]!, view.size, it.label),
  ]);
}

function ghost(state: State, view: View): SceneNode[] {
  const { ghost: held, chosen } = state;
  const color = trayColor(state);
  if (!held || chosen === undefined || !color) {
    return [];
  }
  const shape = shapeOf(state, chosen);
  const verdict = verdictOf(state)?.type ?? 'afloat';
  const isOver = !held.isAfloat && isOnBoard(view, shape, held.anchor);
  const isBad = verdict === 'illegal' || verdict === 'off-board';
  const [column, row] = held.anchor;
  const [x, y] = [column * SIDE, (view.size - row - shape.height) * SIDE];
  const attributes = {
    class: classes('ghost piece', `tw-color-${color.color}`, `is-${verdict}`),
    transform: `translate(${rounded(x)} ${rounded(y)})`,
    'data-move': isOver ? moveOf(shape, held.anchor) : undefined,
  };
  const children = [
    ...body(shape.cells, shape.height),
    ...signs(state, color.color, shape.cells, shape.height, ''),
    ...(isBad ? [cross(shape)] : []),
  ];
  return [group('ghost', attributes, children)];
}
