const MINUTE_MS = 60_000;
const HOUR_MIN = 60;
const DAY_MIN = 24 * HOUR_MIN;

const pluralize = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** Remaining time, rounded down: `2 days left`, `35 minutes left`. */
export const timeLeftLabel = (deadline: string, now: string): string => {
  const minutes = Math.floor((Date.parse(deadline) - Date.parse(now)) / MINUTE_MS);
  if (minutes < 1) return 'No time left';
  if (minutes < HOUR_MIN) return `${pluralize(minutes, 'minute')} left`;
  if (minutes < 2 * DAY_MIN) return `${pluralize(Math.floor(minutes / HOUR_MIN), 'hour')} left`;
  return `${pluralize(Math.floor(minutes / DAY_MIN), 'day')} left`;
};
