import {
  type AccountDetail,
  type AdminBooking,
  type AdminBookingFilters,
  MOST_COURTS_OF_ACCOUNT,
} from '@courtly/contracts/admin-users';
import { Inject, Injectable } from '@nestjs/common';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import type { Booking } from '../../booking/bookings/booking.js';
import { newestFirst } from '../../booking/courts/court-filter.js';
import { courts } from '../../booking/courts/courts.projection.js';
import { payoutHolds } from '../../money/payouts/payout-holds.projection.js';
import type { CountedPage } from '../../platform/http/paging.js';
import { accountView } from '../../people/identity/person.js';
import { MEMBERSHIP_TIERS, type MembershipTiers } from '../../people/identity/membership-tiers.js';
import { people } from '../../people/identity/people.projection.js';
import { Clock } from '../../platform/kernel/clock.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { adminBookingView } from './admin-booking-view.js';
import { keysetPage } from './keyset-page.js';
import { DisplayNames } from './names.service.js';

type BookingPeriod = AdminBookingFilters['when'];

const periodFilters: Record<BookingPeriod, (currentTime: string) => object> = {
  upcoming: (currentTime) => ({
    status: { $in: ['pending', 'confirmed'] },
    endTime: { $gt: currentTime },
  }),
  past: (currentTime) => ({
    status: { $in: ['confirmed', 'completed'] },
    endTime: { $lte: currentTime },
  }),
  cancelled: () => ({ status: 'cancelled' }),
};

const bookingFilter = (period: BookingPeriod, ownerFilter: object, currentTime: string) => ({
  $and: [ownerFilter, periodFilters[period](currentTime)],
});

const playedOrHostedBy = (userId: string) => ({ $or: [{ playerId: userId }, { hostId: userId }] });

/** Accounts and bookings for admins. */
@Injectable()
export class AdminQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
    private readonly displayNames: DisplayNames,
    @Inject(MEMBERSHIP_TIERS) private readonly membershipTiers: MembershipTiers,
  ) {}

  /** @throws DomainError not_found */
  async accountDetail(userId: string): Promise<AccountDetail> {
    const accountOwner = await this.readModels.read(people, (collection) =>
      collection.findOne({ _id: userId }),
    );
    if (!accountOwner) throw new DomainError('not_found', "We couldn't find that account.");
    const filter = bookingFilter('upcoming', playedOrHostedBy(userId), this.clock.instant());
    const [membershipTier, openBookings, payoutHold, hostedCourts] = await Promise.all([
      this.membershipTiers.tierOf(userId),
      this.readModels.read(bookings, (collection) => collection.countDocuments(filter)),
      this.readModels.read(payoutHolds, (collection) => collection.findOne({ _id: userId })),
      this.readModels.read(courts, (collection) =>
        collection
          .find({ hostId: userId })
          .sort(newestFirst)
          .limit(MOST_COURTS_OF_ACCOUNT)
          .toArray(),
      ),
    ]);
    return {
      ...accountView(accountOwner),
      membershipTier,
      openBookings,
      payoutHold: payoutHold?.isHeld ? { reason: payoutHold.reason } : null,
      courts: hostedCourts.map(({ courtId: id, name, location, isActive, hiddenBecause }) => ({
        id,
        name,
        location,
        isActive,
        isHidden: hiddenBecause !== null,
      })),
    };
  }

  bookingsOfAccount(
    userId: string,
    bookingFilters: AdminBookingFilters,
  ): Promise<CountedPage<AdminBooking>> {
    return this.bookingPage(playedOrHostedBy(userId), bookingFilters);
  }

  bookingsOfCourt(
    courtId: string,
    bookingFilters: AdminBookingFilters,
  ): Promise<CountedPage<AdminBooking>> {
    return this.bookingPage({ courtId }, bookingFilters);
  }

  private async bookingPage(ownerFilter: object, { when, ...paging }: AdminBookingFilters) {
    const filter = bookingFilter(when, ownerFilter, this.clock.instant());
    // Upcoming bookings start with the next one; all others start with the latest.
    const direction = when === 'upcoming' ? 1 : -1;
    const bookingPage = await this.readModels.read(bookings, (collection) =>
      keysetPage(collection, filter, ['startTime', direction], paging),
    );
    return { ...bookingPage, items: await this.adminBookingViews(bookingPage.items) };
  }

  private async adminBookingViews(pageBookings: readonly Booking[]): Promise<AdminBooking[]> {
    const names = await this.displayNames.lookUp(pageBookings, ({ playerId, hostId }) => [
      playerId,
      hostId,
    ]);
    return pageBookings.map((booking) => adminBookingView(booking, names));
  }
}
