import { type WorldPoint, type ScreenPoint, cameraAt, closedPath } from './camera';
import {
  type Tree,
  cypressPlanting,
  hillRange,
  olivePlanting,
  palmPlanting,
  treeShadow,
} from './landscape';
import { type Sport, courtDimensions, courtLineStrips } from './markings';
import { type RandomSource, randomBetween, randomItem, generate } from './random';

export type DrawingProps = {
  size: { width: number; height: number };
  sport: Sport;
  random: RandomSource;
  id: string;
  stripes: boolean;
};

/**
 * A court as seen from a corner of its garden, with the house and hills behind it. In meters. The
 * net is at y = 0.
 */
export function PerspectiveView({
  size: { width, height },
  sport,
  random: randomSource,
  id,
  stripes,
}: DrawingProps) {
  const { width: courtWidth, length: courtLength, side, back, netHalf } = courtDimensions(sport);
  const courtScale = courtLength / 23.77;
  const viewSide = randomSource() < 0.5 ? -1 : 1;
  const eyePoint: WorldPoint = [
    viewSide * randomBetween(randomSource, 7, 12) * courtScale,
    -29 * courtScale,
    randomBetween(randomSource, 7.6, 9.2) * courtScale,
  ];
  const project = cameraAt(
    eyePoint,
    [viewSide * -1.4 * courtScale, -1 * courtScale, 0],
    height * 1.5,
    [width / 2, height * 0.655],
  );
  const horizon = project([-eyePoint[0], 100_000, eyePoint[2]])[1];
  const treePlanting = randomItem(randomSource, [
    cypressPlanting,
    cypressPlanting,
    palmPlanting,
    olivePlanting,
  ]);

  const quadPath = (x1: number, y1: number, x2: number, y2: number, altitude = 0) =>
    closedPath([
      project([x1, y1, altitude]),
      project([x2, y1, altitude]),
      project([x2, y2, altitude]),
      project([x1, y2, altitude]),
    ]);
  const wallPath = (
    [x1, y1]: ScreenPoint,
    [x2, y2]: ScreenPoint,
    bottomHeight: number,
    topHeight: number,
  ) =>
    closedPath([
      project([x1, y1, bottomHeight]),
      project([x2, y2, bottomHeight]),
      project([x2, y2, topHeight]),
      project([x1, y1, topHeight]),
    ]);

  const halfWidth = courtWidth / 2 + side;
  const halfDepth = courtLength / 2 + back;
  const sceneEdge = 78 * courtScale;
  const hedgeBox = {
    y: halfDepth + 1.6,
    x: -viewSide * (halfWidth + 1.4),
    top: 2.1 * courtScale,
    deep: 1.6,
  };
  const sunDirection: ScreenPoint = [viewSide * 0.62, -0.78];
  const houseBox = {
    x1: viewSide * 5 * courtScale - 8 * courtScale,
    x2: viewSide * 5 * courtScale + 7 * courtScale,
    y: hedgeBox.y + 7 * courtScale,
  };
  const backTrees = generate(14, (index): Tree => ({
    x: -viewSide * (index * 4.6 - 27 + randomBetween(randomSource, -1.5, 1.5)) * courtScale,
    y: hedgeBox.y + randomBetween(randomSource, 2, 6),
    height: randomBetween(randomSource, 6.5, 11.5) * courtScale,
    girth: randomBetween(randomSource, 0.8, 1.15) * courtScale,
  })).filter(({ x }) => Math.abs(x - viewSide * 5 * courtScale) > 3.2 * courtScale);
  const sideTrees = generate(5, (index): Tree => ({
    x: hedgeBox.x - viewSide * randomBetween(randomSource, 2, 2.8) * courtScale,
    y: (17 - index * 6.4 + randomBetween(randomSource, -1, 1)) * courtScale,
    height: randomBetween(randomSource, 6.5, 9) * courtScale,
    girth: randomBetween(randomSource, 0.85, 1.1) * courtScale,
  }));
  const distantTrees = generate(22, (index): Tree => ({
    x: (index * 9 - 100 + randomBetween(randomSource, -4, 4)) * courtScale,
    y: randomBetween(randomSource, 75, 110) * courtScale,
    height: randomBetween(randomSource, 5, 9) * courtScale,
    girth: randomBetween(randomSource, 2, 3.6) * courtScale,
  }));
  const parasolTop: WorldPoint = [
    viewSide * (courtWidth / 2 + side * 0.6),
    randomBetween(randomSource, 2.6, 5) * courtScale,
    2.6 * courtScale,
  ];
  const parasolRim = generate(10, (index): ScreenPoint => {
    const angle = (index / 10) * 2 * Math.PI;
    return project([
      parasolTop[0] + Math.cos(angle) * 1.6 * courtScale,
      parasolTop[1] + Math.sin(angle) * 1.6 * courtScale,
      parasolTop[2] - 0.6 * courtScale,
    ]);
  });
  const parasolSegments = parasolRim.map((rimPoint, index) =>
    closedPath([project(parasolTop), rimPoint, parasolRim[(index + 1) % parasolRim.length]!]),
  );
  const sunX = width * (0.5 + viewSide * randomBetween(randomSource, 0.1, 0.32));
  const sunY = horizon - height * randomBetween(randomSource, 0.09, 0.15);

  return (
    <>
      <linearGradient id={id} x1="0" x2="0" y1="0" y2="1">
        <stop offset="0" stopColor="var(--sky-high)" />
        <stop offset="1" stopColor="var(--sky-low)" />
      </linearGradient>
      <rect width={width} height={horizon + 4} fill={`url(#${id})`} />
      <circle cx={sunX} cy={sunY} r={height * 0.055} fill="var(--sun)" />
      <path
        d={hillRange(randomSource, width, horizon, height * 0.07, height * 0.15)}
        fill="var(--hill-1)"
      />
      <path
        d={hillRange(randomSource, width, horizon, height * 0.03, height * 0.085)}
        fill="var(--hill-2)"
      />
      <path
        d={hillRange(randomSource, width, horizon, height * 0.005, height * 0.04)}
        fill="var(--hill-3)"
      />
      <rect y={horizon} width={width} height={height - horizon} fill="var(--meadow)" />
      <path
        d={distantTrees.map((tree) => olivePlanting.whole(project, tree)).join('')}
        fill="var(--hill-4)"
      />
      <rect
        y={project([0, 60 * courtScale, 0])[1]}
        width={width}
        height={height}
        fill="var(--lawn)"
      />
      <path
        d={wallPath([houseBox.x1, houseBox.y], [houseBox.x2, houseBox.y], 0, 5.2 * courtScale)}
        fill="var(--wall)"
      />
      <path
        d={generate(4, (index) => {
          const x = houseBox.x1 + (1 + index * 3.5) * courtScale;
          return wallPath(
            [x, houseBox.y],
            [x + 2.6 * courtScale, houseBox.y],
            2.5 * courtScale,
            4.3 * courtScale,
          );
        }).join('')}
        fill="var(--glass)"
      />
      <path
        d={wallPath(
          [houseBox.x1 - 1.2 * courtScale, houseBox.y - 1],
          [houseBox.x2 + 1.2 * courtScale, houseBox.y - 1],
          5.1 * courtScale,
          5.6 * courtScale,
        )}
        fill="var(--roof)"
      />
      <path
        d={backTrees.map((tree) => treePlanting.whole(project, tree)).join('')}
        fill="var(--tree)"
      />
      <path
        d={backTrees.map((tree) => treePlanting.lit(project, tree)).join('')}
        fill="var(--tree-lit)"
      />
      <path
        d={wallPath([-sceneEdge, hedgeBox.y], [sceneEdge, hedgeBox.y], 0, hedgeBox.top)}
        fill="var(--hedge)"
      />
      <path
        d={quadPath(-sceneEdge, hedgeBox.y, sceneEdge, hedgeBox.y + hedgeBox.deep, hedgeBox.top)}
        fill="var(--hedge-lit)"
      />
      <path d={quadPath(-halfWidth, -halfDepth, halfWidth, halfDepth)} fill="var(--around)" />
      <path
        d={quadPath(-courtWidth / 2, -courtLength / 2, courtWidth / 2, courtLength / 2)}
        fill="var(--play)"
      />
      {stripes && (
        <path
          d={generate(6, (index) =>
            quadPath(
              -courtWidth / 2,
              (index / 6 - 0.5) * courtLength,
              courtWidth / 2,
              ((index + 0.5) / 6 - 0.5) * courtLength,
            ),
          ).join('')}
          fill="var(--play-2)"
        />
      )}
      <path
        d={courtLineStrips(sport)
          .map((courtLine) => quadPath(...courtLine))
          .join('')}
        fill="var(--line)"
      />
      <path
        d={[...backTrees, ...sideTrees]
          .map((tree) => treeShadow(project, tree, sunDirection))
          .join('')}
        fill="var(--shade)"
        opacity="var(--shade-depth)"
      />
      <path
        d={closedPath([
          project([-netHalf, 0, 0]),
          project([netHalf, 0, 0]),
          project([netHalf + sunDirection[0] * 1.3, sunDirection[1] * 1.3, 0]),
          project([-netHalf + sunDirection[0] * 1.3, sunDirection[1] * 1.3, 0]),
        ])}
        fill="var(--shade)"
        opacity="var(--shade-depth)"
      />
      <path
        d={closedPath([
          project([-netHalf, 0, 0]),
          project([netHalf, 0, 0]),
          project([netHalf, 0, 1.07]),
          project([0, 0, 0.914]),
          project([-netHalf, 0, 1.07]),
        ])}
        fill="var(--post)"
        opacity="0.42"
      />
      <path
        d={[-1, 1]
          .map((netSide) =>
            closedPath([
              project([netSide * netHalf, 0, 1.1]),
              project([0, 0, 0.94]),
              project([0, 0, 0.82]),
              project([netSide * netHalf, 0, 0.98]),
            ]),
          )
          .join('')}
        fill="var(--line)"
      />
      <path
        d={[-netHalf, netHalf].map((x) => wallPath([x - 0.07, 0], [x + 0.07, 0], 0, 1.12)).join('')}
        fill="var(--post)"
      />
      <path
        d={wallPath([hedgeBox.x, -halfDepth], [hedgeBox.x, hedgeBox.y], 0, hedgeBox.top)}
        fill="var(--hedge)"
      />
      <path
        d={quadPath(
          hedgeBox.x,
          -halfDepth,
          hedgeBox.x - viewSide * hedgeBox.deep,
          hedgeBox.y,
          hedgeBox.top,
        )}
        fill="var(--hedge-lit)"
      />
      <path
        d={sideTrees.map((tree) => treePlanting.whole(project, tree)).join('')}
        fill="var(--tree)"
      />
      <path
        d={sideTrees.map((tree) => treePlanting.lit(project, tree)).join('')}
        fill="var(--tree-lit)"
      />
      <path
        d={treeShadow(
          project,
          { x: parasolTop[0], y: parasolTop[1], height: 2.2 * courtScale, girth: 1.2 * courtScale },
          sunDirection,
        )}
        fill="var(--shade)"
        opacity="var(--shade-depth)"
      />
      <path
        d={wallPath(
          [parasolTop[0] - 0.05, parasolTop[1]],
          [parasolTop[0] + 0.05, parasolTop[1]],
          0,
          parasolTop[2],
        )}
        fill="var(--post)"
      />
      <path d={parasolSegments.join('')} fill="var(--parasol)" />
      <path d={parasolSegments.filter((_, index) => index % 2).join('')} fill="var(--cloth)" />
    </>
  );
}
