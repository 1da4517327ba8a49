import type { Booking } from './booking.js';

/** What players have told of the hours that they played. The slice that knows reviews provides it. */
export type ToldHours = Readonly<{
  /** Which of these bookings, by id, their players have logged the result of, or reviewed. */
  among(bookings: readonly Pick<Booking, 'bookingId' | 'playerId'>[]): Promise<ReadonlySet<string>>;
}>;

/** Where it is found in Nest's container. */
export const TOLD_HOURS = Symbol('told hours');
