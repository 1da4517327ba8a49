import type { Booking } from '@courtly/contracts/bookings';
import { dayIn } from './format';

/** A calendar month: `2027-03`. */
export type Month = string;

/** The month in which a booking starts, in the time zone of its court. */
export const monthOf = ({ startTime, zone }: Pick<Booking, 'startTime' | 'zone'>): Month =>
  dayIn(startTime, zone).slice(0, 7);

const inWords = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  return (month: Month): string => format.format(new Date(`${month}-01T00:00:00Z`));
};

/** `March 2027` */
export const monthLabel = inWords({ month: 'long', year: 'numeric' });
/** `Mar` */
export const shortMonth = inWords({ month: 'short' });
