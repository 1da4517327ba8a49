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
import { type Booking, booking as bookingFold, cancellable } from './booking.js';
import { courtDayOf } from './booking-id.js';
import { bookableCourt } from '../courts/bookable-court.js';
import type { BookingEvent } from './booking.events.js';
import {
  PlaceInBookings,
  type Side,
  after,
  conditionsOf,
  orderOf,
  placeIn,
  seenBy,
  sorting,
} from './booking-lists.js';
import { bookings as bookingList } from './bookings.projection.js';
import { bookingView, courtToCome, historyView, hostBookingView } from './booking-view.js';
import { courtDay } from './court-day.js';
import { type PlayerRecord, playerRecords } from './player-records.projection.js';
import { FeedbackStatus } from './feedback-status.service.js';
import { UnreadMessages } from './unread-messages.service.js';
import { cancellationQuote } from '../pricing/cancellation.js';

const strangerWith = (_id: string) => ({
  _id,
  username: '',
  firstName: 'Former',
  lastName: 'member',
  email: '',
  phone: '',
  registeredAt: '',
});

const bookedBy = (
  {
    _id,
    username,
    firstName,
    lastName,
    email,
    phone,
    registeredAt,
  }: ReturnType<typeof strangerWith>,
  { played, cancelled }: PlayerRecord = { played: 0, cancelled: 0 },
  rating: BookedBy['record']['rating'] = { rating: null, count: 0 },
): BookedBy => ({
  id: _id,
  username,
  firstName,
  lastName,
  email,
  phone,
  record: { memberSince: registeredAt, played, cancelled, rating },
});

@Injectable()
export class BookingQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly streams: Streams,
    private readonly clock: Clock,
    private readonly feedback: FeedbackStatus,
    private readonly unread: UnreadMessages,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async ofPlayer(playerId: string, filters: BookingFilters): Promise<CountedPage<View>> {
    const { items, ...rest } = await this.page({ playerId }, filters);
    return { items: await this.views(items, playerId), ...rest };
  }

  async ofHost(hostId: string, filters: BookingFilters): Promise<CountedPage<HostBooking>> {
    const { items, ...rest } = await this.page({ hostId }, filters);
    return { items: await this.forHost(items, await this.views(items, hostId)), ...rest };
  }

  async one(bookingId: string, { id }: Actor): Promise<View | HostBooking> {
    const booking = await this.find(bookingId, id);
    return this.forSide(booking, await this.views([booking], id), id);
  }

  /** The view of a booking just decided, without waiting for read models. */
  async decided(booking: Booking, { id }: Actor): Promise<View | HostBooking> {
    const court = await this.streams.cachedOrStale(bookableCourt, booking.courtId);
    return this.forSide(booking, [bookingView(booking, court!, id, this.clock.instant())], id);
  }

  async history(bookingId: string, viewer: Actor): Promise<HistoryEntry[]> {
    const events = await this.streams.events(`${courtDay.category}-${courtDayOf(bookingId)}`);
    const own = events.filter(
      ({ data }) => (data as { bookingId?: string }).bookingId === bookingId,
    );
    const folded = (own as unknown as BookingEvent[]).reduce(
      bookingFold.evolve,
      bookingFold.initial,
    );
    const booking = seenBy(folded, viewer.id);
    return historyView(own, booking, viewer);
  }

  /**
   * The refund of a cancellation now. The cancellation is decided again, against the refund seen
   * here.
   */
  async quote(bookingId: string, { id }: Actor): Promise<CancellationQuote> {
    const at = this.clock.instant();
    const booking = cancellable(await this.find(bookingId, id), at);
    return cancellationQuote(booking, booking.hostId === id ? 'host' : 'player', at);
  }

  private async find(bookingId: string, viewerId: string): Promise<StoredDocument<Booking>> {
    const booking = await this.readModels.read(bookingList, (all) =>
      all.findOne({ _id: bookingId }),
    );
    return seenBy(booking, viewerId);
  }

  private page(side: Side, filters: BookingFilters): Promise<CountedPage<StoredDocument<Booking>>> {
    const order = orderOf(filters);
    const place = decodeCursor(PlaceInBookings, filters.cursor);
    const conditions = conditionsOf(side, filters, this.clock.instant());
    return this.readModels.read(bookingList, async (all) => {
      const page = all.find({ $and: [...after(order, place), ...conditions] }).sort(sorting(order));
      const [found, total] = await Promise.all([
        page.limit(filters.limit + 1).toArray(),
        place ? null : all.countDocuments({ $and: conditions }, { limit: MOST_COUNTED }),
      ]);
      return { ...cutPage(found, filters.limit, placeIn(order)), total };
    });
  }

  private async views(bookings: readonly Booking[], viewerId: string): Promise<View[]> {
    const ids = [...new Set(bookings.map(({ courtId }) => courtId))];
    const at = this.clock.instant();
    const [found, toReview, unread] = await Promise.all([
      this.readModels.read(courts, (all) => all.find({ _id: { $in: ids } }).toArray()),
      this.toReview(bookings, viewerId, at),
      this.unread.among(bookings, viewerId),
    ]);
    const byId = new Map(found.map((court) => [court.courtId, court]));
    return bookings.map((booking) => {
      const { bookingId, courtId } = booking;
      const open = {
        needsReview: toReview.has(bookingId),
        unreadMessages: unread.get(bookingId) ?? 0,
      };
      return bookingView(booking, byId.get(courtId) ?? courtToCome(courtId), viewerId, at, open);
    });
  }

  /** Bookings that the user can still review and has given no feedback on. */
  private async toReview(
    found: readonly Booking[],
    viewerId: string,
    at: string,
  ): Promise<ReadonlySet<string>> {
    const since = new Date(Date.parse(at) - this.config.policy.reviewDays * DAY_MS).toISOString();
    const open = found.filter(({ status, endTime }) => status === 'completed' && since < endTime);
    if (open.length === 0) return new Set();
    const done = await this.feedback.among(open, viewerId);
    return new Set(open.flatMap(({ bookingId }) => (done.has(bookingId) ? [] : [bookingId])));
  }

  private async forSide(
    booking: Booking,
    [view]: View[],
    viewerId: string,
  ): Promise<View | HostBooking> {
    return booking.hostId === viewerId ? (await this.forHost([booking], [view!]))[0]! : view!;
  }

  private async forHost(
    bookings: readonly Booking[],
    views: readonly View[],
  ): Promise<HostBooking[]> {
    const ids = [...new Set(bookings.map(({ playerId }) => playerId))];
    const [found, records, ratingOf] = await Promise.all([
      this.readModels.read(people, (all) => all.find({ _id: { $in: ids } }).toArray()),
      this.readModels.read(playerRecords, (all) => all.find({ _id: { $in: ids } }).toArray()),
      this.feedback.ofPlayers(ids),
    ]);
    const byId = new Map(found.map((person) => [person._id, person]));
    const recordOf = new Map(records.map((record) => [record._id, record]));
    return views.map((view) => {
      const person = byId.get(view.userId) ?? strangerWith(view.userId);
      return hostBookingView(
        view,
        bookedBy(person, recordOf.get(person._id), ratingOf.get(person._id)),
      );
    });
  }
}
