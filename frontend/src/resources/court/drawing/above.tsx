import { type Screen, outline, softOutline } from './camera';
import { type Rectangle, courtOf, linesOf } from './markings';
import type { Props } from './perspective';
import { between, oneOf, times } from './random';

const rectangle = ([x1, y1, x2, y2]: Rectangle): string =>
  outline([
    [x1, y1],
    [x2, y1],
    [x2, y2],
    [x1, y2],
  ]);
const joined = (parts: readonly string[]): string => parts.join('');

type Plant = { x: number; y: number; r: number };

/** A tree crown from above: a circle with a ragged edge. */
const crown = ({ x, y, r }: Plant, lobes = 11): string =>
  softOutline(
    times(lobes * 2, (i): Screen => {
      const turn = (i / lobes) * Math.PI;
      const reach = r * (i % 2 ? 1.08 : 0.86);
      return [x + Math.cos(turn) * reach, y + Math.sin(turn) * reach];
    }),
  );

/** The shadow of a plant, stretched away from the sun. */
const cast = ({ x, y, r }: Plant, [dx, dy]: Screen, length: number): string => {
  const at = (along: number, across: number): Screen => [
    x + dx * along - dy * across * r,
    y + dy * along + dx * across * r,
  ];
  return softOutline([
    at(-r, 0.6),
    at(0, 1),
    at(length * 0.7, 0.85),
    at(length, 0),
    at(length * 0.7, -0.85),
    at(0, -1),
    at(-r, -0.6),
  ]);
};

/** One segment of a parasol. */
const gore = ({ x, y, r }: Plant, i: number, of: number): string => {
  const [a, b] = [i, i + 1].map((turn) => (turn / of) * 2 * Math.PI) as [number, number];
  return outline([
    [x, y],
    [x + Math.cos(a) * r, y + Math.sin(a) * r],
    [x + Math.cos(b) * r, y + Math.sin(b) * r],
  ]);
};

