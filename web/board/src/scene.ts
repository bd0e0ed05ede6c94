// A scene is a picture as plain data, before it is SVG.

import type { Description, Settings } from './api.ts';
import type { Box } from './geometry/polygon.ts';

/** The values of attributes; those that are undefined are left out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element of a picture; among its siblings its key is its own. */
export interface SceneNode {
  readonly key: string;
  readonly tag: string;
  readonly attributes: Attributes;
  readonly text?: string;
  readonly children?: readonly SceneNode[];
}

/** A picture. */
export interface Scene {
  /** The part of the plane that is shown. */
  readonly box: Box;
  /** Classes and labels of the picture as a whole. */
  readonly attributes: Attributes;
  readonly children: readonly SceneNode[];
}

/** An element with others in it. */
export function group(key: string, attributes: Attributes, children: SceneNode[]): SceneNode {
  return { key, tag: 'g', attributes, children };
}

/** A path with a class. */
export function path(key: string, className: string, d: string): SceneNode {
  return { key, tag: 'path', attributes: { class: className, d } };
}

/** A text with a class, centered at a place. */
export function text(key: string, className: string, x: number, y: number, content: string): SceneNode {
  return { key, tag: 'text', attributes: { class: className, x, y }, text: content };
}

/** Class names, those that hold. */
export function classes(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

/** The classes of a picture of any game: what it is, and how the person stands to it. */
export function pictureClasses(name: string, { settings, isPast }: { settings: Settings; isPast: boolean }, isLive: boolean): string {
  return classes(`tw-picture ${name}`, settings.isStill && 'is-still', isPast && 'is-past', isLive && 'is-live');
}

/** The attributes of the picture of a board: it says what is to be seen, and takes keys. */
export function boardAttributes(className: string, { summary, choices }: Description): Attributes {
  return { class: className, role: 'application', 'aria-label': `${summary} ${choices}`, tabindex: 0 };
}
