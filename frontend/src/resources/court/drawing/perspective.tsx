import { type Point, type Screen, cameraAt, outline } from './camera';
import { type Tree, cypresses, hills, olives, palms, shadow } from './landscape';
import { type Sport, courtOf, linesOf } from './markings';
import { type Random, between, oneOf, times } from './random';

export type Props = {
  size: { width: number; height: number };
  sport: Sport;
  random: Random;
  id: string;
  stripes: boolean;
};

/**
 * A court seen from a corner of its garden, towards the house and hills. In meters; the net is at y
 * = 0.
 */
export function Perspective({ size: { width, height }, sport, random, id, stripes }: Props) {
  const { width: w, length: l, side, back, netHalf } = courtOf(sport);
  const k = l / 23.77;
  const hand = random() < 0.5 ? -1 : 1;
  const eye: Point = [hand * between(random, 7, 12) * k, -29 * k, between(random, 7.6, 9.2) * k];
  const see = cameraAt(eye, [hand * -1.4 * k, -1 * k, 0], height * 1.5, [
    width / 2,
    height * 0.655,
  ]);
  const horizon = see([-eye[0], 100_000, eye[2]])[1];
  const planting = oneOf(random, [cypresses, cypresses, palms, olives]);

  const quad = (x1: number, y1: number, x2: number, y2: number, z = 0) =>
    outline([see([x1, y1, z]), see([x2, y1, z]), see([x2, y2, z]), see([x1, y2, z])]);
  const wall = ([x1, y1]: Screen, [x2, y2]: Screen, low: number, high: number) =>
    outline([see([x1, y1, low]), see([x2, y2, low]), see([x2, y2, high]), see([x1, y1, high])]);

  const right = w / 2 + side;
  const far = l / 2 + back;
  const edge = 78 * k;
  const hedge = { y: far + 1.6, x: -hand * (right + 1.4), top: 2.1 * k, deep: 1.6 };
  const sun: Screen = [hand * 0.62, -0.78];
  const house = { x1: hand * 5 * k - 8 * k, x2: hand * 5 * k + 7 * k, y: hedge.y + 7 * k };
  const behind = times(14, (i): Tree => ({
    x: -hand * (i * 4.6 - 27 + between(random, -1.5, 1.5)) * k,
    y: hedge.y + between(random, 2, 6),
    height: between(random, 6.5, 11.5) * k,
    girth: between(random, 0.8, 1.15) * k,
  })).filter(({ x }) => Math.abs(x - hand * 5 * k) > 3.2 * k);
  const beside = times(5, (i): Tree => ({
    x: hedge.x - hand * between(random, 2, 2.8) * k,
    y: (17 - i * 6.4 + between(random, -1, 1)) * k,
    height: between(random, 6.5, 9) * k,
    girth: between(random, 0.85, 1.1) * k,
  }));
  const copse = times(22, (i): Tree => ({
    x: (i * 9 - 100 + between(random, -4, 4)) * k,
    y: between(random, 75, 110) * k,
    height: between(random, 5, 9) * k,
    girth: between(random, 2, 3.6) * k,
  }));
  const parasol: Point = [hand * (w / 2 + side * 0.6), between(random, 2.6, 5) * k, 2.6 * k];
  const rim = times(10, (i): Screen => {
    const turn = (i / 10) * 2 * Math.PI;
    return see([
      parasol[0] + Math.cos(turn) * 1.6 * k,
      parasol[1] + Math.sin(turn) * 1.6 * k,
      parasol[2] - 0.6 * k,
    ]);
  });
  const gores = rim.map((point, i) => outline([see(parasol), point, rim[(i + 1) % rim.length]!]));
  const sunX = width * (0.5 + hand * between(random, 0.1, 0.32));
  const sunY = horizon - height * between(random, 0.09, 0.15);

  return (
    <>
      <linearGradient id={id} x1="0" x2="0" y1="0" y2="1">
        <stop offset="0" stopColor="var(--sky-high)" />
        <stop offset="1" stopColor="var(--sky-low)" />
      </linearGradient>
      <rect width={width} height={horizon + 4} fill={`url(#${id})`} />
      <circle cx={sunX} cy={sunY} r={height * 0.055} fill="var(--sun)" />
      <path d={hills(random, width, horizon, height * 0.07, height * 0.15)} fill="var(--hill-1)" />
      <path d={hills(random, width, horizon, height * 0.03, height * 0.085)} fill="var(--hill-2)" />
      <path d={hills(random, width, horizon, height * 0.005, height * 0.04)} fill="var(--hill-3)" />
      <rect y={horizon} width={width} height={height - horizon} fill="var(--meadow)" />
      <path d={copse.map((tree) => olives.whole(see, tree)).join('')} fill="var(--hill-4)" />
      <rect y={see([0, 60 * k, 0])[1]} width={width} height={height} fill="var(--lawn)" />
      <path d={wall([house.x1, house.y], [house.x2, house.y], 0, 5.2 * k)} fill="var(--wall)" />
      <path
        d={times(4, (i) => {
          const x = house.x1 + (1 + i * 3.5) * k;
          return wall([x, house.y], [x + 2.6 * k, house.y], 2.5 * k, 4.3 * k);
        }).join('')}
        fill="var(--glass)"
      />
      <path
        d={wall(
          [house.x1 - 1.2 * k, house.y - 1],
          [house.x2 + 1.2 * k, house.y - 1],
          5.1 * k,
          5.6 * k,
        )}
        fill="var(--roof)"
      />
      <path d={behind.map((tree) => planting.whole(see, tree)).join('')} fill="var(--tree)" />
      <path d={behind.map((tree) => planting.lit(see, tree)).join('')} fill="var(--tree-lit)" />
      <path d={wall([-edge, hedge.y], [edge, hedge.y], 0, hedge.top)} fill="var(--hedge)" />
      <path
        d={quad(-edge, hedge.y, edge, hedge.y + hedge.deep, hedge.top)}
        fill="var(--hedge-lit)"
      />
      <path d={quad(-right, -far, right, far)} fill="var(--around)" />
      <path d={quad(-w / 2, -l / 2, w / 2, l / 2)} fill="var(--play)" />
      {stripes && (
        <path
          d={times(6, (i) =>
            quad(-w / 2, (i / 6 - 0.5) * l, w / 2, ((i + 0.5) / 6 - 0.5) * l),
          ).join('')}
          fill="var(--play-2)"
        />
      )}
      <path
        d={linesOf(sport)
          .map((line) => quad(...line))
          .join('')}
        fill="var(--line)"
      />
      <path
        d={[...behind, ...beside].map((tree) => shadow(see, tree, sun)).join('')}
        fill="var(--shade)"
        opacity="var(--shade-depth)"
      />
      <path
        d={outline([
          see([-netHalf, 0, 0]),
          see([netHalf, 0, 0]),
          see([netHalf + sun[0] * 1.3, sun[1] * 1.3, 0]),
          see([-netHalf + sun[0] * 1.3, sun[1] * 1.3, 0]),
        ])}
        fill="var(--shade)"
        opacity="var(--shade-depth)"
      />
      <path
        d={outline([
          see([-netHalf, 0, 0]),
          see([netHalf, 0, 0]),
          see([netHalf, 0, 1.07]),
          see([0, 0, 0.914]),
          see([-netHalf, 0, 1.07]),
        ])}
        fill="var(--post)"
        opacity="0.42"
      />
      <path
        d={[-1, 1]
          .map((end) =>
            outline([
              see([end * netHalf, 0, 1.1]),
              see([0, 0, 0.94]),
              see([0, 0, 0.82]),
              see([end * netHalf, 0, 0.98]),
            ]),
          )
          .join('')}
        fill="var(--line)"
      />
      <path
        d={[-netHalf, netHalf].map((x) => wall([x - 0.07, 0], [x + 0.07, 0], 0, 1.12)).join('')}
        fill="var(--post)"
      />
      <path d={wall([hedge.x, -far], [hedge.x, hedge.y], 0, hedge.top)} fill="var(--hedge)" />
      <path
        d={quad(hedge.x, -far, hedge.x - hand * hedge.deep, hedge.y, hedge.top)}
        fill="var(--hedge-lit)"
      />
      <path d={beside.map((tree) => planting.whole(see, tree)).join('')} fill="var(--tree)" />
      <path d={beside.map((tree) => planting.lit(see, tree)).join('')} fill="var(--tree-lit)" />
      <path
        d={shadow(see, { x: parasol[0], y: parasol[1], height: 2.2 * k, girth: 1.2 * k }, sun)}
        fill="var(--shade)"
        opacity="var(--shade-depth)"
      />
      <path
        d={wall([parasol[0] - 0.05, parasol[1]], [parasol[0] + 0.05, parasol[1]], 0, parasol[2])}
        fill="var(--post)"
      />
      <path d={gores.join('')} fill="var(--parasol)" />
      <path d={gores.filter((_, i) => i % 2).join('')} fill="var(--cloth)" />
    </>
  );
}
