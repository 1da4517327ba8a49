import {
  type AccountDetail,
  type DeskBooking,
  type DeskBookings,
  MOST_COURTS_OF_ACCOUNT,
} from '@courtly/contracts/desk-users';
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

type When = DeskBookings['when'];

const filters: Record<When, (now: string) => object> = {
  upcoming: (now) => ({ status: { $in: ['pending', 'confirmed'] }, endTime: { $gt: now } }),
  past: (now) => ({ status: { $in: ['confirmed', 'completed'] }, endTime: { $lte: now } }),
  cancelled: () => ({ status: 'cancelled' }),
};

const filterOf = (when: When, of: object, now: string): object => ({ $and: [of, filters[when](now)] });

/** Those to come from the next one on, all others from the latest one back. */
const orderOf = (when: When) =>
  when === 'upcoming' ? ({ direction: 1, beyond: '$gt' } as const) : ({ direction: -1, beyond: '$lt' } as const);

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
      this.tiers.of(userId),
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
        ...{ id, name, location, isActive },
        isHidden: hiddenBecause !== null,
      })),
    };
  }

  /** One page of the bookings of somebody. */
  bookingsOfAccount(userId: string, wanted: DeskBookings): Promise<CountedPage<DeskBooking>> {
    return this.bookings(ofEitherSide(userId), wanted);
  }

  /** The same of a court. */
  bookingsOfCourt(courtId: string, wanted: DeskBookings): Promise<CountedPage<DeskBooking>> {
    return this.bookings({ courtId }, wanted);
  }

  private async bookings(of: object, { when, cursor, limit }: DeskBookings): Promise<CountedPage<DeskBooking>> {
    const place = keyIn(PlaceInBookings, cursor);
    const filter = filterOf(when, of, this.clock.instant());
    const { direction, beyond } = orderOf(when);
    const later = place && {
      $or: [{ startTime: { [beyond]: place.at } }, { startTime: place.at, _id: { [beyond]: place.id } }],
    };
    const { page, total } = await this.readModels.read(bookings, async (all) => {
      const order = { startTime: direction, _id: direction };
      const found = all.find({ $and: [filter, later ?? {}] }).sort(order);
      const [page, total] = await Promise.all([
        found.limit(limit + 1).toArray(),
        place ? null : all.countDocuments(filter),
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
