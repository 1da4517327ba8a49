/** One format per zone, because creating one is slow. */
const formatCache = new Map<string, Intl.DateTimeFormat>();

const createFormat = (timeZone: string): Intl.DateTimeFormat =>
  formatCache.get(timeZone) ??
  new Intl.DateTimeFormat('en-US', {
    timeZone: timeZone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });

/** Formats an instant (UTC) in a zone. */
export const formatInstant = (timeZone: string, instant: string): string => {
  const dateFormat = createFormat(timeZone);
  formatCache.set(timeZone, dateFormat);
  return dateFormat.format(new Date(instant));
};
