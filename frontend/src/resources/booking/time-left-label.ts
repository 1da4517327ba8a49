import { MINUTE_MS } from '../../lib/durations';

const HOUR_MIN = 60;
const DAY_MIN = 24 * HOUR_MIN;

const pluralize = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** The remaining time, rounded down: `2 days left`, `35 minutes left`. */
export const timeLeftLabel = (deadline: string, currentTime: string): string => {
  const minutesLeft = Math.floor((Date.parse(deadline) - Date.parse(currentTime)) / MINUTE_MS);
  if (minutesLeft < 1) return 'No time left';
  if (minutesLeft < HOUR_MIN) return `${pluralize(minutesLeft, 'minute')} left`;
  if (minutesLeft < 2 * DAY_MIN)
    return `${pluralize(Math.floor(minutesLeft / HOUR_MIN), 'hour')} left`;
  return `${pluralize(Math.floor(minutesLeft / DAY_MIN), 'day')} left`;
};
