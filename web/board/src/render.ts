// Puts a scene into an SVG element and touches only what has changed.

import type { Attributes, Scene, SceneNode } from './scene.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** What was drawn into an element, by the key of each child. */
interface Drawn {
  node: Pick<SceneNode, 'attributes' | 'text' | 'children'>;
  children: Map<string, SVGElement>;
}

const drawn = new WeakMap<Element, Drawn>();

/** An empty picture in an element of the page. */
export function createPicture(parent: HTMLElement): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  parent.append(svg);
  return svg;
}

/** Makes a picture show a scene. */
export function render(svg: SVGSVGElement, scene: Scene): void {
  const { left, top, width, height } = scene.box;
  const attributes = { ...scene.attributes, viewBox: `${left} ${top} ${width} ${height}` };
  update(svg, { attributes, children: scene.children });
}

function update(element: Element, node: Drawn['node']): void {
  const before = drawn.get(element);
  if (before?.node === node) {
    return;
  }
  updateAttributes(element, before?.node.attributes ?? {}, node.attributes);
  if (node.text !== undefined && node.text !== before?.node.text) {
    element.textContent = node.text;
  }
  const children = updateChildren(element, before?.children ?? new Map(), node.children ?? []);
  drawn.set(element, { node, children });
}

function updateAttributes(element: Element, before: Attributes, after: Attributes): void {
  for (const name of Object.keys(before)) {
    if (before[name] !== undefined && after[name] === undefined) {
      element.removeAttribute(name);
    }
  }
  for (const [name, value] of Object.entries(after)) {
    if (value !== undefined && value !== before[name]) {
      element.setAttribute(name, String(value));
    }
  }
}

function updateChildren(
  parent: Element,
  before: Map<string, SVGElement>,
  nodes: readonly SceneNode[],
): Map<string, SVGElement> {
  const after = new Map(nodes.map((node) => [node.key, reused(before, node)]));
  for (const [key, child] of before) {
    if (after.get(key) !== child) {
      child.remove();
    }
  }
  let place = parent.firstElementChild;
  for (const node of nodes) {
    const child = after.get(node.key)!;
    if (child === place) {
      place = place.nextElementSibling;
    } else {
      parent.insertBefore(child, place);
    }
    update(child, node);
  }
  return after;
}

/** The element that has shown this key, unless it is now something else. */
function reused(before: Map<string, SVGElement>, node: SceneNode): SVGElement {
  const child = before.get(node.key);
  return child?.tagName === node.tag ? child : document.createElementNS(SVG, node.tag) as SVGElement;
}
