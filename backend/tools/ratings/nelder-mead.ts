type Point = Readonly<{ at: readonly number[]; value: number }>;

const interpolate = (from: readonly number[], to: readonly number[], part: number): number[] =>
  from.map((one, index) => one + part * (to[index]! - one));

const worstReplaced = (
  simplex: readonly Point[],
  evaluatePoint: (at: readonly number[]) => Point,
): readonly Point[] => {
  const [best, worst] = [simplex[0]!, simplex.at(-1)!];
  const others = simplex.slice(0, -1);
  const centre = best.at.map(
    (_, index) => others.reduce((sum, { at }) => sum + at[index]!, 0) / others.length,
  );
  const reflected = evaluatePoint(interpolate(centre, worst.at, -1));
  if (reflected.value < best.value) {
    const further = evaluatePoint(interpolate(centre, worst.at, -2));
    return [...others, further.value < reflected.value ? further : reflected];
  }
  if (reflected.value < others.at(-1)!.value) return [...others, reflected];
  const contracted = evaluatePoint(
    interpolate(centre, worst.at, reflected.value < worst.value ? -0.5 : 0.5),
  );
  if (contracted.value < Math.min(reflected.value, worst.value)) return [...others, contracted];
  return [best, ...simplex.slice(1).map(({ at }) => evaluatePoint(interpolate(best.at, at, 0.5)))];
};

/**
 * Minimizes a function from a start with the given step sizes (Nelder and Mead 1965). Deterministic.
 * Ends when the values of all points differ by less than `tolerance`.
 */
export const nelderMead = (
  of: (at: readonly number[]) => number,
  start: readonly number[],
  { step, tolerance, rounds }: Readonly<{ step: number; tolerance: number; rounds: number }>,
  onRound: (round: number, best: Point) => void = () => undefined,
): Point => {
  const evaluatePoint = (at: readonly number[]): Point => ({ at, value: of(at) });
  const corners = start.map((_, corner) =>
    start.map((one, index) => (index === corner ? one + step : one)),
  );
  let simplex: readonly Point[] = [start, ...corners].map(evaluatePoint);
  for (let round = 0; round < rounds; round++) {
    simplex = [...simplex].sort((a, b) => a.value - b.value);
    onRound(round, simplex[0]!);
    if (simplex.at(-1)!.value - simplex[0]!.value < tolerance) break;
    simplex = worstReplaced(simplex, evaluatePoint);
  }
  return simplex.reduce((best, point) => (point.value < best.value ? point : best));
};
