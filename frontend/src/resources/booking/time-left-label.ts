import { MINUTE_MS } from '../../lib/durations';

const HOUR_MIN = 60;
const DAY_MIN = 24 * HOUR_MIN;

const pluralize = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

const minutesUntil = (instant: string, currentTime: string) =>
  Math.floor((Date.parse(instant) - Date.parse(currentTime)) / MINUTE_MS);

const roundedDuration = (minutes: number): string => {
  if (minutes < HOUR_MIN) return pluralize(minutes, 'minute');
  if (minutes < 2 * DAY_MIN) return pluralize(Math.floor(minutes / HOUR_MIN), 'hour');
  return pluralize(Math.floor(minutes / DAY_MIN), 'day');
};

/** The remaining time, rounded down: `2 days left`, `35 minutes left`. */
export const timeLeftLabel = (deadline: string, currentTime: string): string => {
  const minutesLeft = minutesUntil(deadline, currentTime);
  return minutesLeft < 1 ? 'No time left' : `${roundedDuration(minutesLeft)} left`;
};

/** `Starts in 2 days`, `Starts in 3 hours 5 minutes`, or `Playing now`. */
export const startsInLabel = (startTime: string, currentTime: string): string => {
  const minutesLeft = minutesUntil(startTime, currentTime);
  if (startTime <= currentTime) return 'Playing now';
  if (minutesLeft < 1) return 'Starts now';
  const minutes = minutesLeft % HOUR_MIN;
  const isPrecise = minutesLeft >= HOUR_MIN && minutesLeft < DAY_MIN && minutes > 0;
  return `Starts in ${roundedDuration(minutesLeft)}${isPrecise ? ` ${pluralize(minutes, 'minute')}` : ''}`;
};
