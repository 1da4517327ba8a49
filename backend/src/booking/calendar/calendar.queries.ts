import type { CalendarFeed as FeedView } from '@courtly/contracts/calendar';
import { Inject, Injectable } from '@nestjs/common';
import type { Booking } from '../bookings/booking.js';
import { seenBy, seenByHost } from '../bookings/booking-lists.js';
import { bookingView, courtToCome } from '../bookings/booking-view.js';
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
import { type CalendarFeed, calendarFeed } from './calendar-feed.js';
import { type Entry, calendarText } from './calendar-text.js';
import { FeedTokens } from './feed-tokens.service.js';

const MOST_BOOKINGS = 500;
const BACK_DAYS = 90;
/** Canceled bookings disappear from the calendar. */
const shown = { $in: ['pending', 'confirmed', 'completed'] as const };

const placeOf = ({ startTime, bookingId }: Booking): string => `${startTime} ${bookingId}`;

const changedAt = ({ cancellation, approvedAt, requestedAt }: Booking): string =>
  cancellation?.cancelledAt ?? approvedAt ?? requestedAt;

@Injectable()
export class CalendarQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly streams: Streams,
    private readonly clock: Clock,
    private readonly tokens: FeedTokens,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async feed(userId: string): Promise<FeedView> {
    return this.feedView(userId, await this.streams.cachedOrStale(calendarFeed, userId));
  }

  feedView(userId: string, { open }: CalendarFeed): FeedView {
    if (!open) return { address: null, since: null };
    const token = this.tokens.of({ userId, feed: open.feed });
    return { address: `${this.config.PUBLIC_URL}/api/calendar/${token}.ics`, since: open.since };
  }

  /** @throws DomainError not_found for an expired or unknown address */
  async byToken(token: string): Promise<string> {
    const named = this.tokens.read(token);
    if (!named) throw notFound('calendar');
    const { userId, feed } = named;
    const [{ open }, owner] = await Promise.all([
      this.streams.cachedOrStale(calendarFeed, userId),
      this.streams.cachedOrStale(person, userId),
    ]);
    // An erased user has no email.
    if (open?.feed !== feed || !owner?.email) throw notFound('calendar');
    return this.text(await this.bookingsOf(userId), userId);
  }

  /** @throws DomainError not_found */
  async ofBooking(bookingId: string, { id }: Actor): Promise<string> {
    const booking = await this.readModels.read(bookings, (all) => all.findOne({ _id: bookingId }));
    return this.text([seenBy(booking, id)], id);
  }

  /** Upcoming bookings first, soonest first, then the latest past ones, up to the limit. */
  private async bookingsOf(userId: string): Promise<Booking[]> {
    const now = this.clock.now();
    const [at, back] = [now, now - BACK_DAYS * DAY_MS].map((ms) => new Date(ms).toISOString()) as [
      string,
      string,
    ];
    const find = async (startTime: object, direction: 1 | -1): Promise<Booking[]> => {
      const found = await Promise.all(
        [{ playerId: userId }, { hostId: userId, ...seenByHost }].map((side) =>
          this.readModels.read(bookings, (all) =>
            all
              .find({ ...side, startTime, status: shown })
              .sort({ startTime: direction, _id: direction })
              .limit(MOST_BOOKINGS)
              .toArray(),
          ),
        ),
      );
      return found.flat().sort((a, b) => direction * (placeOf(a) < placeOf(b) ? -1 : 1));
    };
    const [coming, past] = await Promise.all([
      find({ $gte: at }, 1),
      find({ $gte: back, $lt: at }, -1),
    ]);
    return [...coming, ...past].slice(0, MOST_BOOKINGS);
  }

  private async text(found: readonly Booking[], viewerId: string): Promise<string> {
    const ids = [...new Set(found.map(({ courtId }) => courtId))];
    const known = await this.readModels.read(courts, (all) =>
      all.find({ _id: { $in: ids } }).toArray(),
    );
    const byId = new Map(known.map((court) => [court.courtId, court]));
    const at = this.clock.instant();
    const entries = found.map((booking): Entry => {
      const court = byId.get(booking.courtId) ?? courtToCome(booking.courtId);
      const side = booking.hostId === viewerId ? 'host' : 'player';
      return {
        view: bookingView(booking, court, viewerId, at),
        side,
        changedAt: changedAt(booking),
      };
    });
    const base = this.config.PUBLIC_URL;
    return calendarText(
      entries,
      (side) => `${base}${side === 'host' ? '/host/bookings' : '/bookings'}`,
    );
  }
}
