import { type ScreenPoint, closedPath, smoothPath } from './camera';
import { type Rectangle, courtDimensions, courtLineStrips } from './markings';
import type { DrawingProps } from './perspective';
import { randomBetween, randomItem, generate } from './random';

const rectanglePath = ([x1, y1, x2, y2]: Rectangle): string =>
  closedPath([
    [x1, y1],
    [x2, y1],
    [x2, y2],
    [x1, y2],
  ]);
const joinPaths = (pathParts: readonly string[]): string => pathParts.join('');

type Plant = { x: number; y: number; radius: number };

/** A tree crown from above: a circle with a ragged edge. */
const crownPath = ({ x, y, radius }: Plant, lobeCount = 11): string =>
  smoothPath(
    generate(lobeCount * 2, (index): ScreenPoint => {
      const angle = (index / lobeCount) * Math.PI;
      const lobeReach = radius * (index % 2 ? 1.08 : 0.86);
      return [x + Math.cos(angle) * lobeReach, y + Math.sin(angle) * lobeReach];
    }),
  );

/** The shadow of a plant, stretched away from the sun. */
const castShadow = (
  { x, y, radius }: Plant,
  [shadowX, shadowY]: ScreenPoint,
  shadowLength: number,
): string => {
  const pointAt = (along: number, across: number): ScreenPoint => [
    x + shadowX * along - shadowY * across * radius,
    y + shadowY * along + shadowX * across * radius,
  ];
  return smoothPath([
    pointAt(-radius, 0.6),
    pointAt(0, 1),
    pointAt(shadowLength * 0.7, 0.85),
    pointAt(shadowLength, 0),
    pointAt(shadowLength * 0.7, -0.85),
    pointAt(0, -1),
    pointAt(-radius, -0.6),
  ]);
};

const parasolSegment = ({ x, y, radius }: Plant, index: number, segmentCount: number): string => {
  const [startAngle, endAngle] = [index, index + 1].map(
    (angle) => (angle / segmentCount) * 2 * Math.PI,
  ) as [number, number];
  return closedPath([
    [x, y],
    [x + Math.cos(startAngle) * radius, y + Math.sin(startAngle) * radius],
    [x + Math.cos(endAngle) * radius, y + Math.sin(endAngle) * radius],
  ]);
};

