import { type Camera, type Screen, outline, softOutline, text } from './camera';
import { type Random, between, times } from './random';

export type Tree = { x: number; y: number; height: number; girth: number };

/** A kind of tree: its outline and its sunlit part. */
export type Planting = {
  whole: (see: Camera, tree: Tree) => string;
  lit: (see: Camera, tree: Tree) => string;
};

/** Maps coordinates in units of a tree's girth and height to the screen. */
const frame = (see: Camera, { x, y, height, girth }: Tree) => {
  const [footX, footY] = see([x, y, 0]);
  const tall = footY - see([x, y, height])[1];
  const wide = see([x + girth, y, 0])[0] - footX;
  return (w: number, h: number): Screen => [footX + w * wide, footY - h * tall];
};

const flame: Screen[] = [
  [0, 1.06],
  [0.5, 0.8],
  [0.95, 0.45],
  [1, 0.15],
  [0.6, 0],
];

const cypress = (see: Camera, tree: Tree, leftward: (w: number) => number): string => {
  const at = frame(see, tree);
  const left = flame.slice(1).map(([w, h]) => at(leftward(w), h));
  return softOutline([...flame.map(([w, h]) => at(w, h)), ...left.reverse()]);
};

export const cypresses: Planting = {
  whole: (see, tree) => cypress(see, tree, (w) => -w),
  lit: (see, tree) => cypress(see, tree, (w) => w * 0.3 - 0.1),
};

const crown = (see: Camera, tree: Tree, radius: number, shiftW: number, shiftH: number): string => {
  const at = frame(see, tree);
  return softOutline(
    times(18, (i) => {
      const turn = (i / 18) * 2 * Math.PI;
      const reach = radius * (i % 2 ? 1.04 : 0.9);
      return at(shiftW + Math.cos(turn) * reach * 2.6, shiftH + Math.sin(turn) * reach * 0.36);
    }),
  );
};

const trunk = (see: Camera, tree: Tree, to: number, lean = 0): string => {
  const at = frame(see, tree);
  return outline([at(-0.14, 0), at(0.14, 0), at(lean + 0.08, to), at(lean - 0.08, to)]);
};

export const olives: Planting = {
  whole: (see, tree) => {
    const low = { ...tree, height: tree.height * 0.72 };
    return trunk(see, low, 0.5) + crown(see, low, 1, 0, 0.66);
  },
  lit: (see, tree) => crown(see, { ...tree, height: tree.height * 0.72 }, 0.68, 0.55, 0.74),
};

/** Palm fronds: arcs that rise and droop. */
const fronds = (see: Camera, tree: Tree, turns: readonly number[]): string => {
  const at = frame(see, tree);
  const heart = at(0.3, 1);
  return turns
    .map((turn) => {
      const w = Math.cos(turn);
      const h = Math.sin(turn);
      const rise = at(0.3 + w * 2.1, 1.06 + h * 0.2);
      const tip = at(0.3 + w * 3.7, 0.94 + h * 0.24);
      const under = at(0.3 + w * 1.9, 0.98 + h * 0.16);
      return `M${text(heart)}Q${text(rise)} ${text(tip)}Q${text(under)} ${text(heart)}Z`;
    })
    .join('');
};

export const palms: Planting = {
  whole: (see, tree) =>
    trunk(see, tree, 1, 0.3) + fronds(see, tree, [-0.5, 0.1, 0.7, 1.5, 2.4, 3, 3.6]),
  lit: (see, tree) => fronds(see, tree, [0.35, 1.1, 2.1]),
};

/** The shadow of a tree on the ground, away from the sun. */
export const shadow = (see: Camera, { x, y, height, girth }: Tree, [dx, dy]: Screen): string => {
  const at = (along: number, across: number): Screen =>
    see([
      x + dx * along * height - dy * across * girth,
      y + dy * along * height + dx * across * girth,
      0,
    ]);
  return softOutline([
    at(0, 0.7),
    at(0.7, 1),
    at(1.4, 0.8),
    at(2.1, 0),
    at(1.4, -0.8),
    at(0.7, -1),
    at(0, -0.7),
  ]);
};

/** Hills across the image, between two heights above the horizon. */
export const hills = (
  random: Random,
  width: number,
  horizon: number,
  low: number,
  high: number,
): string => {
  const ridge = times(9, (i): Screen => [
    ((i - 0.5) / 7) * width,
    horizon - between(random, low, high) * (i % 2 ? 1 : 0.5),
  ]);
  const ground = horizon + high;
  return softOutline([
    [-width / 2, ground],
    [-width / 2, horizon],
    ...ridge,
    [width * 1.5, horizon],
    [width * 1.5, ground],
  ]);
};
