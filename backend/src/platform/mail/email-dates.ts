/** One for each zone that a court is in: making one takes longer than all else of a letter. */
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

/** An instant (UTC) in words, by the clocks of a zone. */
export const formatInstant = (zone: string, instant: string): string => {
  const format = formatOf(zone);
  formats.set(zone, format);
  return format.format(new Date(instant));
};