/** A court and its garden from above, in meters and slightly rotated. The net is at y = 0. */
export function AboveView({ size: { width, height }, sport, random, stripes }: DrawingProps) {
  const { width: courtWidth, length: courtLength, side, back, netHalf } = courtDimensions(sport);
  const courtScale = courtLength / 23.77;
  const angle = 90 + randomItem(random, [-24, -16, -9, 11, 18, 26]);
  const drawingScale =
    (Math.max(width * 0.5, height * 0.78) / courtLength) * randomBetween(random, 0.78, 0.9);
  const shadowOffset: ScreenPoint = randomItem(random, [
    [0.55, 0.83],
    [-0.55, 0.83],
    [0.8, -0.6],
  ] as const);
  const halfWidth = courtWidth / 2 + side;
  const halfDepth = courtLength / 2 + back;
  const hedgeDepth = 1.5 * courtScale;
  const hedgeGap = 1.1 * courtScale;
  const mirrorSign = randomItem(random, [-1, 1]);

  const hedgeAreas: Rectangle[] = [
    [
      -halfWidth - hedgeGap - hedgeDepth,
      -halfDepth - hedgeGap - hedgeDepth,
      halfWidth + hedgeGap + hedgeDepth,
      -halfDepth - hedgeGap,
    ],
    [
      -halfWidth - hedgeGap - hedgeDepth,
      halfDepth + hedgeGap,
      halfWidth + hedgeGap + hedgeDepth,
      halfDepth + hedgeGap + hedgeDepth,
    ],
    mirrorSign > 0
      ? [
          -halfWidth - hedgeGap - hedgeDepth,
          -halfDepth - hedgeGap,
          -halfWidth - hedgeGap,
          halfDepth + hedgeGap,
        ]
      : [
          halfWidth + hedgeGap,
          -halfDepth - hedgeGap,
          halfWidth + hedgeGap + hedgeDepth,
          halfDepth + hedgeGap,
        ],
  ];
  const openSide = mirrorSign * (halfWidth + hedgeGap);
  const treeRow = generate(9, (index): Plant => ({
    x:
      -mirrorSign *
      (halfWidth + hedgeGap + hedgeDepth + randomBetween(random, 1.7, 2.5) * courtScale),
    y: (index - 4) * 4.4 * courtScale + randomBetween(random, -0.7, 0.7) * courtScale,
    radius: randomBetween(random, 0.75, 1.05) * courtScale,
  }));
  const groveTrees = generate(16, (index): Plant => {
    const groveAngle = (index / 16) * 2 * Math.PI;
    return {
      x: Math.cos(groveAngle) * (halfWidth + randomBetween(random, 11, 17) * courtScale),
      y: Math.sin(groveAngle) * (halfDepth + randomBetween(random, 6, 10) * courtScale),
      radius: randomBetween(random, 1.7, 3.1) * courtScale,
    };
  }).filter(({ x, y }) => !(x * mirrorSign > 0 && Math.abs(y) < 10 * courtScale));
  const poolArea: Rectangle = [
    openSide + mirrorSign * 4.5 * courtScale,
    -5.5 * courtScale,
    openSide + mirrorSign * 9 * courtScale,
    6.5 * courtScale,
  ];
  const terraceArea: Rectangle = [
    openSide + mirrorSign * 2.6 * courtScale,
    -8 * courtScale,
    openSide + mirrorSign * 11 * courtScale,
    9 * courtScale,
  ];
  const parasols: Plant[] = [-6.6, 7.7].map((y) => ({
    x: openSide + mirrorSign * 5 * courtScale,
    y: y * courtScale,
    radius: 1.25 * courtScale,
  }));
  const allTrees = [...treeRow, ...groveTrees];

  return (
    <>
      <rect width={width} height={height} fill="var(--lawn)" />
      <g
        transform={`translate(${width / 2} ${height / 2}) rotate(${angle}) scale(${drawingScale.toFixed(2)})`}
      >
        <path
          d={joinPaths(
            generate(26, (index) =>
              rectanglePath([
                (index - 13) * 4 * courtScale,
                -70 * courtScale,
                (index - 12.5) * 4 * courtScale,
                70 * courtScale,
              ]),
            ),
          )}
          fill="var(--lawn-2)"
        />
        <path
          d={
            rectanglePath(terraceArea) +
            rectanglePath([
              mirrorSign * halfWidth,
              -1.3 * courtScale,
              terraceArea[0],
              1.3 * courtScale,
            ])
          }
          fill="var(--stone)"
        />
        <path d={rectanglePath(poolArea)} fill="var(--water-lit)" />
        <path
          d={rectanglePath([
            poolArea[0] + mirrorSign * 0.5 * courtScale,
            poolArea[1] + 0.5 * courtScale,
            poolArea[2],
            poolArea[3],
          ])}
          fill="var(--water)"
        />
        <path
          d={joinPaths(
            hedgeAreas.map(([x1, y1, x2, y2]) =>
              rectanglePath([
                x1 + shadowOffset[0] * 2 * courtScale,
                y1 + shadowOffset[1] * 2 * courtScale,
                x2 + shadowOffset[0] * 2 * courtScale,
                y2 + shadowOffset[1] * 2 * courtScale,
              ]),
            ),
          )}
          fill="var(--shade)"
          opacity="var(--shade-depth)"
        />
        <path
          d={rectanglePath([-halfWidth, -halfDepth, halfWidth, halfDepth])}
          fill="var(--around)"
        />
        <path
          d={rectanglePath([-courtWidth / 2, -courtLength / 2, courtWidth / 2, courtLength / 2])}
          fill="var(--play)"
        />
        {stripes && (
          <path
            d={joinPaths(
              generate(6, (index) =>
                rectanglePath([
                  -courtWidth / 2,
                  (index / 6 - 0.5) * courtLength,
                  courtWidth / 2,
                  ((index + 0.5) / 6 - 0.5) * courtLength,
                ]),
              ),
            )}
            fill="var(--play-2)"
          />
        )}
        <path d={joinPaths(courtLineStrips(sport, 0.13).map(rectanglePath))} fill="var(--line)" />
        <path
          d={rectanglePath([
            -netHalf + shadowOffset[0] * courtScale,
            shadowOffset[1] * 0.1,
            netHalf + shadowOffset[0] * courtScale,
            shadowOffset[1] * 1.5 * courtScale,
          ])}
          fill="var(--shade)"
          opacity="var(--shade-depth)"
        />
        <path d={rectanglePath([-netHalf, -0.09, netHalf, 0.09])} fill="var(--line)" />
        <path
          d={
            rectanglePath([-netHalf - 0.2, -0.2, -netHalf + 0.2, 0.2]) +
            rectanglePath([netHalf - 0.2, -0.2, netHalf + 0.2, 0.2])
          }
          fill="var(--post)"
        />
        <path d={joinPaths(hedgeAreas.map(rectanglePath))} fill="var(--hedge)" />
        <path
          d={joinPaths(
            hedgeAreas.map(([x1, y1, x2, y2]) =>
              rectanglePath([
                x1 + 0.3 * courtScale,
                y1 + 0.3 * courtScale,
                x2 - 0.3 * courtScale,
                y2 - 0.3 * courtScale,
              ]),
            ),
          )}
          fill="var(--hedge-lit)"
        />
        <path
          d={
            joinPaths(treeRow.map((tree) => castShadow(tree, shadowOffset, 9 * courtScale))) +
            joinPaths(groveTrees.map((tree) => castShadow(tree, shadowOffset, tree.radius * 2.1)))
          }
          fill="var(--shade)"
          opacity="var(--shade-depth)"
        />
        <path d={joinPaths(allTrees.map((tree) => crownPath(tree)))} fill="var(--tree)" />
        <path
          d={joinPaths(
            allTrees.map(({ x, y, radius }) =>
              crownPath(
                {
                  x: x - shadowOffset[0] * radius * 0.25,
                  y: y - shadowOffset[1] * radius * 0.25,
                  radius: radius * 0.62,
                },
                8,
              ),
            ),
          )}
          fill="var(--tree-lit)"
        />
        <path
          d={joinPaths(
            parasols.map((parasol) => castShadow(parasol, shadowOffset, 2.2 * courtScale)),
          )}
          fill="var(--shade)"
          opacity="var(--shade-depth)"
        />
        <path
          d={joinPaths(
            parasols.flatMap((parasol) =>
              generate(10, (index) => parasolSegment(parasol, index, 10)),
            ),
          )}
          fill="var(--parasol)"
        />
        <path
          d={joinPaths(
            parasols.flatMap((parasol) =>
              generate(5, (index) => parasolSegment(parasol, index * 2, 10)),
            ),
          )}
          fill="var(--cloth)"
        />
      </g>
    </>
  );
}
