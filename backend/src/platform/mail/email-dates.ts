import { MINUTE_MS } from '../kernel/local-time.js';

/** One cached format per zone, because creating a format is slow. */
const formatCache = new Map<string, Intl.DateTimeFormat>();

const createFormat = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });

const dayFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'long',
  month: 'long',
  day: 'numeric',
});

/** Formats a calendar day such as `2027-03-13`. */
export const formatDay = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`));

/** Formats an instant (UTC) in a zone. */
export const formatInstant = (timeZone: string, instant: string): string => {
  const format = formatCache.get(timeZone) ?? createFormat(timeZone);
  formatCache.set(timeZone, format);
  return format.format(new Date(instant));
};

const clockFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** Formats an instant (UTC) as shown on a clock with an offset from UTC in minutes. */
export const formatAtOffset = (offsetMinutes: number, instant: string): string =>
  clockFormat.format(new Date(Date.parse(instant) + offsetMinutes * MINUTE_MS));
