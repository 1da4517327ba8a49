import { type Camera, type ScreenPoint, closedPath, smoothPath, pathPoint } from './camera';
import { type RandomSource, randomBetween, generate } from './random';

export type Tree = { x: number; y: number; height: number; girth: number };

/** A kind of tree: its outline and its sunlit part. */
export type Planting = {
  whole: (project: Camera, tree: Tree) => string;
  lit: (project: Camera, tree: Tree) => string;
};

/** Converts coordinates in units of a tree's girth and height to the screen. */
const treeFrame = (project: Camera, { x, y, height, girth }: Tree) => {
  const [footX, footY] = project([x, y, 0]);
  const heightPx = footY - project([x, y, height])[1];
  const girthPx = project([x + girth, y, 0])[0] - footX;
  return (widthRatio: number, heightRatio: number): ScreenPoint => [
    footX + widthRatio * girthPx,
    footY - heightRatio * heightPx,
  ];
};

const flameOutline: ScreenPoint[] = [
  [0, 1.06],
  [0.5, 0.8],
  [0.95, 0.45],
  [1, 0.15],
  [0.6, 0],
];

const cypressPath = (
  project: Camera,
  tree: Tree,
  mirrorWidth: (widthRatio: number) => number,
): string => {
  const pointAt = treeFrame(project, tree);
  const leftSide = flameOutline
    .slice(1)
    .map(([widthRatio, heightRatio]) => pointAt(mirrorWidth(widthRatio), heightRatio));
  return smoothPath([
    ...flameOutline.map(([widthRatio, heightRatio]) => pointAt(widthRatio, heightRatio)),
    ...leftSide.reverse(),
  ]);
};

export const cypressPlanting: Planting = {
  whole: (project, tree) => cypressPath(project, tree, (widthRatio) => -widthRatio),
  lit: (project, tree) => cypressPath(project, tree, (widthRatio) => widthRatio * 0.3 - 0.1),
};

const crownPath = (
  project: Camera,
  tree: Tree,
  crownRadius: number,
  shiftAcross: number,
  shiftUp: number,
): string => {
  const pointAt = treeFrame(project, tree);
  return smoothPath(
    generate(18, (index) => {
      const angle = (index / 18) * 2 * Math.PI;
      const lobeReach = crownRadius * (index % 2 ? 1.04 : 0.9);
      return pointAt(
        shiftAcross + Math.cos(angle) * lobeReach * 2.6,
        shiftUp + Math.sin(angle) * lobeReach * 0.36,
      );
    }),
  );
};

const trunkPath = (project: Camera, tree: Tree, topHeight: number, leanOffset = 0): string => {
  const pointAt = treeFrame(project, tree);
  return closedPath([
    pointAt(-0.14, 0),
    pointAt(0.14, 0),
    pointAt(leanOffset + 0.08, topHeight),
    pointAt(leanOffset - 0.08, topHeight),
  ]);
};

export const olivePlanting: Planting = {
  whole: (project, tree) => {
    const shortTree = { ...tree, height: tree.height * 0.72 };
    return trunkPath(project, shortTree, 0.5) + crownPath(project, shortTree, 1, 0, 0.66);
  },
  lit: (project, tree) =>
    crownPath(project, { ...tree, height: tree.height * 0.72 }, 0.68, 0.55, 0.74),
};

/** Palm fronds: arcs that rise and droop. */
const palmFronds = (project: Camera, tree: Tree, angles: readonly number[]): string => {
  const pointAt = treeFrame(project, tree);
  const crownCenter = pointAt(0.3, 1);
  return angles
    .map((angle) => {
      const widthRatio = Math.cos(angle);
      const heightRatio = Math.sin(angle);
      const risePoint = pointAt(0.3 + widthRatio * 2.1, 1.06 + heightRatio * 0.2);
      const tipPoint = pointAt(0.3 + widthRatio * 3.7, 0.94 + heightRatio * 0.24);
      const underPoint = pointAt(0.3 + widthRatio * 1.9, 0.98 + heightRatio * 0.16);
      return `M${pathPoint(crownCenter)}Q${pathPoint(risePoint)} ${pathPoint(tipPoint)}Q${pathPoint(underPoint)} ${pathPoint(crownCenter)}Z`;
    })
    .join('');
};

export const palmPlanting: Planting = {
  whole: (project, tree) =>
    trunkPath(project, tree, 1, 0.3) +
    palmFronds(project, tree, [-0.5, 0.1, 0.7, 1.5, 2.4, 3, 3.6]),
  lit: (project, tree) => palmFronds(project, tree, [0.35, 1.1, 2.1]),
};

/** The shadow of a tree on the ground, away from the sun. */
export const treeShadow = (
  project: Camera,
  { x, y, height, girth }: Tree,
  [sunX, sunY]: ScreenPoint,
): string => {
  const pointAt = (along: number, across: number): ScreenPoint =>
    project([
      x + sunX * along * height - sunY * across * girth,
      y + sunY * along * height + sunX * across * girth,
      0,
    ]);
  return smoothPath([
    pointAt(0, 0.7),
    pointAt(0.7, 1),
    pointAt(1.4, 0.8),
    pointAt(2.1, 0),
    pointAt(1.4, -0.8),
    pointAt(0.7, -1),
    pointAt(0, -0.7),
  ]);
};

/** A range of hills across the image, between two heights above the horizon. */
export const hillRange = (
  randomSource: RandomSource,
  pictureWidth: number,
  horizon: number,
  minHeight: number,
  maxHeight: number,
): string => {
  const ridgePoints = generate(9, (index): ScreenPoint => [
    ((index - 0.5) / 7) * pictureWidth,
    horizon - randomBetween(randomSource, minHeight, maxHeight) * (index % 2 ? 1 : 0.5),
  ]);
  const groundLevel = horizon + maxHeight;
  return smoothPath([
    [-pictureWidth / 2, groundLevel],
    [-pictureWidth / 2, horizon],
    ...ridgePoints,
    [pictureWidth * 1.5, horizon],
    [pictureWidth * 1.5, groundLevel],
  ]);
};
