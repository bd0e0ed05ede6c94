// The rack of Triominos: the tiles of the person, as large as the tray has room for.

import { rounded } from '../geometry/polygon.ts';
import { type Scene, type SceneNode, classes, group, text } from '../scene.ts';
import { looseCell, tileOn } from './draw.ts';
import { pictureClass } from './scene.ts';
import { type State, canPlay, cellsOf, orientationOf, rackTiles } from './state.ts';
import { rackLabel, tileLabel } from './text.ts';
import { facesUp, numbersOf, readPlacement } from './tile.ts';

/** The side of a slot for a tile. */
const SLOT = 60;

/** A slot is shown with at most so many pixels. */
const LARGEST_PIXELS = 84;

/** How much larger than on the table tiles are drawn. */
const SCALE = 1.3;

/** The picture of the tray. */
export function trayScene(state: State): Scene {
  const tiles = rackTiles(state);
  const { nColumns, scale } = layOut(tiles.length, state.tray);
  const [width, height] = [state.tray.width / scale, state.tray.height / scale];
  const left = (width - nColumns * SLOT) / 2;
  const attributes = { class: pictureClass('tw-tray', state), role: 'group', 'aria-label': rackLabel(state) };
  const children = tiles.map((tile, i) => {
    const [column, row] = [i % nColumns, Math.floor(i / nColumns)];
    return rackTile(state, tile, tile === (state.chosen ?? tiles[0]), rounded(left + column * SLOT), row * SLOT);
  });
  return { box: { left: 0, top: 0, width: rounded(width), height: rounded(height) }, attributes, children };
}

/** In how many columns some tiles are shown largest in a tray, and how many pixels a unit has then. */
function layOut(nTiles: number, { width, height }: State['tray']): { nColumns: number; scale: number } {
  const pixels = (nColumns: number) =>
    Math.min(width / nColumns, height / Math.ceil(nTiles / nColumns), LARGEST_PIXELS);
  const counts = Array.from({ length: Math.max(nTiles, 1) }, (_, i) => i + 1);
  // Of those that are shown as large the last one has the fewest rows.
  const nColumns = counts.reduce((best, n) => (pixels(n) >= pixels(best) ? n : best));
  return { nColumns, scale: pixels(nColumns) / SLOT };
}

function rackTile(state: State, tile: string, isFocusable: boolean, x: number, y: number): SceneNode {
  const isChosen = state.chosen === tile;
  const isStuck = canPlay(state) && cellsOf(state, tile).length === 0;
  const attributes = {
    class: classes('rack-tile in-tray', isChosen && 'is-chosen', isStuck && 'is-stuck', state.fresh.has(tile) && 'is-fresh'),
    transform: `translate(${x} ${y})`,
    role: 'button',
    tabindex: isFocusable ? 0 : -1,
    'aria-label': tileLabel(state, tile),
    'aria-pressed': String(isChosen),
    'data-target': `tile:${tile}`,
  };
  const orientation = orientationOf(state, tile);
  const { cell, centre } = looseCell(facesUp(orientation));
  const [left, top] = [SLOT / 2 - centre.x * SCALE, SLOT / 2 - centre.y * SCALE + (facesUp(orientation) ? 6 : -6)];
  const inner = { class: 'tile', transform: `translate(${rounded(left)} ${rounded(top)}) scale(${SCALE})` };
  const frame = { class: 'slot', x: 2, y: 2, width: SLOT - 4, height: SLOT - 4, rx: 8 };
  return group(tile, attributes, [
    { key: 'slot', tag: 'rect', attributes: frame },
    group('tile', inner, tileOn(cell, numbersOf(tile, orientation))),
    ...hint(state, tile),
  ]);
}

/** The number of the hint that uses a tile. */
function hint(state: State, tile: string): SceneNode[] {
  const mark = state.marks.find(({ move }) => readPlacement(move)?.tile === tile);
  return mark ? [text('hint', 'hint', SLOT - 10, 12, mark.label)] : [];
}
