// Translates what the browser tells into inputs, and does nothing else.

import { type Box, type Point, fromScreen } from './geometry/polygon.ts';
import type { Area, Input, Pointer } from './kind.ts';

/** How far a pressed pointer moves, in pixels, before it drags. */
const DRAG_PIXELS = 6;

/** How far a wheel turns, in pixels, for one step. */
const WHEEL_PIXELS = 40;

/** Who is told. */
interface Receiver {
  /** Takes an input and says whether it meant anything. */
  send(input: Input): boolean;
  /** Whether wheel and fingers are for the board and not for the page. */
  isHolding(): boolean;
}

/** The two pictures of a board. */
type Pictures = Readonly<Record<Area, SVGSVGElement>>;

/** Listens to both pictures; the result ends that. */
export function listen(pictures: Pictures, receiver: Receiver): () => void {
  const aborter = new AbortController();
  listenToPointer(pictures, receiver, aborter.signal);
  for (const area of ['board', 'tray'] as const) {
    listenToWheel(pictures[area], receiver, aborter.signal);
    listenToKeys(area, pictures[area], receiver, aborter.signal);
  }
  keepFromScrolling(pictures.tray, aborter.signal);
  const stopSizes = listenToSizes(pictures, receiver);
  return () => {
    aborter.abort();
    stopSizes();
  };
}

/** A pointer that is pressed. */
interface Press {
  id: number;
  area: Area;
  start: Point;
  at: Point;
  /** A second finger. */
  other?: { id: number; at: Point };
  target?: string;
  isSecond: boolean;
  isDragging: boolean;
}

function listenToPointer(pictures: Pictures, { send }: Receiver, signal: AbortSignal): void {
  let press: Press | undefined;

  function down(area: Area, event: PointerEvent): void {
    if (press?.area === 'board' && area === 'board' && pointerOf(event) === 'touch') {
      press.other ??= { id: event.pointerId, at: screenPoint(event) };
    }
    if (press || event.button > 2 || event.button === 1) {
      return;
    }
    // From now on this picture is told of the pointer wherever it goes, even when what was pressed
    // is drawn no more.
    pictures[area].setPointerCapture(event.pointerId);
    const isSecond = event.button === 2 || event.ctrlKey;
    const target = targetOf(event);
    const start = screenPoint(event);
    press = { id: event.pointerId, area, start, at: start, target, isSecond, isDragging: false };
  }

  function move(area: Area, event: PointerEvent): void {
    if (!press && area === 'board' && pointerOf(event) === 'mouse') {
      send({ type: 'point', at: sceneAt(pictures.board, screenPoint(event)) });
    } else if (press && !press.isSecond && [press.id, press.other?.id].includes(event.pointerId)) {
      dragBy(press, event);
    }
  }

  function dragBy(pressed: Press, event: PointerEvent): void {
    const before = spanOf(pressed);
    const finger = pressed.id === event.pointerId ? pressed : pressed.other!;
    finger.at = screenPoint(event);
    const { area, start, at, target, other } = pressed;
    pressed.isDragging ||= other !== undefined || distance(start, at) > DRAG_PIXELS;
    if (pressed.isDragging) {
      const [from, to] = [sceneAt(pictures.board, start), sceneAt(pictures.board, at)];
      const spread = other && spanOf(pressed) / before;
      const inTray = sceneAt(pictures.tray, at);
      send({ type: 'drag', area, from, at: to, inTray, target, pointer: pointerOf(event), spread });
    }
  }

  function up(area: Area, event: PointerEvent): void {
    if (press?.id !== event.pointerId) {
      return forget(event);
    }
    const { target, isSecond, isDragging } = press;
    press = undefined;
    const pointer = pointerOf(event);
    if (isDragging) {
      send({ type: 'drop', pointer });
    } else {
      const at = sceneAt(pictures[area], screenPoint(event));
      send({ type: 'tap', area, at, target, pointer, isSecond });
    }
  }

  function cancel(event: PointerEvent): void {
    if (press?.id === event.pointerId) {
      press = undefined;
      send({ type: 'leave' });
    }
    forget(event);
  }

  /** The second finger is gone. */
  function forget(event: PointerEvent): void {
    if (press?.other?.id === event.pointerId) {
      press.other = undefined;
    }
  }

  function leave(event: PointerEvent): void {
    if (!press && pointerOf(event) === 'mouse') {
      send({ type: 'leave' });
    }
  }

  for (const area of ['board', 'tray'] as const) {
    const picture = pictures[area];
    picture.addEventListener('pointerdown', (event) => down(area, event), { signal });
    picture.addEventListener('pointermove', (event) => move(area, event), { signal });
    picture.addEventListener('pointerup', (event) => up(area, event), { signal });
    picture.addEventListener('pointercancel', cancel, { signal });
    picture.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
    picture.addEventListener('click', (event) => clickWithoutPointer(area, event, send), { signal });
  }
  pictures.board.addEventListener('pointerleave', leave, { signal });
}

