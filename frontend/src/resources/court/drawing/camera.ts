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
  const vectorLength = Math.sqrt(dotProduct(first, first));
  return [first[0] / vectorLength, first[1] / vectorLength, first[2] / vectorLength];
};

export type Camera = (point: WorldPoint) => ScreenPoint;

/**
 * A pinhole camera: projects world coordinates (meters, z up) onto an image centered at `center`.
 * Points must be in front of the eye.
 */
export const cameraAt = (
  eye: WorldPoint,
  target: WorldPoint,
  focalLength: number,
  center: ScreenPoint,
): Camera => {
  const forwardAxis = normalize(subtract(target, eye));
  const rightAxis = normalize(crossProduct(forwardAxis, [0, 0, 1]));
  const upAxis = crossProduct(rightAxis, forwardAxis);
  return (point) => {
    const relative = subtract(point, eye);
    const depthScale = focalLength / dotProduct(relative, forwardAxis);
    return [
      center[0] + dotProduct(relative, rightAxis) * depthScale,
      center[1] - dotProduct(relative, upAxis) * depthScale,
    ];
  };
};

/** A point in path data, rounded to two decimals because the smallest drawings are in meters. */
export const pathPoint = ([screenX, screenY]: ScreenPoint): string =>
  `${Math.round(screenX * 100) / 100} ${Math.round(screenY * 100) / 100}`;

export const closedPath = (outline: readonly ScreenPoint[]): string =>
  `M${outline.map(pathPoint).join('L')}Z`;

/** A closed outline with rounded corners, through the midpoints of its sides. */
export const smoothPath = (outline: readonly ScreenPoint[]): string => {
  const midpoints = outline.map(([screenX, screenY], index): ScreenPoint => {
    const [nextX, nextY] = outline[(index + 1) % outline.length]!;
    return [(screenX + nextX) / 2, (screenY + nextY) / 2];
  });
  return `M${pathPoint(midpoints.at(-1)!)}${midpoints.map((midpoint, index) => `Q${pathPoint(outline[index]!)} ${pathPoint(midpoint)}`).join('')}Z`;
};
