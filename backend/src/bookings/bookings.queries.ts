import { Injectable } from '@nestjs/common';
import type {
  Booking as View,
  BookedBy,
  CancellationQuote,
  HistoryEntry,
  HostBooking,
} from '@courtly/contracts/bookings';
import { Clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/domain-error.js';
import type { Actor } from '../kernel/events.js';
import { Mongo } from '../kernel/mongo.js';
import { Streams } from '../kernel/streams.js';
import type { Stored } from '../projections/projection.js';
import { readAll } from '../projections/read-all.js';
import type { Person } from '../identity/people.projection.js';
import type { Booking } from './booking.js';
import { courtDayOf } from './booking-id.js';
import { type BookableCourt, bookableCourt } from './bookable-court.js';
import { bookingView, historyView, hostBookingView, quoteView } from './booking-view.js';
import { cancellable, courtDay } from './court-day.js';

const MOST_LISTED = 500;
const missing = () => new DomainError('not_found', 'This booking does not exist.');
const strangerWith = (id: string): BookedBy => ({
  id,
  username: '',
  firstName: 'Former',
  lastName: 'member',
  email: '',
  phone: '',
});

/** The read side of bookings. A booking of others is missing to whoever asks. */
@Injectable()
export class BookingQueries {
  constructor(
    private readonly mongo: Mongo,
    private readonly streams: Streams,
    private readonly clock: Clock,
  ) {}

  async ofPlayer(playerId: string): Promise<View[]> {
    return this.views(await this.latest({ playerId }), playerId);
  }

  async ofHost(hostId: string): Promise<HostBooking[]> {
    const bookings = await this.latest({ hostId });
    return this.forHost(bookings, await this.views(bookings, hostId));
  }

  async one(bookingId: string, viewer: Actor): Promise<View | HostBooking> {
    const booking = await this.documents.findOne({ _id: bookingId });
    if (!booking) throw missing();
    return this.view(booking, viewer);
  }

  /** The view of a booking that is at hand already, for one of its sides. */
  async view(booking: Booking, { id }: Actor): Promise<View | HostBooking> {
    if (booking.playerId !== id && booking.hostId !== id) throw missing();
    const [view] = await this.views([booking], id);
    if (booking.hostId !== id) return view!;
    return (await this.forHost([booking], [view!]))[0]!;
  }

  async history(bookingId: string, viewer: Actor): Promise<HistoryEntry[]> {
    const events = await this.streams.events(`${courtDay.category}-${courtDayOf(bookingId)}`);
    const own = events.filter(({ data }) => (data as { bookingId?: string }).bookingId === bookingId);
    return historyView(own, await this.current(bookingId, viewer), viewer);
  }

  async quote(bookingId: string, viewer: Actor): Promise<CancellationQuote> {
    await this.current(bookingId, viewer);
    const at = this.clock.instant();
    const booking = cancellable(await this.streams.load(courtDay, courtDayOf(bookingId)), bookingId, at);
    return quoteView(booking, booking.hostId === viewer.id ? 'host' : 'player', at);
  }

  private async current(bookingId: string, { id }: Actor): Promise<Booking> {
    const booking = (await this.streams.load(courtDay, courtDayOf(bookingId))).bookings.get(bookingId);
    if (!booking || (booking.playerId !== id && booking.hostId !== id)) throw missing();
    return booking;
  }

  private latest(whose: Readonly<{ playerId: string } | { hostId: string }>): Promise<Stored<Booking>[]> {
    return readAll(() => this.documents.find(whose).sort({ startTime: -1 }).limit(MOST_LISTED));
  }

  private get documents() {
    return this.mongo.readModels.collection<Stored<Booking>>('bookings');
  }

  private async views(bookings: readonly Booking[], viewerId: string): Promise<View[]> {
    const ids = [...new Set(bookings.map(({ courtId }) => courtId))];
    const courts = new Map<string, BookableCourt | null>();
    await Promise.all(ids.map(async (id) => courts.set(id, await this.streams.lastSeen(bookableCourt, id))));
    const at = this.clock.instant();
    return bookings.map((booking) => bookingView(booking, courts.get(booking.courtId)!, viewerId, at));
  }

  private async forHost(bookings: readonly Booking[], views: readonly View[]): Promise<HostBooking[]> {
    const ids = [...new Set(bookings.map(({ playerId }) => playerId))];
    const known = this.mongo.readModels.collection<Stored<Person>>('people');
    const people = await readAll(() => known.find({ _id: { $in: ids } }));
    const byId = new Map(people.map((person) => [person._id, person]));
    return views.map((view) => {
      const person = byId.get(view.userId);
      return hostBookingView(view, person ? { ...person, id: person._id } : strangerWith(view.userId));
    });
  }
}
