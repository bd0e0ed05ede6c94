// The picture of the board of Aqua Pipe.

import type { Point } from '../geometry/polygon.ts';
import { pathOf, rounded } from '../geometry/polygon.ts';
import { type Cell, SIDE, cellOf, middle, nameOf } from '../geometry/square.ts';
import { markClass } from '../looks.ts';
import { type Attributes, type Scene, type SceneNode, boardAttributes, classes, group, path, pictureClasses } from '../scene.ts';
import { coordinates, framed } from '../squares.ts';
import { bendPath, cross, labelPoint, letter, loopPath, pattern, pipe, plate, ringsPath } from './draw.ts';
import { type Place, middleOf, placeName } from './place.ts';
import {
  type Diameter,
  type Mark,
  type PipeView,
  type RowView,
  type State,
  type View,
  canPlay,
  headOf,
  lastMove,
  partsOf,
  placesOf,
  shownMarks,
  shownPipes,
  shownRows,
  verdictOf,
} from './state.ts';
import { describe, pipeLabel, placeLabel, spaceSentence } from './text.ts';

/** The width of the strip for the letters and numbers at the edge. */
const RIM = 5;

/** Wide pipes are drawn first, so that bends lie over them. */
const LAYERS: readonly Diameter[] = ['large', 'medium', 'small'];

/** The picture of the board. */
export function boardScene(state: State): Scene {
  const { view, settings } = state;
  const attributes = boardAttributes(pictureClass('tw-board', state), describe(state));
  if (!view) {
    return { box: { left: 0, top: 0, width: SIDE, height: SIDE }, attributes, children: [] };
  }
  const children = [
    ground(view),
    ...(settings.showCoordinates ? [coordinates(view.size, 3.6)] : []),
    group('rows', { class: 'rows' }, shownRows(view).map((it) => rowNode(it, view))),
    group('pipes', { class: 'pipes' }, pipes(state, view)),
    group('places', { class: `places tw-color-${view.color_to_move}` }, places(state, view)),
    group('marks', { class: 'marks' }, shownMarks(state).map((it) => mark(it, view))),
    ...cursor(state, view),
  ];
  return { box: framed(view.size, 1.5, settings.showCoordinates ? RIM : 0), attributes, children };
}

/** The classes of a picture: what it is, and how the person stands to it. */
export function pictureClass(name: string, state: State): string {
  return classes(
    pictureClasses(`${name} tw-aquapipe`, state, canPlay(state)),
    state.chosen !== undefined && 'is-holding',
    state.isDragging && 'is-dragging',
  );
}

/** The board: a plate for each space with the rings into which pipes go. */
function ground(view: View): SceneNode {
  const side = view.size * SIDE;
  const frame = { class: 'ground', x: -1, y: -1, width: side + 2, height: side + 2, rx: 3.5 };
  const cells = Array.from({ length: view.size ** 2 }, (_, i): Cell => [i % view.size, Math.floor(i / view.size)]);
  const spaces = cells.map((cell) => space(view, cell));
  return group('ground', {}, [{ key: 'frame', tag: 'rect', attributes: frame }, ...spaces]);
}

function space(view: View, cell: Cell): SceneNode {
  const [at] = pointsOf([cell], view);
  const rings = LAYERS.map((diameter) => ringsPath(diameter, [at!])).join('');
  const plateBox = { class: 'space', x: at!.x - 9.6, y: at!.y - 9.6, width: 19.2, height: 19.2, rx: 3 };
  return group(nameOf(cell), { role: 'img', 'aria-label': spaceSentence(view, nameOf(cell)) }, [
    { key: 'space', tag: 'rect', attributes: plateBox },
    path('rings', 'guide', rings),
  ]);
}

function pipes(state: State, view: View): SceneNode[] {
  const onBoard = shownPipes(state).filter((it) => it.spaces.length > 0);
  const sorted = LAYERS.flatMap((diameter) => onBoard.filter((it) => it.diameter === diameter));
  return [...trace(state, view), ...sorted.map((it) => pipeNode(state, view, it))];
}

function pipeNode(state: State, view: View, it: PipeView): SceneNode {
  const ends = pointsOf(it.spaces.map(cellOf), view);
  const head = headOf(it);
  const isLast = isNewest(state, it);
  const className = classes(
    'pipe',
    `tw-color-${it.color}`,
    isLast && 'is-new',
    isLast && state.settings.showLast && 'is-last',
    state.chosen === head && it.color === view.color_to_move && 'is-chosen',
  );
  const [rings, bend] = [ringsPath(it.diameter, ends), bendPath(it.diameter, ends)];
  return group(`${it.color} ${head}`, { class: className, ...choosable(state, view, it) }, [
    path('halo', 'halo', rings),
    path('bend halo', 'bend halo', bend),
    ...pipe(it.diameter, ends),
    ...(state.settings.hasLetters ? [pattern(it.diameter, ends), letter(it.color, it.diameter, ends)] : []),
    path('hit', 'hit', rings + bend),
  ]);
}

/** The loop around a row; colors are told apart by its line too. */
function rowNode({ color, diameter, spaces, is_winning }: RowView, view: View): SceneNode {
  const [first, last] = pointsOf([spaces.at(0)!, spaces.at(-1)!].map(cellOf), view);
  const loop = loopPath(diameter, first!, last!);
  const className = classes('row', `tw-color-${color}`, is_winning && 'is-winning');
  return group(`${color} ${diameter} ${spaces.join('')}`, { class: className }, [
    path('glow', 'glow', loop),
    path('loop', 'loop', loop),
  ]);
}

