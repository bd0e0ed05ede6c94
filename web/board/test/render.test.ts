import { beforeEach, describe, expect, test } from 'vitest';
import { createPicture, render } from '../src/render.ts';
import type { Scene, SceneNode } from '../src/scene.ts';

const box = { left: 0, top: 0, width: 10, height: 20 };

function circle(key: string, attributes: SceneNode['attributes'] = {}): SceneNode {
  return { key, tag: 'circle', attributes };
}

function scene(...children: SceneNode[]): Scene {
  return { box, attributes: { class: 'test' }, children };
}

describe('render', () => {
  let svg: SVGSVGElement;

  beforeEach(() => {
    svg = createPicture(document.createElement('div'));
  });

  test('draws a scene with its box, attributes and texts', () => {
    const label: SceneNode = { key: 'label', tag: 'text', attributes: { x: 1 }, text: 'a < b' };
    render(svg, scene({ key: 'group', tag: 'g', attributes: {}, children: [label] }));
    expect(svg.getAttribute('viewBox')).toBe('0 0 10 20');
    expect(svg.getAttribute('class')).toBe('test');
    expect(svg.querySelector('g > text')!.textContent).toBe('a < b');
  });

  test('keeps the elements of keys that stay, also when they move', () => {
    render(svg, scene(circle('a'), circle('b'), circle('c')));
    const [a, b, c] = svg.children;
    render(svg, scene(circle('c'), circle('a'), circle('d')));
    expect(svg.children[0]).toBe(c);
    expect(svg.children[1]).toBe(a);
    expect(svg.children).toHaveLength(3);
    expect(b!.parentNode).toBeNull();
  });

  test('changes only the attributes that changed', async () => {
    render(svg, scene(circle('a', { r: 1, cx: 2 }), circle('b', { r: 1, class: 'x' })));
    const changes: string[] = [];
    const observer = new MutationObserver((records) => changes.push(...records.map((it) => it.attributeName!)));
    observer.observe(svg, { attributes: true, childList: true, subtree: true });
    render(svg, scene(circle('a', { r: 1, cx: 3 }), circle('b', { r: 1, class: undefined })));
    await new Promise((resolve) => setTimeout(resolve));
    expect(changes).toEqual(['cx', 'class']);
    expect(svg.children[1]!.hasAttribute('class')).toBe(false);
  });

  test('makes a new element where a key becomes another kind of element', () => {
    render(svg, scene(circle('a')));
    const [before] = svg.children;
    render(svg, scene({ key: 'a', tag: 'rect', attributes: {} }));
    expect(svg.children).toHaveLength(1);
    expect(svg.children[0]!.tagName).toBe('rect');
    expect(before!.parentNode).toBeNull();
  });
});
