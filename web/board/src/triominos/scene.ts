// The picture of the table of Triominos.

import { type Point, rounded } from '../geometry/polygon.ts';
import { type Cell, HALF, HEIGHT, middle } from '../geometry/triangle.ts';
import { markClass } from '../looks.ts';
import { type Scene, type SceneNode, boardAttributes, classes, group, path, pictureClasses, text } from '../scene.ts';
import { SIZE, cameraOf, toTable, windowOf } from './camera.ts';
import { cross, looseCell, outlineOf, sketchOn, tileOn } from './draw.ts';
import { bar, hands } from './surroundings.ts';
import {
  type Placed,
  type State,
  type View,
  canHold,
  canPlay,
  orientationOf,
  placedTiles,
  placementAt,
  verdictOf,
} from './state.ts';
import { COLORS, bonusLabel, describe, placeLabel, signed } from './text.ts';
import { type Placement, cornersOf, facesUp, isSame, numbersOf, readPlacement } from './tile.ts';

/** The picture of the board. */
export function boardScene(state: State): Scene {
  const { view } = state;
  const attributes = boardAttributes(pictureClass('tw-board', state), describe(state));
  const box = { left: 0, top: 0, width: SIZE, height: SIZE };
  const children = view ? [bar(state, view), table(state, view), ...hands(view), ...afloat(state)] : [];
  return { box, attributes, children };
}

/** The classes of a picture: what it is, and how the person stands to it. */
export function pictureClass(name: string, state: State): string {
  return classes(
    pictureClasses(`${name} tw-triominos`, state, canHold(state)),
    state.chosen !== undefined && 'is-holding',
    state.grip?.what === 'tile' && 'is-dragging',
    state.grip?.what === 'table' && 'is-panning',
  );
}

/** The window to the table: what lies outside is not seen. */
function table(state: State, view: View): SceneNode {
  const { left, top, width, height } = windowOf(view);
  const { scale, x, y } = cameraOf(state);
  const frame = { class: 'table', x: left, y: top, width, height };
  const transform = `translate(${rounded(x - left)} ${rounded(y - top)}) scale(${rounded(scale)})`;
  const ground = { key: 'ground', tag: 'rect', attributes: { class: 'ground', width, height, rx: 8 } };
  const shown = group('plane', { class: 'plane', transform }, plane(state, view));
  return { key: 'table', tag: 'svg', attributes: frame, children: [ground, shown, ...coordinates(state, view)] };
}

function plane(state: State, view: View): SceneNode[] {
  const placed = placedTiles(view);
  const isLast = (it: Placed) => it.number === view.actions.length;
  // A bonus is told until everybody has placed once more: others may answer before it was seen.
  const isNews = (it: Placed) => isLast(it) || it.figures.length > 0;
  const recent = placed.slice(-view.hands.length).filter(isNews);
  const tiles = [...placed.map((it) => tile(state, it, isLast(it))), ...sentTile(state, view)];
  return [
    grid(state, view),
    group('tiles', { class: 'tiles', 'aria-hidden': 'true' }, tiles),
    group('places', { class: 'places' }, places(state)),
    group('marks', { class: 'marks' }, marks(state)),
    ...ghost(state),
    group('news', { class: 'news' }, recent.flatMap((it) => news(state, view, it))),
  ];
}

/** The lines between the cells, as far as they are seen, and a little more for when the table moves. */
function grid(state: State, view: View): SceneNode {
  const { first, last } = seen(state, view);
  const [top, bottom] = [Math.floor(first.y / HEIGHT) - 2, Math.ceil(last.y / HEIGHT) + 2];
  const [left, right] = [Math.floor(first.x / HALF) - 4, Math.ceil(last.x / HALF) + 4];
  const at = (x: number, y: number) => `${x * HALF} ${rounded(y * HEIGHT)}`;
  const level = multiples(top, bottom, 1).map((y) => `M${at(left, y)}H${right * HALF}`);
  // A slanted line meets each row half a side farther, so those that are seen begin up to the height farther out.
  const falling = multiples(left - bottom, right - top, 2).map((x) => `M${at(x + top, top)}L${at(x + bottom, bottom)}`);
  const rising = multiples(left + top, right + bottom, 2).map((x) => `M${at(x - top, top)}L${at(x - bottom, bottom)}`);
  return path('grid', 'grid', [...level, ...falling, ...rising].join(''));
}

