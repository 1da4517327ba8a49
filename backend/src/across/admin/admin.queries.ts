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
import type { CountedPage } from '../../platform/http/paging.js';
import { accountView } from '../../people/identity/account/account-view.js';
import { MEMBERSHIP_TIERS, type MembershipTiers } from '../../people/identity/membership-tiers.js';
import { people } from '../../people/identity/people.projection.js';
import { Clock } from '../../platform/kernel/clock.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { deskBookingView } from './admin-booking-view.js';
import { keysetPage } from './keyset-page.js';
import { NamesOf } from './names.service.js';

type When = AdminBookingFilters['when'];

const filters: Record<When, (now: string) => object> = {
  upcoming: (now) => ({ status: { $in: ['pending', 'confirmed'] }, endTime: { $gt: now } }),
  past: (now) => ({ status: { $in: ['confirmed', 'completed'] }, endTime: { $lte: now } }),
  cancelled: () => ({ status: 'cancelled' }),
};

const filterOf = (when: When, of: object, now: string): object => ({
  $and: [of, filters[when](now)],
});

const ofEitherSide = (userId: string) => ({ $or: [{ playerId: userId }, { hostId: userId }] });

/** What the desk shows of people and courts that stands with several slices. */
@Injectable()
export class DeskQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
    private readonly names: NamesOf,
    @Inject(MEMBERSHIP_TIERS) private readonly tiers: MembershipTiers,
  ) {}

  /** @throws DomainError not_found */
  async account(userId: string): Promise<AccountDetail> {
    const person = await this.readModels.read(people, (all) => all.findOne({ _id: userId }));
    if (!person) throw new DomainError('not_found', 'There is no such account.');
    const filter = filterOf('upcoming', ofEitherSide(userId), this.clock.instant());
    const [membershipTier, openBookings, own] = await Promise.all([
      this.tiers.tierOf(userId),
      this.readModels.read(bookings, (all) => all.countDocuments(filter)),
      this.readModels.read(courts, (all) =>
        all.find({ hostId: userId }).sort(newestFirst).limit(MOST_COURTS_OF_ACCOUNT).toArray(),
      ),
    ]);
    return {
      ...accountView(person),
      membershipTier,
      openBookings,
      courts: own.map(({ courtId: id, name, location, isActive, hiddenBecause }) => ({
        id,
        name,
        location,
        isActive,
        isHidden: hiddenBecause !== null,
      })),
    };
  }

  /** One page of the bookings of somebody. */
  bookingsOfAccount(
    userId: string,
    wanted: AdminBookingFilters,
  ): Promise<CountedPage<AdminBooking>> {
    return this.bookings(ofEitherSide(userId), wanted);
  }

  /** The same of a court. */
  bookingsOfCourt(
    courtId: string,
    wanted: AdminBookingFilters,
  ): Promise<CountedPage<AdminBooking>> {
    return this.bookings({ courtId }, wanted);
  }

  private async bookings(
    of: object,
    { when, ...paging }: AdminBookingFilters,
  ): Promise<CountedPage<AdminBooking>> {
    const filter = filterOf(when, of, this.clock.instant());
    // Those to come from the next one on, all others from the latest one back.
    const direction = when === 'upcoming' ? 1 : -1;
    const page = await this.readModels.read(bookings, (all) =>
      keysetPage(all, filter, ['startTime', direction], paging),
    );
    return { ...page, items: await this.views(page.items) };
  }

  private async views(found: readonly Booking[]): Promise<AdminBooking[]> {
    const names = await this.names.these(
      found.map(({ courtId }) => courtId),
      found.flatMap(({ playerId, hostId }) => [playerId, hostId]),
    );
    return found.map((booking) => deskBookingView(booking, names));
  }
}
