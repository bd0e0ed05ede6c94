// What is seen round the table: the pile and the round above, the hands below.

import { rounded } from '../geometry/polygon.ts';
import { HALF } from '../geometry/triangle.ts';
import { type SceneNode, classes, group, text } from '../scene.ts';
import { capital, counted } from '../words.ts';
import { BAR, OPEN_ROW, SIZE, handsHeight, nOpenColumns, windowOf } from './camera.ts';
import { back, looseCell, tileOn } from './draw.ts';
import { type HandView, type State, type View, mayDo } from './state.ts';
import { COLORS, costLabel, seatName, signed } from './text.ts';
import { numbersOf } from './tile.ts';

/** How many backs are drawn of a hand or a pile at most. */
const MOST_BACKS = 12;

/** How large the backs in a hand are. */
const BACK_SCALE = 0.4;

/** The height of the line above the tiles of an open hand. */
const OPEN_LINE = 18;

/** The bar above the table: the pile at the left, the round at the right. */
export function bar(state: State, view: View): SceneNode {
  return group('bar', { class: 'bar-above' }, [
    pile(state, view),
    endText('round', 'round', SIZE - 8, BAR / 2, roundText(view)),
  ]);
}

/** The hands below the table: backs, or tiles once they lie open. */
export function hands(view: View): SceneNode[] {
  if (handsHeight(view) === 0) {
    return [];
  }
  const nodes = view.hands.map((hand, i) => (view.round_end ? openHand(view, hand, i) : closedHand(view, hand, i)));
  return [group('hands', { class: 'hands' }, nodes)];
}

function pile(state: State, view: View): SceneNode {
  const mayDraw = mayDo(state, 'draw');
  const n = Math.min(view.n_pile, 4);
  const backs = Array.from({ length: n }, (_, i) =>
    group(`back ${i}`, { transform: `translate(${20 + i * 4} 6) scale(0.75)` }, [back()]),
  );
  const label = counted(view.n_pile, 'tile');
  const name = `${costLabel(state, 'draw')}, ${label} in the pile`;
  const button = { role: 'button', tabindex: -1, 'aria-label': name, 'data-target': 'pile' };
  const attributes = { class: classes('pile', mayDraw && 'is-open'), ...(mayDraw ? button : {}) };
  const frame = { class: 'slot', x: 2, y: 2, width: 172, height: BAR - 4, rx: 8 };
  return group('pile', attributes, [
    { key: 'slot', tag: 'rect', attributes: frame },
    ...backs,
    n === 0
      ? startText('count', 'count', 8, BAR / 2, 'The pile is empty')
      : startText('count', 'count', 58, BAR / 2, `${label} left`),
  ]);
}

function roundText({ round, options }: View): string {
  if (options.hands === 'shared' || options['single-round']) {
    return 'One round';
  }
  return `Round ${round}, to ${options.target} points`;
}

/** The backs of the tiles of a seat, and how many there are. */
function closedHand(view: View, hand: HandView, index: number): SceneNode {
  const window = windowOf(view);
  const width = SIZE / view.hands.length;
  const [x, y] = [index * width, window.top + window.height];
  const room = width - 62;
  const n = Math.min(hand.n_tiles, MOST_BACKS);
  const step = Math.min(HALF * BACK_SCALE * 1.2, room / Math.max(n, 1));
  const backs = Array.from({ length: n }, (_, i) =>
    group(`back ${i}`, { transform: `translate(${rounded(54 + i * step)} 8) scale(${BACK_SCALE})` }, [back()]),
  );
  const isTurn = view.seat_to_move === index + 1;
  const attributes = { class: classes('hand', isTurn && 'is-turn'), transform: `translate(${rounded(x)} ${y})` };
  return group(`closed ${index}`, attributes, [
    dot(index, 15),
    startText('count', 'count', 20, 15, String(hand.n_tiles)),
    ...backs,
  ]);
}

/** The tiles that a seat was left with, and what the round brought it. */
function openHand(view: View, hand: HandView, index: number): SceneNode {
  const window = windowOf(view);
  const nColumns = nOpenColumns(view);
  const width = SIZE / nColumns;
  const [x, y] = [(index % nColumns) * width, window.top + window.height + Math.floor(index / nColumns) * OPEN_ROW];
  const tiles = hand.tiles ?? [];
  // Side by side they would point up and down in turn; a little more space keeps them apart.
  const step = HALF * 1.2;
  const scale = Math.min(1, (width - 12) / ((tiles.length + 1) * step));
  const nodes = tiles.map((tile, i) => openTile(tile, i % 2 === 0, (i + 1) * step));
  const inner = { transform: `translate(6 ${OPEN_LINE + (OPEN_ROW - OPEN_LINE) / 2}) scale(${rounded(scale)})` };
  const gain = signed(view.round_end!.gains[index]!);
  const label = `${capital(seatName(view, index + 1))} ${gain}${tiles.length > 0 ? '' : ', no tile left'}`;
  return group(`open ${index}`, { class: 'hand', transform: `translate(${x} ${y})` }, [
    dot(index, 10),
    startText('name', 'name', 20, 10, label),
    group('tiles', inner, nodes),
  ]);
}

/** A tile of an open hand, with its middle a little above or below the line between up and down. */
function openTile(tile: string, isUp: boolean, x: number): SceneNode {
  const { cell, center } = looseCell(isUp);
  const transform = `translate(${rounded(x - center.x)} ${rounded(-center.y + (isUp ? 3 : -3))})`;
  return group(tile, { class: 'tile', transform }, tileOn(cell, numbersOf(tile, isUp ? 'ABC' : 'ACB')));
}

function dot(index: number, y: number): SceneNode {
  return { key: 'dot', tag: 'circle', attributes: { class: `dot tw-color-${COLORS[index]}`, cx: 11, cy: y, r: 5 } };
}

function startText(key: string, className: string, x: number, y: number, content: string): SceneNode {
  return text(key, `${className} at-start`, x, y, content);
}

function endText(key: string, className: string, x: number, y: number, content: string): SceneNode {
  return text(key, `${className} at-end`, x, y, content);
}
