/** One format per zone, because creating one is slow. */
const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (zone: string): Intl.DateTimeFormat =>
  formats.get(zone) ??
  new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });

/** Formats an instant (UTC) in a zone. */
export const formatInstant = (zone: string, instant: string): string => {
  const format = formatOf(zone);
  formats.set(zone, format);
  return format.format(new Date(instant));
};
