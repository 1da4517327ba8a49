export type Point = readonly [x: number, y: number, z: number];
export type Screen = readonly [x: number, y: number];

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Point): Point => {
  const length = Math.sqrt(dot(a, a));
  return [a[0] / length, a[1] / length, a[2] / length];
};

export type Camera = (point: Point) => Screen;

/**
 * A pinhole camera: projects world coordinates (meters, z up) onto an image centered at `center`.
 * Points must be in front of the eye.
 */
export const cameraAt = (eye: Point, target: Point, focal: number, centre: Screen): Camera => {
  const forward = unit(minus(target, eye));
  const right = unit(cross(forward, [0, 0, 1]));
  const up = cross(right, forward);
  return (point) => {
    const seen = minus(point, eye);
    const depth = focal / dot(seen, forward);
    return [centre[0] + dot(seen, right) * depth, centre[1] - dot(seen, up) * depth];
  };
};

/** A point in path data, rounded to two decimals; the smallest drawings are in meters. */
export const text = ([x, y]: Screen): string =>
  `${Math.round(x * 100) / 100} ${Math.round(y * 100) / 100}`;

export const outline = (points: readonly Screen[]): string => `M${points.map(text).join('L')}Z`;

/** A closed outline with rounded corners, through the midpoints of its sides. */
export const softOutline = (points: readonly Screen[]): string => {
  const middles = points.map(([x, y], i): Screen => {
    const [nextX, nextY] = points[(i + 1) % points.length]!;
    return [(x + nextX) / 2, (y + nextY) / 2];
  });
  return `M${text(middles.at(-1)!)}${middles.map((middle, i) => `Q${text(points[i]!)} ${text(middle)}`).join('')}Z`;
};
