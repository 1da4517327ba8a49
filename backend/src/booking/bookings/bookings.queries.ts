import { Inject, Injectable } from '@nestjs/common';
import type {
  Booking as View,
  BookedBy,
  BookingFilters,
  CancellationQuote,
  HistoryEntry,
  HostBooking,
} from '@courtly/contracts/bookings';
import { MOST_COUNTED } from '@courtly/contracts/total-count';
import { CONFIG, type Config } from '../../config.js';
import { courts } from '../courts/courts.projection.js';
import { type CountedPage, decodeCursor, cutPage } from '../../platform/http/paging.js';
import { Clock } from '../../platform/kernel/clock.js';
import type { Actor } from '../../platform/kernel/events.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import type { StoredDocument } from '../../platform/projections/projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
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
import { bookings as bookingList } from './bookings.projection.js';
import { bookingView, placeholderCourt, historyView, hostBookingView } from './booking-view.js';
import { courtDay } from './court-day.js';
import { type PlayerRecord, playerRecords } from './player-records.projection.js';
import { FeedbackStatus } from './feedback-status.service.js';
import { UnreadMessages } from './unread-messages.service.js';
import { cancellationQuote } from '../pricing/cancellation.js';

const formerMember = (_id: string) => ({
  _id,
  username: '',
  firstName: 'Former',
  lastName: 'member',
  email: '',
  phone: '',
  registeredAt: '',
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
  }: ReturnType<typeof formerMember>,
  { played, cancelled }: PlayerRecord = { played: 0, cancelled: 0 },
  playerRating: BookedBy['record']['rating'] = { rating: null, count: 0 },
): BookedBy => ({
  id: _id,
  username,
  firstName,
  lastName,
  email,
  phone,
  record: { memberSince: registeredAt, played, cancelled, rating: playerRating },
});

@Injectable()
export class BookingQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly streams: Streams,
    private readonly clock: Clock,
    private readonly feedbackStatus: FeedbackStatus,
    private readonly unreadMessages: UnreadMessages,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async listForPlayer(
    playerId: string,
    bookingFilters: BookingFilters,
  ): Promise<CountedPage<View>> {
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

  async showBooking(bookingId: string, { id: userId }: Actor): Promise<View | HostBooking> {
    const booking = await this.findVisible(bookingId, userId);
    return this.viewForSide(booking, await this.viewsFor([booking], userId), userId);
  }

  /** The view of a booking just decided, without waiting for read models. */
  async decidedView(booking: Booking, { id: userId }: Actor): Promise<View | HostBooking> {
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
   * The refund of a cancellation now. The cancellation is decided again, against the refund seen
   * here.
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

  private async findVisible(bookingId: string, userId: string): Promise<StoredDocument<Booking>> {
    const booking = await this.readModels.read(bookingList, (collection) =>
      collection.findOne({ _id: bookingId }),
    );
    return bookingVisibleTo(booking, userId);
  }

  private findPage(
    bookingOwner: BookingOwner,
    bookingFilters: BookingFilters,
  ): Promise<CountedPage<StoredDocument<Booking>>> {
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

  private async viewsFor(bookings: readonly Booking[], userId: string): Promise<View[]> {
    const courtIds = [...new Set(bookings.map(({ courtId }) => courtId))];
    const currentInstant = this.clock.instant();
    const [foundCourts, reviewableIds, unreadCounts] = await Promise.all([
      this.readModels.read(courts, (collection) =>
        collection.find({ _id: { $in: courtIds } }).toArray(),
      ),
      this.findReviewable(bookings, userId, currentInstant),
      this.unreadMessages.countByBooking(bookings, userId),
    ]);
    const courtsById = new Map(foundCourts.map((foundCourt) => [foundCourt.courtId, foundCourt]));
    return bookings.map((booking) => {
      const { bookingId, courtId } = booking;
      const pendingActions = {
        needsReview: reviewableIds.has(bookingId),
        unreadMessages: unreadCounts.get(bookingId) ?? 0,
      };
      return bookingView(
        booking,
        courtsById.get(courtId) ?? placeholderCourt(courtId),
        userId,
        currentInstant,
        pendingActions,
      );
    });
  }

  /** Bookings that the user can still review and has given no feedback on. */
  private async findReviewable(
    candidates: readonly Booking[],
    userId: string,
    currentInstant: string,
  ): Promise<ReadonlySet<string>> {
    const reviewableSince = new Date(
      Date.parse(currentInstant) - this.config.policy.reviewDays * DAY_MS,
    ).toISOString();
    const reviewableBookings = candidates.filter(
      ({ status, endTime }) => status === 'completed' && reviewableSince < endTime,
    );
    if (reviewableBookings.length === 0) return new Set();
    const reviewedIds = await this.feedbackStatus.bookingsWithFeedback(reviewableBookings, userId);
    return new Set(
      reviewableBookings.flatMap(({ bookingId }) =>
        reviewedIds.has(bookingId) ? [] : [bookingId],
      ),
    );
  }

  private async viewForSide(
    booking: Booking,
    [view]: View[],
    userId: string,
  ): Promise<View | HostBooking> {
    return booking.hostId === userId ? (await this.viewsForHost([booking], [view!]))[0]! : view!;
  }

  private async viewsForHost(
    bookings: readonly Booking[],
    playerViews: readonly View[],
  ): Promise<HostBooking[]> {
    const playerIds = [...new Set(bookings.map(({ playerId }) => playerId))];
    const [foundPeople, foundRecords, ratingsById] = await Promise.all([
      this.readModels.read(people, (collection) =>
        collection.find({ _id: { $in: playerIds } }).toArray(),
      ),
      this.readModels.read(playerRecords, (collection) =>
        collection.find({ _id: { $in: playerIds } }).toArray(),
      ),
      this.feedbackStatus.ratingsOfPlayers(playerIds),
    ]);
    const peopleById = new Map(foundPeople.map((foundPerson) => [foundPerson._id, foundPerson]));
    const recordsById = new Map(
      foundRecords.map((playerRecord) => [playerRecord._id, playerRecord]),
    );
    return playerViews.map((playerView) => {
      const foundPerson = peopleById.get(playerView.userId) ?? formerMember(playerView.userId);
      return hostBookingView(
        playerView,
        bookingPlayer(
          foundPerson,
          recordsById.get(foundPerson._id),
          ratingsById.get(foundPerson._id),
        ),
      );
    });
  }
}