/** The upper left and the lower right corner of what is seen of the table. */
function seen(state: State, view: View): { first: Point; last: Point } {
  const { left, top, width, height } = windowOf(view);
  return { first: toTable(state, { x: left, y: top }), last: toTable(state, { x: left + width, y: top + height }) };
}

function tile(state: State, it: Placed, isLast: boolean): SceneNode {
  const { showLast } = state.settings;
  const className = classes('tile', isLast && 'is-new', isLast && showLast && 'is-last');
  return group(it.tile, { class: className }, [...tileOn(it.cell, it.numbers), ...owner(state, it)]);
}

/** Who placed a tile, and when. */
function owner({ settings }: State, { cell, seat, number }: Placed): SceneNode[] {
  const { x, y } = middle(cell);
  const label = settings.showNumbers ? String(number) : settings.hasLetters ? String(seat) : '';
  const className = `owner tw-color-${COLORS[seat - 1]}`;
  const circle = { class: className, cx: rounded(x), cy: rounded(y), r: label ? 5 : 2.6 };
  const dot = { key: 'owner', tag: 'circle', attributes: circle };
  return label ? [dot, text('sign', 'sign', rounded(x), rounded(y), label)] : [dot];
}

/** The tile that was played, until the server shows it; its key is that of the tile it becomes. */
function sentTile(state: State, view: View): SceneNode[] {
  const placement = state.sent === undefined ? undefined : readPlacement(state.sent);
  if (!placement || placedTiles(view).some((it) => it.tile === placement.tile)) {
    return [];
  }
  const { cell, tile: name, orientation } = placement;
  return [group(name, { class: 'tile is-new' }, tileOn(cell, numbersOf(name, orientation)))];
}

/** Where the chosen tile can go and what it brings there; without one, where any tile can go if that is wanted. */
function places(state: State): SceneNode[] {
  if (!canPlay(state)) {
    return [];
  }
  const { chosen, offered, settings } = state;
  if (chosen === undefined) {
    const cells = settings.showPlaces ? offered!.placements.map(({ cell }) => cell) : [];
    return distinct(cells).map((cell) => path(String(cell), 'any-place', outlineOf(cell, 2)));
  }
  const own = offered!.placements.filter((placement) => placement.tile === chosen);
  return distinct(own.map(({ cell }) => cell)).map((cell) => place(state, placementAt(state, chosen, cell)));
}

function place(state: State, placement: Placement): SceneNode {
  const { cell, tile: name, orientation, move } = placement;
  const deed = state.deeds.get(move);
  const attributes = {
    class: classes('place tile', (deed?.figures?.length ?? 0) > 0 && 'is-bonus'),
    role: 'button',
    tabindex: -1,
    'aria-label': placeLabel(state, placement),
    'data-target': `place:${move}`,
  };
  const gain = deed ? signed(deed.gain) : '';
  return group(String(cell), attributes, sketchOn(cell, numbersOf(name, orientation), 'gain', gain));
}

/** The moves to be pointed out, those on one cell together. */
function marks(state: State): SceneNode[] {
  const all = state.marks.flatMap((mark) => {
    const placement = readPlacement(mark.move);
    return placement ? [{ placement, mark, label: mark.label }] : [];
  });
  return distinct(all.map(({ placement }) => placement.cell)).map((cell) => {
    const here = all.filter(({ placement }) => isSame(placement.cell, cell));
    const { tile: name, orientation } = here[0]!.placement;
    const isBest = here[0] === all[0];
    const values = here.map(({ label }) => label).join(', ');
    const children = sketchOn(cell, numbersOf(name, orientation), 'value', values);
    return group(String(cell), { class: `${markClass(here[0]!.mark, isBest)} tile` }, children);
  });
}

