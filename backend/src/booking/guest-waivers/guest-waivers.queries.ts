import type { AdminGuest, BookingGuests, GuestWaiver } from '@courtly/contracts/guest-waivers';
import { Injectable } from '@nestjs/common';
import { notFound } from '../../platform/kernel/domain-error.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { bookingVisibleTo } from '../bookings/booking-lists.js';
import { bookings } from '../bookings/bookings.projection.js';
import { GuestLists } from './guest-lists.service.js';
import { guestAt, guestWaivers as decider } from './guest-waivers.js';
import { guestWaivers } from './guest-waivers.projection.js';

@Injectable()
export class GuestWaiverQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly guestLists: GuestLists,
  ) {}

  /** @throws DomainError not_found */
  async guestsOf(bookingId: string, userId: string, at: string): Promise<BookingGuests> {
    const [bookingDocument, storedGuests] = await Promise.all([
      this.readModels.read(bookings, (collection) => collection.findOne({ _id: bookingId })),
      this.readModels.read(guestWaivers, (collection) => collection.findOne({ _id: bookingId })),
    ]);
    const booking = bookingVisibleTo(bookingDocument, userId);
    return this.guestLists.view(booking, storedGuests ?? decider.initial, userId, at);
  }

  /**
   * The player and host of the booking, and its guests whose data is stored.
   * @throws DomainError not_found
   */
  async storedGuestsOf(
    bookingId: string,
  ): Promise<Readonly<{ userIds: readonly string[]; guests: AdminGuest[] }>> {
    const [booking, stored] = await Promise.all([
      this.readModels.read(bookings, (collection) => collection.findOne({ _id: bookingId })),
      this.readModels.read(guestWaivers, (collection) => collection.findOne({ _id: bookingId })),
    ]);
    if (!booking) throw notFound('booking');
    const { guests, removedGuests, keptUntil, erasureRequests } = stored ?? decider.initial;
    const storedGuests = Object.keys(keptUntil).map((id) => {
      const removedGuest = guestAt(removedGuests, id);
      const guest = removedGuest ?? guestAt(guests, id);
      return {
        id,
        name: guest?.name ?? '',
        signedAt: guest?.signature?.signedAt ?? null,
        isRemoved: removedGuest !== undefined,
        isErasureRequested: erasureRequests.includes(id),
      };
    });
    return { userIds: [booking.playerId, booking.hostId], guests: storedGuests };
  }

  /** @throws DomainError not_found for a link that does not work */
  async waiverBehind(token: string, at: string): Promise<GuestWaiver> {
    const { booking, guest } = await this.guestLists.guestBehind(token, at);
    return this.guestLists.guestWaiverView(booking, guest);
  }
}
