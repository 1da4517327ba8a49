/** A count with its unit: `1 day`, `1,500 minutes`. */
export const withUnit = (unitName: string, value: number): string =>
  `${value.toLocaleString('en-US')} ${unitName}${value === 1 ? '' : 's'}`;

/** Formats basis points: `10%`, `99.5%`. */
export const shareLabel = (basisPoints: number): string => `${basisPoints / 100}%`;

/** Shows whole hours and days without minutes: `15 minutes`, `72 hours`, `14 days`. */
export const periodLabel = (minutes: number): string => {
  const wholeHours = minutes / 60;
  if (wholeHours === 0 || !Number.isInteger(wholeHours)) return withUnit('minute', minutes);
  return wholeHours > 72 && wholeHours % 24 === 0
    ? withUnit('day', wholeHours / 24)
    : withUnit('hour', wholeHours);
};
