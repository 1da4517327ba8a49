import { Injectable } from '@nestjs/common';
import type {
  Booking as BookingView,
  BookedBy,
  BookingFilters,
  CancellationQuote,
  HistoryEntry,
  HostBooking,
  OwnRecord,
} from '@courtly/contracts/bookings';
import { MOST_COUNTED } from '@courtly/contracts/total-count';
import { courts } from '../courts/courts.projection.js';
import { type CountedPage, decodeCursor, cutPage } from '../../platform/http/paging.js';
import { Clock } from '../../platform/kernel/clock.js';
import type { Actor } from '../../platform/kernel/events.js';
import { Streams } from '../../platform/kernel/streams.js';
import type { StoredDocument } from '../../platform/projections/projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { visibleFields } from '../../people/identity/page-privacy.js';
import { people } from '../../people/identity/people.projection.js';
import { type Booking, booking as bookingFold, cancellableBooking } from './booking.js';
import { courtDayIdOf } from './booking-id.js';
import { court } from '../courts/court.js';
import type { BookingEvent } from './booking.events.js';
import {
  PlaceInBookings,
  type BookingOwner,
  conditionsAfter,
  conditionsOf,
  bookingOrderOf,
  placeInOrder,
  bookingVisibleTo,
  mongoSortOf,
} from './booking-lists.js';
import { type BookingDocument, bookings as bookingList } from './bookings.projection.js';
import { bookingView, placeholderCourt, historyView, hostBookingView } from './booking-view.js';
import { courtDay } from './court-day.js';
import { type PlayerRecord, newRecord, playerRecords } from './player-records.projection.js';
import { PendingActions } from './pending-actions.service.js';
import { playerStars } from '../reviews/player-stars.projection.js';
import { type Stars, meanRatingOf, noStars } from '../reviews/stars.js';
import { cancellationQuote } from '../pricing/cancellation.js';

const formerMember = (_id: string) => ({
  _id,
  username: '',
  firstName: 'Former',
  lastName: 'member',
  email: '',
  phone: '',
  registeredAt: '',
  level: null as BookedBy['record']['level'],
});

const bookingPlayer = (
  {
    _id,
    username,
    firstName,
    lastName,
    email,
    phone,
    registeredAt,
    level,
  }: ReturnType<typeof formerMember>,
  { played, cancelled }: Omit<PlayerRecord, 'playerId'> = newRecord,
  starTotals: Stars = noStars,
): BookedBy => ({
  id: _id,
  username,
  firstName,
  lastName,
  email,
  phone,
  record: {
    memberSince: registeredAt,
    level,
    played,
    cancelled,
    rating: meanRatingOf(starTotals),
  },
});

