const HOUR_MINUTES = 60;
const YEAR_DAYS = 365;
const DAY_MINUTES = 24 * HOUR_MINUTES;

const counted = (count: number, unit: string): string =>
  `${count} ${unit}${count === 1 ? '' : 's'}`;

/**
 * Whole days above two days, otherwise whole hours or minutes: `3 days`, `24 hours`, `90 minutes`.
 */
export const duration = (minutes: number): string => {
  if (minutes > 2 * DAY_MINUTES && minutes % DAY_MINUTES === 0)
    return counted(minutes / DAY_MINUTES, 'day');
  return minutes > 0 && minutes % HOUR_MINUTES === 0
    ? counted(minutes / HOUR_MINUTES, 'hour')
    : counted(minutes, 'minute');
};

/** Whole years with the days that count: `180 days`, `3 years (1,095 days)`. */
export const days = (count: number): string => {
  const exactDays = `${count.toLocaleString('en-US')} day${count === 1 ? '' : 's'}`;
  return count > 0 && count % YEAR_DAYS === 0
    ? `${counted(count / YEAR_DAYS, 'year')} (${exactDays})`
    : exactDays;
};
export const months = (count: number): string => counted(count, 'month');
export const times = (count: number, noun: string): string => counted(count, noun);

/** Basis points as a percentage: `10%`, `99.5%`. */
export const percent = (basisPoints: number): string => `${basisPoints / 100}%`;

/** Cents as dollars: `$199`, `$99.50`. */
export const dollars = (cents: number): string =>
  `$${(cents / 100).toFixed(2).replace(/\.00$/, '')}`;
