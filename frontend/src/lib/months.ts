import type { Booking } from '@courtly/contracts/bookings';
import { dayInZone } from './format';

/** A calendar month: `2027-03`. */
export type Month = string;

/** The month in which a booking starts, in the time zone of its court. */
export const monthOfBooking = (
  booking: Pick<Booking, 'startTime' | 'zone' | 'zoneOffsets'>,
): Month => dayInZone(booking.startTime, booking).slice(0, 7);

const monthFormatter = (options: Intl.DateTimeFormatOptions) => {
  const monthFormat = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  return (month: Month): string => monthFormat.format(new Date(`${month}-01T00:00:00Z`));
};

/** `March 2027` */
export const monthLabel = monthFormatter({ month: 'long', year: 'numeric' });
/** `Mar` */
export const shortMonth = monthFormatter({ month: 'short' });
