import { Injectable } from '@nestjs/common';
import type { Policy } from '@courtly/contracts/policy';
import pLimit, { type LimitFunction } from 'p-limit';
import QuickLRU from 'quick-lru';
import { DomainError } from '../kernel/domain-error.js';
import { Mongo } from '../kernel/mongo.js';
import { Progress } from '../projections/progress.js';
import type { Stored } from '../projections/projection.js';
import type { Booking } from './booking.js';

type Wish = Readonly<{
  bookingId: string;
  playerId: string;
  courtId: string;
  startTime: string;
  endTime: string;
  elite: boolean;
  at: string;
}>;

const REMEMBERED_PLAYERS = 10_000;

/**
 * Limits on one player's bookings over all courts. No stream holds them all, so they are checked against the read model, one
 * request of a player at a time and after it shows that player's last booking. That keeps the limits within one process;
 * two processes at the same instant may let one booking too many through, and without the read model bookings go on. The
 * limits are a courtesy between members; that nobody books an hour twice never depends on them.
 */
@Injectable()
export class FairUse {
  private readonly turns = new QuickLRU<string, LimitFunction>({ maxSize: REMEMBERED_PLAYERS });
  private readonly last = new QuickLRU<string, string>({ maxSize: REMEMBERED_PLAYERS });

  constructor(
    private readonly mongo: Mongo,
    private readonly progress: Progress,
  ) {}

  /** Runs a booking of this player when it is within the limits. @throws DomainError fair_use */
  async within<T extends { position: string | null }>(wish: Wish, policy: Policy, book: () => Promise<T>): Promise<T> {
    const most = wish.elite ? policy.eliteOpenBookings : policy.openBookings;
    if (most === null && policy.overlappingBookings) return book();
    const turn = this.turns.get(wish.playerId) ?? pLimit(1);
    this.turns.set(wish.playerId, turn);
    return turn(async () => {
      const live = await this.liveBookings(wish).catch(() => []);
      // An hour of the same court is the court-day's to refuse.
      const overlapping = live.some(
        ({ courtId, startTime, endTime }) =>
          courtId !== wish.courtId && startTime < wish.endTime && wish.startTime < endTime,
      );
      if (overlapping && !policy.overlappingBookings)
        throw new DomainError(
          'fair_use',
          'You already hold a court at that time. Cancel that booking first, or choose another time.',
        );
      if (most !== null && live.length >= most)
        throw new DomainError(
          'fair_use',
          `You hold ${live.length} open bookings, which is the limit. Play or cancel one first.`,
        );
      const booked = await book();
      this.changed(wish.playerId, booked.position);
      return booked;
    });
  }

  /** What the player holds has changed with the log position given: the next check waits for it. */
  changed(playerId: string, position: string | null): void {
    if (position) this.last.set(playerId, position);
  }

  /** The player's other live bookings: a request that is sent twice does not stand in its own way. */
  private async liveBookings({ bookingId, playerId, at }: Wish): Promise<Stored<Booking>[]> {
    const last = this.last.get(playerId);
    if (last) await this.progress.reached(last);
    const live = { playerId, status: { $in: ['pending', 'confirmed'] as const }, endTime: { $gt: at } };
    const found = await this.mongo.readModels.collection<Stored<Booking>>('bookings').find(live).toArray();
    return found.filter((booking) => booking.bookingId !== bookingId);
  }
}