/** A court and its garden from above, in meters and slightly rotated. The net is at y = 0. */
export function Above({ size: { width, height }, sport, random, stripes }: Props) {
  const { width: w, length: l, side, back, netHalf } = courtOf(sport);
  const k = l / 23.77;
  const turn = 90 + oneOf(random, [-24, -16, -9, 11, 18, 26]);
  const scale = (Math.max(width * 0.5, height * 0.78) / l) * between(random, 0.78, 0.9);
  const sun: Screen = oneOf(random, [
    [0.55, 0.83],
    [-0.55, 0.83],
    [0.8, -0.6],
  ] as const);
  const right = w / 2 + side;
  const far = l / 2 + back;
  const hedge = 1.5 * k;
  const gap = 1.1 * k;
  const mirrored = oneOf(random, [-1, 1]);

  const hedges: Rectangle[] = [
    [-right - gap - hedge, -far - gap - hedge, right + gap + hedge, -far - gap],
    [-right - gap - hedge, far + gap, right + gap + hedge, far + gap + hedge],
    mirrored > 0
      ? [-right - gap - hedge, -far - gap, -right - gap, far + gap]
      : [right + gap, -far - gap, right + gap + hedge, far + gap],
  ];
  const open = mirrored * (right + gap);
  const row = times(9, (i): Plant => ({
    x: -mirrored * (right + gap + hedge + between(random, 1.7, 2.5) * k),
    y: (i - 4) * 4.4 * k + between(random, -0.7, 0.7) * k,
    r: between(random, 0.75, 1.05) * k,
  }));
  const grove = times(16, (i): Plant => {
    const around = (i / 16) * 2 * Math.PI;
    return {
      x: Math.cos(around) * (right + between(random, 11, 17) * k),
      y: Math.sin(around) * (far + between(random, 6, 10) * k),
      r: between(random, 1.7, 3.1) * k,
    };
  }).filter(({ x, y }) => !(x * mirrored > 0 && Math.abs(y) < 10 * k));
  const pool: Rectangle = [open + mirrored * 4.5 * k, -5.5 * k, open + mirrored * 9 * k, 6.5 * k];
  const terrace: Rectangle = [open + mirrored * 2.6 * k, -8 * k, open + mirrored * 11 * k, 9 * k];
  const parasols: Plant[] = [-6.6, 7.7].map((y) => ({
    x: open + mirrored * 5 * k,
    y: y * k,
    r: 1.25 * k,
  }));
  const trees = [...row, ...grove];

  return (
    <>
      <rect width={width} height={height} fill="var(--lawn)" />
      <g
        transform={`translate(${width / 2} ${height / 2}) rotate(${turn}) scale(${scale.toFixed(2)})`}
      >
        <path
          d={joined(
            times(26, (i) => rectangle([(i - 13) * 4 * k, -70 * k, (i - 12.5) * 4 * k, 70 * k])),
          )}
          fill="var(--lawn-2)"
        />
        <path
          d={rectangle(terrace) + rectangle([mirrored * right, -1.3 * k, terrace[0], 1.3 * k])}
          fill="var(--stone)"
        />
        <path d={rectangle(pool)} fill="var(--water-lit)" />
        <path
          d={rectangle([pool[0] + mirrored * 0.5 * k, pool[1] + 0.5 * k, pool[2], pool[3]])}
          fill="var(--water)"
        />
        <path
          d={joined(
            hedges.map(([x1, y1, x2, y2]) =>
              rectangle([
                x1 + sun[0] * 2 * k,
                y1 + sun[1] * 2 * k,
                x2 + sun[0] * 2 * k,
                y2 + sun[1] * 2 * k,
              ]),
            ),
          )}
          fill="var(--shade)"
          opacity="var(--shade-depth)"
        />
        <path d={rectangle([-right, -far, right, far])} fill="var(--around)" />
        <path d={rectangle([-w / 2, -l / 2, w / 2, l / 2])} fill="var(--play)" />
        {stripes && (
          <path
            d={joined(
              times(6, (i) =>
                rectangle([-w / 2, (i / 6 - 0.5) * l, w / 2, ((i + 0.5) / 6 - 0.5) * l]),
              ),
            )}
            fill="var(--play-2)"
          />
        )}
        <path d={joined(linesOf(sport, 0.13).map(rectangle))} fill="var(--line)" />
        <path
          d={rectangle([
            -netHalf + sun[0] * k,
            sun[1] * 0.1,
            netHalf + sun[0] * k,
            sun[1] * 1.5 * k,
          ])}
          fill="var(--shade)"
          opacity="var(--shade-depth)"
        />
        <path d={rectangle([-netHalf, -0.09, netHalf, 0.09])} fill="var(--line)" />
        <path
          d={
            rectangle([-netHalf - 0.2, -0.2, -netHalf + 0.2, 0.2]) +
            rectangle([netHalf - 0.2, -0.2, netHalf + 0.2, 0.2])
          }
          fill="var(--post)"
        />
        <path d={joined(hedges.map(rectangle))} fill="var(--hedge)" />
        <path
          d={joined(
            hedges.map(([x1, y1, x2, y2]) =>
              rectangle([x1 + 0.3 * k, y1 + 0.3 * k, x2 - 0.3 * k, y2 - 0.3 * k]),
            ),
          )}
          fill="var(--hedge-lit)"
        />
        <path
          d={
            joined(row.map((tree) => cast(tree, sun, 9 * k))) +
            joined(grove.map((tree) => cast(tree, sun, tree.r * 2.1)))
          }
          fill="var(--shade)"
          opacity="var(--shade-depth)"
        />
        <path d={joined(trees.map((tree) => crown(tree)))} fill="var(--tree)" />
        <path
          d={joined(
            trees.map(({ x, y, r }) =>
              crown({ x: x - sun[0] * r * 0.25, y: y - sun[1] * r * 0.25, r: r * 0.62 }, 8),
            ),
          )}
          fill="var(--tree-lit)"
        />
        <path
          d={joined(parasols.map((one) => cast(one, sun, 2.2 * k)))}
          fill="var(--shade)"
          opacity="var(--shade-depth)"
        />
        <path
          d={joined(parasols.flatMap((one) => times(10, (i) => gore(one, i, 10))))}
          fill="var(--parasol)"
        />
        <path
          d={joined(parasols.flatMap((one) => times(5, (i) => gore(one, i * 2, 10))))}
          fill="var(--cloth)"
        />
      </g>
    </>
  );
}
