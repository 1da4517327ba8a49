import type { Booking } from './booking.js';

/** What the two sides of bookings wrote to each other. The slice that knows messages provides it. */
export type UnreadMessages = Readonly<{
  /** How many messages of the other side somebody has not read, by the id of the booking; nothing where there are none. */
  among(
    bookings: readonly Pick<Booking, 'bookingId'>[],
    personId: string,
  ): Promise<ReadonlyMap<string, number>>;
}>;

/** Where it is found in Nest's container. */
export const UNREAD_MESSAGES = Symbol('unread messages');
