export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The largest unit of which the minutes are a whole number: `1 day`, `36 hours`, `90 minutes`. */
export const durationLabel = (minutes: number): string => {
  const units = [
    { unit: 'day', size: DAY_MS / MINUTE_MS },
    { unit: 'hour', size: HOUR_MS / MINUTE_MS },
  ];
  const { unit, size } = units.find((each) => minutes > 0 && minutes % each.size === 0) ?? {
    unit: 'minute',
    size: 1,
  };
  const count = minutes / size;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
};
