type Point = Readonly<{ at: readonly number[]; value: number }>;

const interpolate = (
  origin: readonly number[],
  destination: readonly number[],
  part: number,
): number[] =>
  origin.map(
    (coordinate, cornerIndex) => coordinate + part * (destination[cornerIndex]! - coordinate),
  );

const worstReplaced = (
  simplex: readonly Point[],
  evaluatePoint: (coordinates: readonly number[]) => Point,
): readonly Point[] => {
  const [bestPoint, worstPoint] = [simplex[0]!, simplex.at(-1)!];
  const otherPoints = simplex.slice(0, -1);
  const centre = bestPoint.at.map(
    (_, cornerIndex) =>
      otherPoints.reduce(
        (subtotal, { at: coordinates }) => subtotal + coordinates[cornerIndex]!,
        0,
      ) / otherPoints.length,
  );
  const reflected = evaluatePoint(interpolate(centre, worstPoint.at, -1));
  if (reflected.value < bestPoint.value) {
    const further = evaluatePoint(interpolate(centre, worstPoint.at, -2));
    return [...otherPoints, further.value < reflected.value ? further : reflected];
  }
  if (reflected.value < otherPoints.at(-1)!.value) return [...otherPoints, reflected];
  const contracted = evaluatePoint(
    interpolate(centre, worstPoint.at, reflected.value < worstPoint.value ? -0.5 : 0.5),
  );
  if (contracted.value < Math.min(reflected.value, worstPoint.value))
    return [...otherPoints, contracted];
  return [
    bestPoint,
    ...simplex
      .slice(1)
      .map(({ at: coordinates }) => evaluatePoint(interpolate(bestPoint.at, coordinates, 0.5))),
  ];
};

/**
 * Minimizes a function from a starting point with the given step sizes (Nelder and Mead 1965).
 * Deterministic. Ends when the values at all points differ by less than `tolerance`.
 */
export const nelderMead = (
  objective: (coordinates: readonly number[]) => number,
  startPoint: readonly number[],
  { step, tolerance, rounds }: Readonly<{ step: number; tolerance: number; rounds: number }>,
  onRound: (roundIndex: number, bestPoint: Point) => void = () => undefined,
): Point => {
  const evaluatePoint = (coordinates: readonly number[]): Point => ({
    at: coordinates,
    value: objective(coordinates),
  });
  const corners = startPoint.map((_, corner) =>
    startPoint.map((coordinate, cornerIndex) =>
      cornerIndex === corner ? coordinate + step : coordinate,
    ),
  );
  let simplex: readonly Point[] = [startPoint, ...corners].map(evaluatePoint);
  for (let roundIndex = 0; roundIndex < rounds; roundIndex++) {
    simplex = [...simplex].sort((leftPoint, rightPoint) => leftPoint.value - rightPoint.value);
    onRound(roundIndex, simplex[0]!);
    if (simplex.at(-1)!.value - simplex[0]!.value < tolerance) break;
    simplex = worstReplaced(simplex, evaluatePoint);
  }
  return simplex.reduce((bestPoint, point) => (point.value < bestPoint.value ? point : bestPoint));
};
