export type WorldPoint = readonly [x: number, y: number, z: number];
export type ScreenPoint = readonly [x: number, y: number];

const subtract = (first: WorldPoint, second: WorldPoint): WorldPoint => [
  first[0] - second[0],
  first[1] - second[1],
  first[2] - second[2],
];
const dotProduct = (first: WorldPoint, second: WorldPoint) =>
  first[0] * second[0] + first[1] * second[1] + first[2] * second[2];
const crossProduct = (first: WorldPoint, second: WorldPoint): WorldPoint => [
  first[1] * second[2] - first[2] * second[1],
  first[2] * second[0] - first[0] * second[2],
  first[0] * second[1] - first[1] * second[0],
];
const normalize = (first: WorldPoint): WorldPoint => {
  const length = Math.sqrt(dotProduct(first, first));
  return [first[0] / length, first[1] / length, first[2] / length];
};

export type Camera = (point: WorldPoint) => ScreenPoint;

/**
 * A pinhole camera: projects world coordinates (meters, z up) onto an image centered at `center`.
 * Points must be in front of the eye.
 */
export const cameraAt = (
  eyePoint: WorldPoint,
  targetPoint: WorldPoint,
  focalLength: number,
  center: ScreenPoint,
): Camera => {
  const forward = normalize(subtract(targetPoint, eyePoint));
  const right = normalize(crossProduct(forward, [0, 0, 1]));
  const up = crossProduct(right, forward);
  return (point) => {
    const relative = subtract(point, eyePoint);
    const depth = focalLength / dotProduct(relative, forward);
    return [
      center[0] + dotProduct(relative, right) * depth,
      center[1] - dotProduct(relative, up) * depth,
    ];
  };
};

/** A point in path data, rounded to two decimals; the smallest drawings are in meters. */
export const pathPoint = ([screenX, screenY]: ScreenPoint): string =>
  `${Math.round(screenX * 100) / 100} ${Math.round(screenY * 100) / 100}`;

export const closedPath = (points: readonly ScreenPoint[]): string =>
  `M${points.map(pathPoint).join('L')}Z`;

/** A closed outline with rounded corners, through the midpoints of its sides. */
export const smoothPath = (points: readonly ScreenPoint[]): string => {
  const midpoints = points.map(([screenX, screenY], index): ScreenPoint => {
    const [nextX, nextY] = points[(index + 1) % points.length]!;
    return [(screenX + nextX) / 2, (screenY + nextY) / 2];
  });
  return `M${pathPoint(midpoints.at(-1)!)}${midpoints.map((midpoint, index) => `Q${pathPoint(points[index]!)} ${pathPoint(midpoint)}`).join('')}Z`;
};
