// What squares, triangles and hexagons have in common: points, boxes and outlines.

/** A point in the units of a scene; y grows downwards, as in SVG. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle in the units of a scene. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The smallest box round some points. */
export function boxOf(points: readonly Point[]): Box {
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** A box with a margin round it. */
export function grown(box: Box, margin: number): Box {
  return {
    left: box.left - margin,
    top: box.top - margin,
    width: box.width + 2 * margin,
    height: box.height + 2 * margin,
  };
}

/** Whether a point lies in a box. */
export function isInside(box: Box, point: Point): boolean {
  const { left, top, width, height } = box;
  return point.x >= left && point.x <= left + width && point.y >= top && point.y <= top + height;
}

/** Where a point of the screen lies in a scene that is shown centered and whole in a rectangle. */
export function fromScreen(screen: Box, scene: Box, point: Point): Point {
  const scale = Math.min(screen.width / scene.width, screen.height / scene.height);
  const marginX = (screen.width - scene.width * scale) / 2;
  const marginY = (screen.height - scene.height * scale) / 2;
  return {
    x: scene.left + (point.x - screen.left - marginX) / scale,
    y: scene.top + (point.y - screen.top - marginY) / scale,
  };
}

/**
 * The outlines of polygons that lie side by side: edges that two of them share disappear. All polygons
 * must run the same way round. A group with a hole has two outlines.
 */
export function outlines(polygons: readonly (readonly Point[])[]): Point[][] {
  const edges = outerEdges(polygons);
  const loops: Point[][] = [];
  for (let first = edges.values().next().value; first; first = edges.values().next().value) {
    const loop: Point[] = [];
    let edge: Edge | undefined = first;
    while (edge) {
      edges.delete(edgeKey(edge.from, edge.to));
      loop.push(edge.from);
      edge = nextEdge(edges, edge);
    }
    loops.push(withoutStraightCorners(loop));
  }
  return loops;
}

/** An outline that runs clockwise on the screen, moved inwards by a distance. */
export function inset(loop: readonly Point[], distance: number): Point[] {
  return loop.map((point, i) => {
    const before = inwards(at(loop, i - 1), point);
    const after = inwards(point, at(loop, i + 1));
    // The corner moves along the bisector, so far that both edges move by the distance.
    const scale = distance / (1 + before.x * after.x + before.y * after.y);
    return { x: point.x + (before.x + after.x) * scale, y: point.y + (before.y + after.y) * scale };
  });
}

/** Closed lines as the text of an SVG path. */
export function pathOf(loops: readonly (readonly Point[])[]): string {
  return loops.map((loop) => `M${loop.map(textOf).join('L')}Z`).join('');
}

interface Edge {
  from: Point;
  to: Point;
}

function outerEdges(polygons: readonly (readonly Point[])[]): Map<string, Edge> {
  const edges = new Map<string, Edge>();
  for (const polygon of polygons) {
    polygon.forEach((from, i) => {
      const to = at(polygon, i + 1);
      if (!edges.delete(edgeKey(to, from))) {
        edges.set(edgeKey(from, to), { from, to });
      }
    });
  }
  return edges;
}

/** The edge that goes on where this one ends; where two do, the one that turns more to the right. */
function nextEdge(edges: Map<string, Edge>, edge: Edge): Edge | undefined {
  let next: Edge | undefined;
  for (const candidate of edges.values()) {
    const isNext = pointKey(candidate.from) === pointKey(edge.to);
    if (isNext && (!next || turn(edge, candidate) > turn(edge, next))) {
      next = candidate;
    }
  }
  return next;
}

function withoutStraightCorners(loop: readonly Point[]): Point[] {
  return loop.filter((point, i) => {
    const corner = turn({ from: at(loop, i - 1), to: point }, { from: point, to: at(loop, i + 1) });
    return Math.abs(corner) > 1e-6;
  });
}

/** Positive where the second edge turns to the right of the first on the screen. */
function turn(first: Edge, second: Edge): number {
  const [ax, ay] = [first.to.x - first.from.x, first.to.y - first.from.y];
  const [bx, by] = [second.to.x - second.from.x, second.to.y - second.from.y];
  return ax * by - ay * bx;
}

/** The direction to the right of an edge, of length one. */
function inwards(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  return { x: (from.y - to.y) / length, y: (to.x - from.x) / length };
}

function at(loop: readonly Point[], index: number): Point {
  return loop[(index + loop.length) % loop.length]!;
}

function edgeKey(from: Point, to: Point): string {
  return `${pointKey(from)} ${pointKey(to)}`;
}

function pointKey(point: Point): string {
  return `${Math.round(point.x * 1000)},${Math.round(point.y * 1000)}`;
}

function textOf(point: Point): string {
  return `${rounded(point.x)} ${rounded(point.y)}`;
}

/** A number short enough for an attribute. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
