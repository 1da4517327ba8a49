type Point = Readonly<{ at: readonly number[]; value: number }>;

const interpolate = (from: readonly number[], to: readonly number[], part: number): number[] =>
  from.map((one, index) => one + part * (to[index]! - one));

const worstReplaced = (
  simplex: readonly Point[],
  evaluatePoint: (coordinates: readonly number[]) => Point,
): readonly Point[] => {
  const [best, worst] = [simplex[0]!, simplex.at(-1)!];
  const otherPoints = simplex.slice(0, -1);
  const centre = best.at.map(
    (_, index) =>
      otherPoints.reduce((sum, { at: coordinates }) => sum + coordinates[index]!, 0) /
      otherPoints.length,
  );
  const reflected = evaluatePoint(interpolate(centre, worst.at, -1));
  if (reflected.value < best.value) {
    const further = evaluatePoint(interpolate(centre, worst.at, -2));
    return [...otherPoints, further.value < reflected.value ? further : reflected];
  }
  if (reflected.value < otherPoints.at(-1)!.value) return [...otherPoints, reflected];
  const contracted = evaluatePoint(
    interpolate(centre, worst.at, reflected.value < worst.value ? -0.5 : 0.5),
  );
  if (contracted.value < Math.min(reflected.value, worst.value))
    return [...otherPoints, contracted];
  return [
    best,
    ...simplex
      .slice(1)
      .map(({ at: coordinates }) => evaluatePoint(interpolate(best.at, coordinates, 0.5))),
  ];
};

/**
 * Minimizes a function from a start with the given step sizes (Nelder and Mead 1965). Deterministic.
 * Ends when the values of all points differ by less than `tolerance`.
 */
export const nelderMead = (
  objective: (coordinates: readonly number[]) => number,
  start: readonly number[],
  { step, tolerance, rounds }: Readonly<{ step: number; tolerance: number; rounds: number }>,
  onRound: (roundIndex: number, best: Point) => void = () => undefined,
): Point => {
  const evaluatePoint = (coordinates: readonly number[]): Point => ({
    at: coordinates,
    value: objective(coordinates),
  });
  const corners = start.map((_, corner) =>
    start.map((one, index) => (index === corner ? one + step : one)),
  );
  let simplex: readonly Point[] = [start, ...corners].map(evaluatePoint);
  for (let roundIndex = 0; roundIndex < rounds; roundIndex++) {
    simplex = [...simplex].sort((a, b) => a.value - b.value);
    onRound(roundIndex, simplex[0]!);
    if (simplex.at(-1)!.value - simplex[0]!.value < tolerance) break;
    simplex = worstReplaced(simplex, evaluatePoint);
  }
  return simplex.reduce((best, point) => (point.value < best.value ? point : best));
};
