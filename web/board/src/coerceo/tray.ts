// The tray of Coerceo: the tiles in both hands.

import type { Point } from '../geometry/polygon.ts';
import { type Scene, type SceneNode, classes, group, path, text } from '../scene.ts';
import { capital, counted } from '../words.ts';
import { hexagon } from './draw.ts';
import { pictureClass } from './scene.ts';
import { COLORS, type State, canPlay } from './state.ts';
import { exchangeLabel, handLabel } from './text.ts';

const WIDTH = 160;
const HEIGHT = 62;
const RADIUS = 13;

/** The space for the tiles of one hand. */
const REACH = WIDTH - 2 * RADIUS - 24;

/** The picture of the tray. */
export function trayScene(state: State): Scene {
  const attributes = { class: pictureClass('tw-tray', state), role: 'group', 'aria-label': 'Tiles in hand' };
  const box = { left: 0, top: 0, width: WIDTH * COLORS.length, height: HEIGHT };
  return { box, attributes, children: state.view ? COLORS.map((_, i) => hand(state, i + 1)) : [] };
}

function hand(state: State, seat: number): SceneNode {
  const color = COLORS[seat - 1]!;
  const nTiles = state.view!.held[seat - 1] ?? 0;
  const left = (seat - 1) * WIDTH;
  const isYours = canPlay(state) && state.view!.seat_to_move === seat;
  const canGive = isYours && (state.prey.length > 0 || state.isExchanging);
  const attributes = {
    class: classes(`hand tw-color-${color}`, isYours && 'is-yours', isYours && state.isExchanging && 'is-chosen'),
    ...(canGive ? giving(state, seat) : { role: 'img', 'aria-label': handLabel(state, seat) }),
  };
  const frame = { class: 'frame', x: left + 3, y: 3, width: WIDTH - 6, height: HEIGHT - 6, rx: 9 };
  return group(color, attributes, [
    { key: 'frame', tag: 'rect', attributes: frame },
    { key: 'sign', tag: 'circle', attributes: { class: 'sign', cx: left + 16, cy: 17, r: 5 } },
    label('name', left + 27, `${capital(color)}: ${counted(nTiles, 'tile')}`),
    ...Array.from({ length: nTiles }, (_, i) => tile(i, { x: left + 22 + i * stepOf(nTiles), y: 41 })),
  ]);
}

/** A hand that can be given away is a button. */
function giving(state: State, seat: number): Record<string, string | number> {
  return {
    role: 'button',
    tabindex: 0,
    'aria-label': `${handLabel(state, seat)}. ${exchangeLabel(state)}`,
    'aria-pressed': String(state.isExchanging),
    'data-target': 'exchange',
  };
}

/** Many tiles lie on each other. */
function stepOf(nTiles: number): number {
  return nTiles < 2 ? 0 : Math.min(2 * RADIUS + 2, REACH / (nTiles - 1));
}

function tile(index: number, place: Point): SceneNode {
  return path(`tile ${index}`, 'held', hexagon(place, RADIUS));
}

function label(key: string, x: number, content: string): SceneNode {
  return text(key, 'count', x, 17, content);
}
