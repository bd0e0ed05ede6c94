// The tray of Aqua Pipe: what both hands hold, by diameter.

import { type Point, rounded } from '../geometry/polygon.ts';
import { type Scene, type SceneNode, classes, group, text } from '../scene.ts';
import { capital } from '../words.ts';
import { pattern, pipe } from './draw.ts';
import { RADII } from './rings.ts';
import { pictureClass } from './scene.ts';
import {
  type Color,
  type Diameter,
  type PipeView,
  type State,
  canPlay,
  colorsOf,
  headOf,
  ownHeads,
  shownPipes,
} from './state.ts';
import { handLabel, kindsOf } from './text.ts';

const WIDTH = 140;
const ROW = 46;
const GAP = 4;

/** The width of the name at the left of a row, and the margin at its right. */
const NAME = 19;
const MARGIN = 1.5;

/** How much wider the slot of a U pipe is than that of a straight one. */
const U_SLOTS = 1.5;

/** The width for which a straight pipe is drawn as large as on the board, and how much larger it gets. */
const USUAL_SLOT = 20;
const LARGEST = 1.5;

/** The middle of a pipe and of the number below it, from the top of a row. */
const PIPE_AT = 18;
const COUNT_AT = 37;

interface Span {
  left: number;
  width: number;
}

/** The picture of the tray. */
export function trayScene(state: State): Scene {
  const colors = rowsOf(state);
  const attributes = { class: pictureClass('tw-tray', state), role: 'group', 'aria-label': 'Pipes in hand' };
  const nHands = Math.max(1, colors.length);
  const width = state.isFlat ? nHands * (WIDTH + GAP) - GAP : WIDTH;
  const height = state.isFlat ? ROW : nHands * (ROW + GAP) - GAP;
  const placeOf = (i: number) => (state.isFlat ? { x: i * (WIDTH + GAP), y: 0 } : { x: 0, y: i * (ROW + GAP) });
  return {
    box: { left: -1, top: -1, width: width + 2, height: height + 2 },
    attributes,
    children: colors.map((color, i) => row(state, color, placeOf(i))),
  };
}

/** The colors from top to bottom: one's own first. */
function rowsOf({ view, viewer }: State): Color[] {
  const colors = view ? colorsOf(view) : [];
  const own = viewer === undefined ? 0 : viewer - 1;
  return [...colors.slice(own), ...colors.slice(0, own)];
}

function row(state: State, color: Color, { x, y }: Point): SceneNode {
  const view = { ...state.view!, pipes: shownPipes(state) };
  const kinds = kindsOf(view, color);
  const isToMove = color === view.color_to_move;
  const pipes = kinds.map((kind) => kind.pipe);
  const slots = kinds.map(({ pipe: it, count }, i) => slot(state, it, count, spanOf(pipes, i)));
  const className = classes('hand', `tw-color-${color}`, isToMove && 'is-to-move');
  return group(color, { class: className, transform: `translate(${x} ${y})` }, [
    { key: 'row', tag: 'rect', attributes: { class: 'row', width: WIDTH, height: ROW, rx: 4 } },
    text('name', 'name', NAME / 2 + 0.8, ROW / 2, capital(color)),
    ...slots,
  ]);
}

/** Where the slot of one of some pipes is in a row. */
function spanOf(pipes: readonly PipeView[], index: number): Span {
  const shares = pipes.map(({ is_u_pipe }) => (is_u_pipe ? U_SLOTS : 1));
  const unit = (WIDTH - NAME - MARGIN) / total(shares);
  return { left: NAME + unit * total(shares.slice(0, index)), width: unit * shares[index]! };
}

function total(shares: readonly number[]): number {
  return shares.reduce((sum, share) => sum + share, 0);
}

function slot(state: State, it: PipeView, count: number, { left, width }: Span): SceneNode {
  const head = headOf({ ...it, spaces: [] });
  const isOwn = it.color === state.view!.color_to_move && canPlay(state) && count > 0;
  const isChosen = isOwn && state.chosen === head;
  const isStuck = isOwn && !state.choices?.has(head);
  const attributes = {
    class: classes('in-tray', isChosen && 'is-chosen', (isStuck || count === 0) && 'is-pale'),
    transform: `translate(${rounded(left)} 0)`,
    role: isOwn ? 'button' : 'img',
    tabindex: isOwn ? (head === focusable(state) ? 0 : -1) : undefined,
    'aria-label': handLabel(state, it.color, it, count),
    'aria-pressed': isOwn ? String(isChosen) : undefined,
    'data-target': isOwn ? `pipe:${head}` : undefined,
  };
  const frame = { class: 'slot', x: 1, y: 1.5, width: rounded(width - 2), height: ROW - 3, rx: 3 };
  return group(`${it.diameter} ${it.is_u_pipe}`, attributes, [
    { key: 'slot', tag: 'rect', attributes: frame },
    picture(state, it, width),
    text('count', 'count', rounded(width / 2), COUNT_AT, `×${count}`),
  ]);
}

/** The pipe in the hand to which the Tab key goes. */
function focusable(state: State): string | undefined {
  const inHand = ownHeads(state).filter((head) => head.endsWith('@'));
  return inHand.find((head) => head === state.chosen) ?? inHand[0];
}

function picture(state: State, { diameter, is_u_pipe }: PipeView, width: number): SceneNode {
  const half = is_u_pipe ? halfLength(diameter) : 0;
  const ends = is_u_pipe ? [{ x: -half, y: 0 }, { x: half, y: 0 }] : [{ x: 0, y: 0 }];
  const scale = Math.min(LARGEST, width / USUAL_SLOT / (is_u_pipe ? U_SLOTS : 1));
  const transform = `translate(${rounded(width / 2)} ${PIPE_AT}) scale(${rounded(scale)})`;
  return group('pipe', { class: 'pipe', transform }, [
    ...pipe(diameter, ends),
    ...(state.settings.hasLetters ? [pattern(diameter, ends)] : []),
  ]);
}

/** In the tray the ends of a U pipe stand closer together. */
function halfLength(diameter: Diameter): number {
  return RADII[diameter] + 1.6;
}
