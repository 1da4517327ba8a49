import type { CalendarFeed as FeedView } from '@courtly/contracts/calendar';
import { Inject, Injectable } from '@nestjs/common';
import type { Booking } from '../bookings/booking.js';
import { bookingVisibleTo, visibleToHost } from '../bookings/booking-lists.js';
import { bookingView, placeholderCourt } from '../bookings/booking-view.js';
import { bookings } from '../bookings/bookings.projection.js';
import { CONFIG, type Config } from '../../config.js';
import { courts } from '../courts/courts.projection.js';
import { person } from '../../people/identity/person.js';
import { Clock } from '../../platform/kernel/clock.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import type { Actor } from '../../platform/kernel/events.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import {
  type CalendarFeed,
  calendarFeed,
  passwordChangedAt,
  workingAddress,
} from './calendar-feed.js';
import { type CalendarEntry, calendarText, changedAtOf } from './calendar-text.js';
import { FeedTokens } from './feed-tokens.service.js';

const MAX_BOOKINGS = 500;
const MAX_PAST_DAYS = 90;
/** Canceled bookings disappear from the calendar. */
const shownStatuses = { $in: ['pending', 'confirmed', 'completed'] as const };

const sortKeyOf = ({ startTime, bookingId }: Booking): string => `${startTime} ${bookingId}`;

@Injectable()
export class CalendarQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly streams: Streams,
    private readonly clock: Clock,
    private readonly feedTokens: FeedTokens,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async showFeed(userId: string): Promise<FeedView> {
    return this.feedView(userId, await this.addressOf(userId));
  }

  feedView(userId: string, address: CalendarFeed['open']): FeedView {
    if (!address) return { address: null, since: null };
    const feedToken = this.feedTokens.tokenOf({ userId, feed: address.feed });
    return {
      address: `${this.config.PUBLIC_URL}/api/calendar/${feedToken}.ics`,
      since: address.since,
    };
  }

  /**
   * @throws DomainError not_found if the address is unknown or revoked, or its owner is suspended;
   *   StoreUnavailable during an outage, because another process may have revoked the address
   */
  async calendarByToken(feedToken: string): Promise<string> {
    const reference = this.feedTokens.readToken(feedToken);
    if (!reference) throw notFound('calendar');
    const { userId, feed } = reference;
    const [address, feedOwner] = await Promise.all([
      this.addressOf(userId),
      this.streams.cachedOrStale(person, userId),
    ]);
    // An erased user has no email.
    if (address?.feed !== feed || !feedOwner?.email || feedOwner.suspension)
      throw notFound('calendar');
    return this.calendarOf(await this.bookingsOf(userId), userId);
  }

  /** @throws DomainError not_found */
  async bookingCalendar(bookingId: string, { id: userId }: Actor): Promise<string> {
    const booking = await this.readModels.read(bookings, (collection) =>
      collection.findOne({ _id: bookingId }),
    );
    return this.calendarOf([bookingVisibleTo(booking, userId)], userId);
  }

  private async addressOf(userId: string): Promise<CalendarFeed['open']> {
    const [feed, passwordChange] = await Promise.all([
      this.streams.load(calendarFeed, userId),
      this.streams.load(passwordChangedAt, userId),
    ]);
    return workingAddress(feed, passwordChange);
  }

  /**
   * Upcoming bookings in chronological order, followed by the latest past ones, up to the limit.
   */
  private async bookingsOf(userId: string): Promise<Booking[]> {
    const currentTime = this.clock.now();
    const [currentInstant, oldestStart] = [currentTime, currentTime - MAX_PAST_DAYS * DAY_MS].map(
      (timestamp) => new Date(timestamp).toISOString(),
    ) as [string, string];
    const findBookings = async (startTime: object, sortDirection: 1 | -1): Promise<Booking[]> => {
      const bookingLists = await Promise.all(
        [{ playerId: userId }, { hostId: userId, ...visibleToHost }].map((sideFilter) =>
          this.readModels.read(bookings, (collection) =>
            collection
              .find({ ...sideFilter, startTime, status: shownStatuses })
              .sort({ startTime: sortDirection, _id: sortDirection })
              .limit(MAX_BOOKINGS)
              .toArray(),
          ),
        ),
      );
      return bookingLists
        .flat()
        .sort(
          (firstBooking, secondBooking) =>
            sortDirection * (sortKeyOf(firstBooking) < sortKeyOf(secondBooking) ? -1 : 1),
        );
    };
    const [upcomingBookings, pastBookings] = await Promise.all([
      findBookings({ $gte: currentInstant }, 1),
      findBookings({ $gte: oldestStart, $lt: currentInstant }, -1),
    ]);
    return [...upcomingBookings, ...pastBookings].slice(0, MAX_BOOKINGS);
  }

  private async calendarOf(shownBookings: readonly Booking[], userId: string): Promise<string> {
    const courtIds = [...new Set(shownBookings.map(({ courtId }) => courtId))];
    const courtDocuments = await this.readModels.read(courts, (collection) =>
      collection.find({ _id: { $in: courtIds } }).toArray(),
    );
    const courtsById = new Map(
      courtDocuments.map((courtDocument) => [courtDocument.courtId, courtDocument]),
    );
    const currentInstant = this.clock.instant();
    const calendarEntries = shownBookings.map((booking): CalendarEntry => {
      const court = courtsById.get(booking.courtId);
      const side = booking.hostId === userId ? 'host' : 'player';
      return {
        view: bookingView(
          booking,
          court ?? placeholderCourt(booking.courtId),
          userId,
          currentInstant,
        ),
        side,
        changedAt: changedAtOf(booking),
        hasMoved: booking.movedAt !== undefined,
        courtChanges: court?.detailChanges ?? null,
      };
    });
    const publicUrl = this.config.PUBLIC_URL;
    return calendarText(
      calendarEntries,
      (side) => `${publicUrl}${side === 'host' ? '/host/bookings' : '/bookings'}`,
    );
  }
}