/** A finger that drags out of the tray does not scroll: Chromium does not heed the touch action of parts of a picture. */
function keepFromScrolling(tray: SVGSVGElement, signal: AbortSignal): void {
  const touchmove = (event: TouchEvent) => {
    if (event.cancelable && (event.target as Element).closest('.is-live:not(.is-strip) [data-target]')) {
      event.preventDefault();
    }
  };
  tray.addEventListener('touchmove', touchmove, { signal, passive: false });
}

/** Screen readers click without any pointer. */
function clickWithoutPointer(area: Area, event: MouseEvent, send: Receiver['send']): void {
  const target = targetOf(event);
  if (event.detail === 0 && target) {
    send({ type: 'tap', area, at: { x: 0, y: 0 }, target, pointer: 'touch', isSecond: false });
  }
}

function listenToWheel(picture: SVGSVGElement, receiver: Receiver, signal: AbortSignal): void {
  let turned = 0;
  const wheel = (event: WheelEvent) => {
    if (!receiver.isHolding()) {
      return;
    }
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : WHEEL_PIXELS;
    // With the shift key some browsers turn the wheel sideways.
    turned += (event.deltaY || event.deltaX) * pixels;
    if (Math.abs(turned) >= WHEEL_PIXELS) {
      receiver.send({ type: 'wheel', isForward: turned > 0, isShift: event.shiftKey });
      turned = 0;
    }
  };
  picture.addEventListener('wheel', wheel, { signal, passive: false });
}

function listenToKeys(area: Area, picture: SVGSVGElement, { send }: Receiver, signal: AbortSignal): void {
  const keydown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.key === 'Tab') {
      return;
    }
    const key = event.altKey ? `Alt+${event.key}` : event.key;
    if (send({ type: 'key', area, key, target: targetOf(event) })) {
      event.preventDefault();
    }
  };
  picture.addEventListener('keydown', keydown, { signal });
}

function listenToSizes(pictures: Pictures, { send }: Receiver): () => void {
  const observer = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) {
      const area = target === pictures.board ? 'board' : 'tray';
      const { width, height } = contentRect;
      send({ type: 'resize', area, width, height });
    }
  });
  observer.observe(pictures.board);
  observer.observe(pictures.tray);
  return () => observer.disconnect();
}

function targetOf(event: Event): string | undefined {
  const element = (event.target as Element).closest('[data-target]');
  return element?.getAttribute('data-target') ?? undefined;
}

function pointerOf(event: PointerEvent): Pointer {
  return event.pointerType === 'mouse' ? 'mouse' : 'touch';
}

function screenPoint(event: MouseEvent): Point {
  return { x: event.clientX, y: event.clientY };
}

function sceneAt(picture: SVGSVGElement, point: Point): Point {
  const [left, top, width, height] = picture.getAttribute('viewBox')!.split(' ').map(Number);
  return fromScreen(picture.getBoundingClientRect(), { left, top, width, height } as Box, point);
}

/** How far two fingers are apart, in pixels, and never nothing, as it divides. */
function spanOf({ at, other }: Press): number {
  return other ? Math.max(distance(at, other.at), 1) : 1;
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
