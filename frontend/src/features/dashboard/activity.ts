import type { Booking } from '@courtly/contracts/bookings';
import { past, upcoming } from '../../lib/bookings';

const RECENT = 3;

/** Live bookings that are not over, the next one first. */
export const ahead = (bookings: readonly Booking[], now: string): Booking[] =>
  upcoming(bookings).filter(({ endTime }) => Date.parse(endTime) > Date.parse(now));

/** The latest games played: completed, or confirmed and over (domain rules, G12); all labelled completed. */
export const recent = (bookings: readonly Booking[], now: string): Booking[] => {
  const over = bookings
    .filter(({ status, endTime }) => status === 'confirmed' && Date.parse(endTime) <= Date.parse(now))
    .map((booking) => ({ ...booking, status: 'completed' as const }));
  return past([...bookings, ...over]).slice(0, RECENT);
};
