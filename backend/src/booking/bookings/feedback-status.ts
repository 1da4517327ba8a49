import type { BookedBy } from '@courtly/contracts/bookings';
import type { Booking } from './booking.js';

/** What the two sides have told of hours that are over. The slice that knows reviews provides it. */
export type ToldHours = Readonly<{
  /** Which of these bookings, by id, somebody has told of: as its player by the result or a review, as its host by a review. */
  among(
    bookings: readonly Pick<Booking, 'bookingId' | 'playerId'>[],
    personId: string,
  ): Promise<ReadonlySet<string>>;
  /** What hosts say of players, by the player's id, as far as it is revealed; nobody where nobody said anything. */
  ofPlayers(
    playerIds: readonly string[],
  ): Promise<ReadonlyMap<string, BookedBy['record']['rating']>>;
}>;

/** Where it is found in Nest's container. */
export const TOLD_HOURS = Symbol('told hours');
