const utcFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** `June 1, 2027 at 7:00 AM UTC`. */
export const utcLabel = (instant: string): string => {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? instant : `${utcFormat.format(date)} UTC`;
};