/** Whether a pipe was played last, or just now. */
function isNewest(state: State, it: PipeView): boolean {
  const move = state.sent ?? state.last;
  const parts = move === undefined ? undefined : partsOf(move);
  return parts?.to !== undefined && parts.diameter === it.diameter && placeName(parts.to) === it.spaces.join('');
}

/** What makes a pipe a button for who may move it. */
function choosable(state: State, view: View, it: PipeView): Attributes {
  if (!canPlay(state) || it.color !== view.color_to_move) {
    return {};
  }
  const head = headOf(it);
  const isMovable = state.choices?.has(head) ?? false;
  return {
    'data-target': `pipe:${head}`,
    role: isMovable ? 'button' : undefined,
    tabindex: isMovable ? -1 : undefined,
    'aria-label': isMovable ? pipeLabel(state, head) : undefined,
    'aria-pressed': isMovable ? String(state.chosen === head) : undefined,
  };
}

/** Where the pipe that was moved last came from. */
function trace(state: State, view: View): SceneNode[] {
  const last = state.settings.showLast && state.sent === undefined ? lastMove(state) : undefined;
  if (!last?.parts.from) {
    return [];
  }
  const ends = pointsOf(last.parts.from, view);
  const outline = ringsPath(last.parts.diameter, ends) + bendPath(last.parts.diameter, ends);
  return [path('trace', `trace tw-color-${last.pipe.color}`, outline)];
}

/** Where the chosen pipe can go: each place is a button. */
function places(state: State, view: View): SceneNode[] {
  const { chosen } = state;
  const parts = chosen === undefined || !canPlay(state) ? undefined : partsOf(chosen);
  if (!parts) {
    return [];
  }
  return placesOf(state, parts.head).map((place) => {
    const ends = pointsOf(place, view);
    const attributes = {
      class: 'place',
      role: 'button',
      tabindex: -1,
      'aria-label': placeLabel(view, parts.head, place),
      'data-target': `place:${placeName(place)}`,
    };
    return group(placeName(place), attributes, [
      path('reach', 'reach', reachOf(place, view)),
      path('free', 'free', ringsPath(parts.diameter, ends) + bendPath(parts.diameter, ends)),
    ]);
  });
}

/** What belongs to a place for a pointer: the space, or a diamond where two of them meet. */
function reachOf(place: Place, view: View): string {
  const { x, y } = pointOf(middleOf(place), view);
  const half = SIDE / 2;
  const square = [[-half, -half], [half, -half], [half, half], [-half, half]] as const;
  const diamond = [[0, -half], [half, 0], [0, half], [-half, 0]] as const;
  return pathOf([(place.length === 1 ? square : diamond).map(([right, down]) => ({ x: x + right, y: y + down }))]);
}

function mark(it: Mark, view: View): SceneNode {
  const { move, label, isBest, isValue } = it;
  const { diameter, from, to } = partsOf(move)!;
  const ends = pointsOf(to!, view);
  const outline = ringsPath(diameter, ends) + bendPath(diameter, ends);
  return group(move, { class: markClass(it, isBest) }, [
    ...(isValue ? [] : [path('line', 'line', outline + wayOf(diameter, from, to!, view))]),
    plate('label', labelPoint(diameter, ends), label),
  ]);
}

/** The line along which a pipe goes from a place on the board to another. */
function wayOf(diameter: Diameter, from: Place | undefined, to: Place, view: View): string {
  return from ? bendPath(diameter, [pointOf(middleOf(from), view), pointOf(middleOf(to), view)]) : '';
}

/** The chosen pipe at the cursor, or a frame where the keys are with an empty hand. */
function cursor(state: State, view: View): SceneNode[] {
  const { chosen, cursor: at, afloat } = state;
  if (chosen === undefined) {
    return at ? [frame(pointsOf(at.place, view)[0]!)] : [];
  }
  const { diameter, isU } = partsOf(chosen)!;
  const ends = afloat ? endsAround(pointOf(afloat, view), isU) : at && pointsOf(at.place, view);
  if (!ends) {
    return [];
  }
  const verdict = verdictOf(state)?.type ?? 'afloat';
  const attributes = {
    class: classes('ghost pipe', `tw-color-${view.color_to_move}`, `is-${verdict}`),
    'data-move': verdict === 'legal' && at ? chosen + placeName(at.place) : undefined,
  };
  return [group('ghost', attributes, [...pipe(diameter, ends), ...(verdict === 'illegal' ? [cross(ends)] : [])])];
}

function frame({ x, y }: Point): SceneNode {
  const attributes = { class: 'cursor', x: x - 9.6, y: y - 9.6, width: 19.2, height: 19.2, rx: 3 };
  return { key: 'cursor', tag: 'rect', attributes };
}

/** The ends of a pipe that is held with its middle at a point. */
function endsAround({ x, y }: Point, isU: boolean): Point[] {
  return (isU ? [-SIDE / 2, SIDE / 2] : [0]).map((aside) => ({ x: rounded(x + aside), y: rounded(y) }));
}

function pointsOf(place: Place, view: View): Point[] {
  return place.map((cell) => middle(cell, view.size));
}

/** A point in spaces from the lower left corner as a point of the scene. */
function pointOf({ x, y }: Point, view: View): Point {
  return { x: rounded(x * SIDE), y: rounded((view.size - y) * SIDE) };
}
