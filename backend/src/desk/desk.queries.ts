import { type AccountDetail, type DeskBooking, MOST_COURTS_OF_ACCOUNT } from '@courtly/contracts/desk-users';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { bookings } from '../bookings/bookings.projection.js';
import type { Booking } from '../bookings/booking.js';
import { newestFirst } from '../courts/court-filter.js';
import { courts } from '../courts/courts.projection.js';
import { type CountedPage, keyIn, pageOf } from '../edge/paging.js';
import { accountView } from '../identity/account-view.js';
import { MEMBERSHIP_TIERS, type MembershipTiers } from '../identity/membership-tiers.js';
import { people } from '../identity/people.projection.js';
import { Clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/domain-error.js';
import { ReadModels } from '../projections/read-models.js';
import { deskBookingView } from './desk-booking-view.js';
import { NamesOf } from './names.service.js';

const PlaceInBookings = z.strictObject({ at: z.string(), id: z.string() });
type Paging = Readonly<{ cursor?: string | undefined; limit: number }>;

/** The bookings of somebody, or of a court, that are still to be played. */
const toCome = (of: object, now: string) => ({
  $and: [of, { status: { $in: ['pending', 'confirmed'] } }, { endTime: { $gt: now } }],
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
    const filter = toCome(ofEitherSide(userId), this.clock.instant());
    const [membershipTier, openBookings, own] = await Promise.all([
      this.tiers.of(userId),
      this.readModels.read(bookings, (all) => all.countDocuments(filter as object)),
      this.readModels.read(courts, (all) =>
        all.find({ hostId: userId }).sort(newestFirst).limit(MOST_COURTS_OF_ACCOUNT).toArray(),
      ),
    ]);
    return {
      ...accountView(person),
      membershipTier,
      openBookings,
      courts: own.map(({ courtId: id, name, location, isActive, hiddenBecause }) => ({
        ...{ id, name, location, isActive },
        isHidden: hiddenBecause !== null,
      })),
    };
  }

  /** One page of the bookings to come of somebody, the next one first. */
  bookingsOfAccount(userId: string, paging: Paging): Promise<CountedPage<DeskBooking>> {
    return this.bookingsToCome(ofEitherSide(userId), paging);
  }

  /** The same of a court. */
  bookingsOfCourt(courtId: string, paging: Paging): Promise<CountedPage<DeskBooking>> {
    return this.bookingsToCome({ courtId }, paging);
  }

  private async bookingsToCome(of: object, { cursor, limit }: Paging): Promise<CountedPage<DeskBooking>> {
    const place = keyIn(PlaceInBookings, cursor);
    const filter = toCome(of, this.clock.instant());
    const later = place && {
      $or: [{ startTime: { $gt: place.at } }, { startTime: place.at, _id: { $gt: place.id } }],
    };
    const { page, total } = await this.readModels.read(bookings, async (all) => {
      const found = all.find({ $and: [...filter.$and, later ?? {}] } as object).sort({ startTime: 1, _id: 1 });
      const [page, total] = await Promise.all([
        found.limit(limit + 1).toArray(),
        place ? null : all.countDocuments(filter as object),
      ]);
      return { page, total };
    });
    const { items, next } = pageOf(page, limit, ({ startTime, bookingId }) => ({ at: startTime, id: bookingId }));
    return { items: await this.views(items), next, total };
  }

  private async views(found: readonly Booking[]): Promise<DeskBooking[]> {
    const names = await this.names.these(
      found.map(({ courtId }) => courtId),
      found.flatMap(({ playerId, hostId }) => [playerId, hostId]),
    );
    return found.map((booking) => deskBookingView(booking, names));
  }
}
