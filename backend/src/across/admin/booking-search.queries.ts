import type {
  BookingCountSearch,
  BookingCounts,
  BookingSearch,
  FoundBooking,
} from '@courtly/contracts/admin-bookings';
import { BookingStatus } from '@courtly/contracts/bookings';
import { MOST_COUNTED } from '@courtly/contracts/total-count';
import { searchable } from '@courtly/contracts/text';
import { Injectable } from '@nestjs/common';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { newestFirst } from '../../booking/courts/court-filter.js';
import { courts } from '../../booking/courts/courts.projection.js';
import { moneyCases } from '../../money/cases/money-cases.projection.js';
import { IdentityQueries } from '../../people/identity/identity.queries.js';
import { people } from '../../people/identity/people.projection.js';
import { escapeRegExp } from '../../platform/http/escaped.js';
import type { CountedPage } from '../../platform/http/paging.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { adminBookingView } from './admin-booking-view.js';
import { amountRange, mostMatches, namePrefix } from './booking-search.js';
import { keysetPage } from './keyset-page.js';
import { DisplayNames } from './names.service.js';

const isOpen = { status: 'open' } as const;

/** Finds bookings for admins. */
@Injectable()
export class BookingSearchQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly identityQueries: IdentityQueries,
    private readonly displayNames: DisplayNames,
  ) {}

  /** @throws DomainError invalid_request if a name matches too many people or courts */
  async page({
    status,
    cursor,
    limit,
    ...search
  }: BookingSearch): Promise<CountedPage<FoundBooking>> {
    const userIds = search.person ? await this.userIdsOf(search.person) : null;
    const searchFilter = await this.filterOf(search, userIds);
    const filter = status ? { $and: [searchFilter, { status }] } : searchFilter;
    const bookingPage = await this.readModels.read(bookings, (collection) =>
      keysetPage(collection, filter, ['startTime', -1], { cursor, limit }),
    );
    const [names, casesByBooking] = await Promise.all([
      this.displayNames.lookUp(bookingPage.items, ({ playerId, hostId }) => [playerId, hostId]),
      this.openCases(bookingPage.items.map(({ bookingId }) => bookingId)),
    ]);
    const items = bookingPage.items.map((booking) => ({
      ...adminBookingView(booking, names),
      moneyCaseId: casesByBooking.get(booking.bookingId) ?? null,
    }));
    return { ...bookingPage, items };
  }

  /**
   * The counts by status, and the users named in the search, whose bookings the counts reveal.
   * @throws DomainError invalid_request if a name matches too many people or courts
   */
  async counts(
    search: BookingCountSearch,
  ): Promise<Readonly<{ counts: BookingCounts; userIds: readonly string[] }>> {
    const userIds = search.person ? await this.userIdsOf(search.person) : null;
    const searchFilter = await this.filterOf(search, userIds);
    const counted = BookingStatus.options.map(async (status) => {
      const count = await this.readModels.read(bookings, (collection) =>
        collection.countDocuments({ $and: [searchFilter, { status }] } as object, {
          limit: MOST_COUNTED,
        }),
      );
      return [status, count] as const;
    });
    const counts = Object.fromEntries(await Promise.all(counted)) as BookingCounts;
    return { counts, userIds: userIds ?? [] };
  }

  private async filterOf(
    { court, booking, amountFrom, amountTo, from, to, payment }: BookingCountSearch,
    userIds: readonly string[] | null,
  ): Promise<object> {
    const courtIds = court ? await this.courtIdsOf(court) : null;
    const totalCents = amountRange(amountFrom, amountTo);
    return {
      $and: [
        // Without a filter, MongoDB uses an index only if the sort field has a bound.
        { startTime: { $gte: from ?? '', ...(to && { $lt: to }) } },
        ...(booking ? [{ _id: booking }] : []),
        ...(userIds
          ? [{ $or: [{ playerId: { $in: userIds } }, { hostId: { $in: userIds } }] }]
          : []),
        ...(courtIds ? [{ courtId: { $in: courtIds } }] : []),
        ...(totalCents ? [{ totalCents }] : []),
        ...(payment ? [{ paymentStatus: payment }] : []),
      ],
    };
  }

  /** Emails match by their hash, ids exactly, and names by a prefix. */
  private async userIdsOf(person: string): Promise<readonly string[]> {
    if (person.includes('@')) {
      const userId = await this.identityQueries.userIdByEmail(person);
      return userId === null ? [] : [userId];
    }
    const filter = {
      $or: [{ _id: person }, { names: { $elemMatch: namePrefix(searchable(person)) } }],
    };
    const found = await this.readModels.read(people, (collection) =>
      collection
        .find(filter as object)
        .sort({ registeredAt: -1, _id: -1 })
        .limit(mostMatches + 1)
        .toArray(),
    );
    requireFew(found.length, 'person', 'people');
    return found.map(({ userId }) => userId);
  }

  private async courtIdsOf(court: string): Promise<readonly string[]> {
    const pattern = { $regex: escapeRegExp(searchable(court)) };
    const filter = { $or: [{ _id: court }, { searchName: pattern }, { place: pattern }] };
    const found = await this.readModels.read(courts, (collection) =>
      collection
        .find(filter as object)
        .sort(newestFirst)
        .limit(mostMatches + 1)
        .toArray(),
    );
    requireFew(found.length, 'court', 'courts');
    return found.map(({ courtId }) => courtId);
  }

  private async openCases(bookingIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const cases = await this.readModels.read(moneyCases, (collection) =>
      collection.find({ bookingId: { $in: [...bookingIds] }, ...isOpen } as object).toArray(),
    );
    return new Map(cases.map(({ bookingId, _id }) => [bookingId!, _id]));
  }
}

const requireFew = (count: number, field: string, things: string): void => {
  if (count <= mostMatches) return;
  const message = `More than ${mostMatches} ${things} match. Enter more of the name.`;
  throw new DomainError('invalid_request', message, { fields: [{ field, message }] });
};
