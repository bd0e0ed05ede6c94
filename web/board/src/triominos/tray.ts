// The rack of Triominos: the tiles of the person, as large as the tray has room for.

import { rounded } from '../geometry/polygon.ts';
import { type Scene, type SceneNode, classes, group, text } from '../scene.ts';
import { looseCell, tileOn } from './draw.ts';
import { SLOT, layOut, shownTiles } from './rack.ts';
import { pictureClass } from './scene.ts';
import { type State, canPlay, cellsOf, orientationOf } from './state.ts';
import { rackLabel, tileLabel } from './text.ts';
import { facesUp, numbersOf, readPlacement } from './tile.ts';

/** How much larger than on the table tiles are drawn. */
const SCALE = 1.3;

/** The picture of the tray. */
export function trayScene(state: State): Scene {
  const tiles = shownTiles(state);
  const { nColumns, left, width, height } = layOut(tiles.length, state.tray);
  const attributes = { class: pictureClass('tw-tray', state), role: 'group', 'aria-label': rackLabel(state) };
  const children = tiles.map((tile, i) => {
    const [column, row] = [i % nColumns, Math.floor(i / nColumns)];
    return rackTile(state, tile, tile === (state.chosen ?? tiles[0]), rounded(left + column * SLOT), row * SLOT);
  });
  return { box: { left: 0, top: 0, width: rounded(width), height: rounded(height) }, attributes, children };
}

function rackTile(state: State, tile: string, isFocusable: boolean, x: number, y: number): SceneNode {
  const isChosen = state.chosen === tile;
  const isAway = isChosen && state.grip?.what === 'tile';
  const isStuck = canPlay(state) && cellsOf(state, tile).length === 0;
  const attributes = {
    class: classes('rack-tile in-tray', isChosen && 'is-chosen', isStuck && 'is-stuck', isAway && 'is-away', state.fresh.has(tile) && 'is-fresh'),
    transform: `translate(${x} ${y})`,
    role: 'button',
    tabindex: isFocusable ? 0 : -1,
    'aria-label': tileLabel(state, tile),
    'aria-pressed': String(isChosen),
    'data-target': `tile:${tile}`,
  };
  const orientation = orientationOf(state, tile);
  const { cell, center } = looseCell(facesUp(orientation));
  const [left, top] = [SLOT / 2 - center.x * SCALE, SLOT / 2 - center.y * SCALE + (facesUp(orientation) ? 6 : -6)];
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