@Injectable()
export class BookingQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly streams: Streams,
    private readonly clock: Clock,
    private readonly pendingActions: PendingActions,
  ) {}

  async listForPlayer(
    playerId: string,
    bookingFilters: BookingFilters,
  ): Promise<CountedPage<BookingView>> {
    const { items, ...pageInfo } = await this.findPage({ playerId }, bookingFilters);
    return { items: await this.viewsFor(items, playerId), ...pageInfo };
  }

  async listForHost(
    hostId: string,
    bookingFilters: BookingFilters,
  ): Promise<CountedPage<HostBooking>> {
    const { items, ...pageInfo } = await this.findPage({ hostId }, bookingFilters);
    return {
      items: await this.viewsForHost(items, await this.viewsFor(items, hostId)),
      ...pageInfo,
    };
  }

  async showBooking(bookingId: string, { id: userId }: Actor): Promise<BookingView | HostBooking> {
    const booking = await this.findVisible(bookingId, userId);
    return this.viewForSide(booking, await this.viewsFor([booking], userId), userId);
  }

  /** The view of a booking that was just decided. Does not wait for read models. */
  async decidedView(booking: Booking, { id: userId }: Actor): Promise<BookingView | HostBooking> {
    const bookedCourt = await this.streams.cachedOrStale(court, booking.courtId);
    return this.viewForSide(
      booking,
      [bookingView(booking, bookedCourt!, userId, this.clock.instant())],
      userId,
    );
  }

  async historyOf(bookingId: string, currentUser: Actor): Promise<HistoryEntry[]> {
    const dayEvents = await this.streams.events(`${courtDay.category}-${courtDayIdOf(bookingId)}`);
    const bookingEvents = dayEvents.filter(
      ({ data }) => (data as { bookingId?: string }).bookingId === bookingId,
    );
    const foldedBooking = (bookingEvents as unknown as BookingEvent[]).reduce(
      bookingFold.evolve,
      bookingFold.initial,
    );
    const booking = bookingVisibleTo(foldedBooking, currentUser.id);
    return historyView(bookingEvents, booking, currentUser);
  }

  /**
   * The refund if the booking were canceled now. The cancellation itself decides again and is
   * refused if its refund differs from this quote.
   */
  async quoteCancellation(bookingId: string, { id: userId }: Actor): Promise<CancellationQuote> {
    const currentInstant = this.clock.instant();
    const booking = cancellableBooking(await this.findVisible(bookingId, userId), currentInstant);
    return cancellationQuote(
      booking,
      booking.hostId === userId ? 'host' : 'player',
      currentInstant,
    );
  }

  private async findVisible(
    bookingId: string,
    userId: string,
  ): Promise<StoredDocument<BookingDocument>> {
    const booking = await this.readModels.read(bookingList, (collection) =>
      collection.findOne({ _id: bookingId }),
    );
    return bookingVisibleTo(booking, userId);
  }

  async recordOf(playerId: string): Promise<OwnRecord> {
    const playerRecord = await this.readModels.read(playerRecords, (collection) =>
      collection.findOne({ _id: playerId }),
    );
    const { played, cancelled, cancelledLate } = playerRecord ?? newRecord;
    return { played, cancelled, cancelledLate };
  }

  private findPage(bookingOwner: BookingOwner, bookingFilters: BookingFilters) {
    const bookingOrder = bookingOrderOf(bookingFilters);
    const pageCursor = decodeCursor(PlaceInBookings, bookingFilters.cursor);
    const conditions = conditionsOf(bookingOwner, bookingFilters, this.clock.instant());
    return this.readModels.read(bookingList, async (collection) => {
      const pageQuery = collection
        .find({ $and: [...conditionsAfter(bookingOrder, pageCursor), ...conditions] })
        .sort(mongoSortOf(bookingOrder));
      const [foundBookings, totalCount] = await Promise.all([
        pageQuery.limit(bookingFilters.limit + 1).toArray(),
        pageCursor
          ? null
          : collection.countDocuments({ $and: conditions }, { limit: MOST_COUNTED }),
      ]);
      return {
        ...cutPage(foundBookings, bookingFilters.limit, placeInOrder(bookingOrder)),
        total: totalCount,
      };
    });
  }

  private async viewsFor(
    bookings: readonly BookingDocument[],
    userId: string,
  ): Promise<BookingView[]> {
    const courtIds = [...new Set(bookings.map(({ courtId }) => courtId))];
    const [foundCourts, actionsById] = await Promise.all([
      this.readModels.read(courts, (collection) =>
        collection.find({ _id: { $in: courtIds } }).toArray(),
      ),
      this.pendingActions.ofBookings(bookings, userId),
    ]);
    const courtsById = new Map(foundCourts.map((court) => [court.courtId, court]));
    const currentInstant = this.clock.instant();
    return bookings.map((booking) =>
      bookingView(
        booking,
        courtsById.get(booking.courtId) ?? placeholderCourt(booking.courtId),
        userId,
        currentInstant,
        actionsById.get(booking.bookingId),
      ),
    );
  }

  private async viewForSide(booking: Booking, [view]: BookingView[], userId: string) {
    return booking.hostId === userId ? (await this.viewsForHost([booking], [view!]))[0]! : view!;
  }

  private async viewsForHost(bookings: readonly Booking[], playerViews: readonly BookingView[]) {
    const idFilter = { _id: { $in: [...new Set(bookings.map(({ playerId }) => playerId))] } };
    const [foundPeople, foundRecords, foundStars] = await Promise.all([
      this.readModels.read(people, (collection) => collection.find(idFilter).toArray()),
      this.readModels.read(playerRecords, (collection) => collection.find(idFilter).toArray()),
      this.readModels.read(playerStars, (collection) => collection.find(idFilter).toArray()),
    ]);
    const peopleById = new Map(foundPeople.map((person) => [person._id, person]));
    const recordsById = new Map(
      foundRecords.map((playerRecord) => [playerRecord._id, playerRecord]),
    );
    const starsById = new Map(foundStars.map((starTotals) => [starTotals._id, starTotals]));
    return playerViews.map((playerView) => {
      const { userId } = playerView;
      const person = peopleById.get(userId);
      const bookedBy = bookingPlayer(
        person
          ? {
              ...person,
              level: visibleFields(person, 'stranger').about ? person.skillLevel : null,
            }
          : formerMember(userId),
        recordsById.get(userId),
        starsById.get(userId),
      );
      return hostBookingView(playerView, bookedBy);
    });
  }
}
