const TOLERANCE = 1e-6;

/** Input of step 5 of the paper, which solves for the logarithm of the squared volatility. */
type VolatilityInput = Readonly<{
  squaredDeviation: number;
  resultVariance: number;
  squaredImprovement: number;
  startLogVariance: number;
  volatilityLimit: number;
}>;

const volatilityFunction = (
  logVariance: number,
  {
    squaredDeviation,
    resultVariance,
    squaredImprovement,
    startLogVariance,
    volatilityLimit,
  }: VolatilityInput,
): number => {
  const squaredVolatility = Math.exp(logVariance);
  const denominator = squaredDeviation + resultVariance + squaredVolatility;
  return (
    (squaredVolatility * (squaredImprovement - denominator)) / (2 * denominator * denominator) -
    (logVariance - startLogVariance) / (volatilityLimit * volatilityLimit)
  );
};

/** Step 5 by the paper's Illinois algorithm. */
export const byIllinois = (volatilityInput: VolatilityInput): number => {
  const {
    squaredDeviation,
    resultVariance,
    squaredImprovement,
    startLogVariance,
    volatilityLimit,
  } = volatilityInput;
  let lowerBound = startLogVariance;
  let upperBound = startLogVariance - volatilityLimit;
  if (squaredImprovement > squaredDeviation + resultVariance)
    upperBound = Math.log(squaredImprovement - squaredDeviation - resultVariance);
  else while (volatilityFunction(upperBound, volatilityInput) < 0) upperBound -= volatilityLimit;
  let [lowerValue, upperValue] = [
    volatilityFunction(lowerBound, volatilityInput),
    volatilityFunction(upperBound, volatilityInput),
  ];
  while (Math.abs(upperBound - lowerBound) > TOLERANCE) {
    const candidate =
      lowerBound + ((lowerBound - upperBound) * lowerValue) / (upperValue - lowerValue);
    const candidateValue = volatilityFunction(candidate, volatilityInput);
    if (candidateValue * upperValue <= 0) [lowerBound, lowerValue] = [upperBound, upperValue];
    else lowerValue /= 2;
    [upperBound, upperValue] = [candidate, candidateValue];
  }
  return lowerBound;
};

/**
 * Finds the same root by Newton's method. A match hardly changes a volatility, so two steps are
 * nearly always enough. Returns NaN if four are not.
 * @param squaredVolatility the previous volatility, squared
 */
export const byNewton = (
  squaredDeviation: number,
  resultVariance: number,
  squaredImprovement: number,
  squaredVolatility: number,
  volatilityLimit: number,
): number => {
  const stiffness = 1 / (volatilityLimit * volatilityLimit);
  let logVarianceChange = 0;
  let nextVolatility = squaredVolatility;
  for (let iteration = 0; iteration < 4; iteration++) {
    const denominator = squaredDeviation + resultVariance + nextVolatility;
    const functionValue =
      (nextVolatility * (squaredImprovement - denominator)) / (2 * denominator * denominator) -
      logVarianceChange * stiffness;
    const functionSlope =
      (nextVolatility *
        (squaredImprovement * (denominator - 2 * nextVolatility) -
          denominator * (denominator - nextVolatility))) /
        (2 * denominator * denominator * denominator) -
      stiffness;
    const nextChange = logVarianceChange - functionValue / functionSlope;
    if (Math.abs(nextChange - logVarianceChange) < TOLERANCE / 10) return nextChange;
    logVarianceChange = nextChange;
    nextVolatility = squaredVolatility * Math.exp(logVarianceChange);
  }
  return NaN;
};

/** Step 5: the volatility after a period. */
export const volatilityAfter = (
  scaledDeviation: number,
  ratingVolatility: number,
  information: number,
  surprise: number,
  volatilityLimit: number,
): number => {
  const resultVariance = 1 / information;
  const [squaredDeviation, squaredImprovement] = [
    scaledDeviation * scaledDeviation,
    resultVariance * resultVariance * surprise * surprise,
  ];
  const logVarianceChange = byNewton(
    squaredDeviation,
    resultVariance,
    squaredImprovement,
    ratingVolatility * ratingVolatility,
    volatilityLimit,
  );
  if (!Number.isNaN(logVarianceChange)) return ratingVolatility * Math.exp(logVarianceChange / 2);
  return Math.exp(
    byIllinois({
      squaredDeviation,
      resultVariance,
      squaredImprovement,
      startLogVariance: 2 * Math.log(ratingVolatility),
      volatilityLimit,
    }) / 2,
  );
};
