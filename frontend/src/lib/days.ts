/** A calendar day without a time zone: `2027-03-13`. */
export type Day = string;

/** Midnight of the day in the browser's zone, for APIs that need a Date. Never display its time. */
export const dateOf = (day: Day): Date => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
};

/** The inverse of `dateOf`. */
export const dayOf = (date: Date): Day =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

export const addDays = (day: Day, days: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && dayOf(dateOf(text)) === text;

/** `Sat, Mar 13` */
export const shortDayLabel = (day: Day): string =>
  dateOf(day).toLocaleDateString('en-US', { weekday: 'short', month: 'short', day: 'numeric' });

/** `Saturday, Mar 13` */
export const dayLabel = (day: Day): string =>
  dateOf(day).toLocaleDateString('en-US', { weekday: 'long', month: 'short', day: 'numeric' });