/** The held tile over the table. */
function ghost(state: State): SceneNode[] {
  const verdict = verdictOf(state);
  if (!verdict) {
    return [];
  }
  const { cell, tile: name, orientation, move } = verdict.placement;
  const attributes = { class: `ghost tile is-${verdict.type}`, 'data-move': move };
  const children = [
    ...tileOn(cell, numbersOf(name, orientation)),
    ...(verdict.type === 'illegal' ? [cross(cell)] : []),
  ];
  return [group('ghost', attributes, children)];
}

/** The held tile on its way to the table, in units of the picture. */
function afloat(state: State): SceneNode[] {
  const { chosen, ghost: held } = state;
  if (chosen === undefined || !held?.at) {
    return [];
  }
  const orientation = orientationOf(state, chosen);
  const { cell, center } = looseCell(facesUp(orientation));
  const { scale } = cameraOf(state);
  const [x, y] = [held.at.x - center.x * scale, held.at.y - center.y * scale];
  const transform = `translate(${rounded(x)} ${rounded(y)}) scale(${rounded(scale)})`;
  return [group('afloat', { class: 'ghost tile is-afloat', transform }, tileOn(cell, numbersOf(chosen, orientation)))];
}

/** What a tile brought: rings round hexagons, and the points that rise from it. */
function news(state: State, view: View, { cell, figures, gain, number }: Placed): SceneNode[] {
  const [left, middleCorner, right] = cornersOf(cell);
  const corners: Record<string, Point> = { left, middle: middleCorner, right };
  const rings = figures.flatMap(({ corner }) =>
    corner ? [{ key: `ring ${number} ${corner}`, tag: 'circle', attributes: ringAt(corners[corner]!) }] : [],
  );
  const { first, last } = seen(state, view);
  const label = bonusLabel(figures, gain);
  const width = label.length * 7 + 14;
  const x = Math.min(Math.max(middle(cell).x, first.x + width / 2), last.x - width / 2);
  const y = Math.max(middle(cell).y - HEIGHT, first.y + 10);
  const pill = { x: rounded(x - width / 2), y: rounded(y - 9), width, height: 18, rx: 9 };
  return [
    ...rings,
    group(`gain ${number}`, { class: classes('rising', figures.length > 0 && 'is-bonus'), 'aria-hidden': 'true' }, [
      { key: 'pill', tag: 'rect', attributes: { class: 'pill', ...pill } },
      text('label', 'label', rounded(x), rounded(y), label),
    ]),
  ];
}

function ringAt({ x, y }: Point): Record<string, string | number> {
  return { class: 'ring', cx: rounded(x), cy: rounded(y), r: 2 * HALF };
}

/** The numbers of columns and rows at the edge of the window, as many as can be read. */
function coordinates(state: State, view: View): SceneNode[] {
  if (!state.settings.showCoordinates) {
    return [];
  }
  const { height } = windowOf(view);
  const { scale } = cameraOf(state);
  const { first, last } = seen(state, view);
  const stride = Math.ceil(24 / (HALF * scale));
  const columns = multiples(first.x / HALF + 0.6, last.x / HALF - 0.6, stride);
  const rows = multiples(first.y / HEIGHT, last.y / HEIGHT - 1, 1);
  return [
    group('coordinates', { class: 'coordinates', 'aria-hidden': 'true' }, [
      ...columns.map((x) =>
        text(`x ${x}`, 'coordinate', rounded((x * HALF - first.x) * scale), height - 10, String(x)),
      ),
      ...rows.map((y) =>
        text(`y ${y}`, 'coordinate', 12, rounded(((y + 0.5) * HEIGHT - first.y) * scale), String(y)),
      ),
    ]),
  ];
}

/** The multiples of a number between two others. */
function multiples(from: number, to: number, of: number): number[] {
  const first = Math.ceil(from / of);
  const n = Math.max(Math.floor(to / of) - first + 1, 0);
  return Array.from({ length: n }, (_, i) => (first + i) * of);
}

function distinct(cells: readonly Cell[]): Cell[] {
  return [...new Map(cells.map((cell) => [String(cell), cell])).values()];
}
