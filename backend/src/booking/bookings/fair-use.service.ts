import { Injectable } from '@nestjs/common';
import type { Policy } from '@courtly/contracts/policy';
import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { Progress } from '../../platform/projections/progress.js';
import type { StoredDocument } from '../../platform/projections/projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import type { Booking } from './booking.js';
import { bookings } from './bookings.projection.js';
import { overlap } from './hours.js';

type Asked = Pick<Booking, 'bookingId' | 'playerId' | 'courtId' | 'startTime' | 'endTime'>;

/** `most` is the number of open bookings allowed, null for any number. */
type Limits = Readonly<{ most: number | null; overlapping: boolean }>;

const REMEMBERED_PLAYERS = 10_000;

export const limitsOf = (policy: Policy, elite: boolean): Limits => ({
  most: elite ? policy.eliteOpenBookings : policy.openBookings,
  overlapping: policy.overlappingBookings,
});

const isLimited = ({ most, overlapping }: Limits): boolean => most !== null || !overlapping;

/**
 * Limits on a player's bookings across courts. No stream contains them all, so they are checked
 * against the read model. Two processes may let one booking too many through, and without the read
 * model every booking passes. Double bookings never depend on these limits.
 */
@Injectable()
export class FairUse {
  private readonly turns = new LRUCache<string, LimitFunction>({ max: REMEMBERED_PLAYERS });
  private readonly last = new LRUCache<string, string>({ max: REMEMBERED_PLAYERS });

  constructor(
    private readonly readModels: ReadModels,
    private readonly progress: Progress,
  ) {}

  /**
   * Handles one request per player at a time, so that concurrent requests cannot all pass the
   * check.
   */
  inTurn<T>(playerId: string, limits: Limits, request: () => Promise<T>): Promise<T> {
    if (!isLimited(limits)) return request();
    const turn = this.turns.get(playerId) ?? pLimit(1);
    this.turns.set(playerId, turn);
    return turn(request);
  }

  /** @throws DomainError fair_use for too many open bookings, or another one at that time */
  async check(asked: Asked, limits: Limits, at: string): Promise<void> {
    if (!isLimited(limits)) return;
    const { most, overlapping } = limits;
    const live = await this.liveBookings(asked, at).catch(() => []);
    // The court-day itself rejects an hour of the same court.
    const elsewhere = live.filter(({ courtId }) => courtId !== asked.courtId);
    if (!overlapping && elsewhere.some((booking) => overlap(booking, asked)))
      throw new DomainError(
        'fair_use',
        'You already have a booking at that time. Cancel it first, or choose another time.',
      );
    if (most !== null && live.length >= most)
      throw new DomainError(
        'fair_use',
        `You have ${live.length} open bookings, which is the limit. Play or cancel one first.`,
      );
  }

  /** The next check waits until the read model has reached this log position. */
  changed(playerId: string, position: string | null): void {
    if (position) this.last.set(playerId, position);
  }

  /** Without the booking itself, so that a retry does not block itself. */
  private async liveBookings(
    { bookingId, playerId }: Asked,
    at: string,
  ): Promise<StoredDocument<Booking>[]> {
    const last = this.last.get(playerId);
    if (last) await this.progress.waitFor(last, [bookings.name]);
    const live = {
      playerId,
      status: { $in: ['pending', 'confirmed'] as const },
      endTime: { $gt: at },
    };
    const found = await this.readModels.read(bookings, (documents) =>
      documents.find(live).toArray(),
    );
    return found.filter((booking) => booking.bookingId !== bookingId);
  }
}
