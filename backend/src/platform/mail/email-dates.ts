/** One format per zone, because creating one is slow. */
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

/** Formats an instant (UTC) in a zone. */
export const formatInstant = (timeZone: string, instant: string): string => {
  const format = formatCache.get(timeZone) ?? createFormat(timeZone);
  formatCache.set(timeZone, format);
  return format.format(new Date(instant));
};
