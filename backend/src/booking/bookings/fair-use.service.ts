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

/** How many open bookings a player may hold, null for any number, and whether two of them at the same time. */
type Limits = Readonly<{ most: number | null; overlapping: boolean }>;

const REMEMBERED_PLAYERS = 10_000;

export const limitsOf = (policy: Policy, elite: boolean): Limits => ({
  most: elite ? policy.eliteOpenBookings : policy.openBookings,
  overlapping: policy.overlappingBookings,
});

const isLimited = ({ most, overlapping }: Limits): boolean => most !== null || !overlapping;

/**
 * Limits on one player's bookings over all courts. No stream holds them all, so they are checked against the read model, one
 * request of a player at a time and after it shows that player's last booking. That keeps the limits within one process;
 * two processes at the same instant may let one booking too many through, and without the read model bookings go on. The
 * limits are a courtesy between members; that nobody books an hour twice never depends on them.
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
   * Lets this process handle one request of a player at a time, so that two at once do not both pass the check. Where the
   * policy limits nothing, nobody waits.
   */
  inTurn<T>(playerId: string, limits: Limits, request: () => Promise<T>): Promise<T> {
    if (!isLimited(limits)) return request();
    const turn = this.turns.get(playerId) ?? pLimit(1);
    this.turns.set(playerId, turn);
    return turn(request);
  }

  /** @throws DomainError fair_use where the player holds too many bookings already, or one at that time */
  async check(asked: Asked, limits: Limits, at: string): Promise<void> {
    if (!isLimited(limits)) return;
    const { most, overlapping } = limits;
    const live = await this.liveBookings(asked, at).catch(() => []);
    // An hour of the same court is the court-day's to refuse.
    const elsewhere = live.filter(({ courtId }) => courtId !== asked.courtId);
    if (!overlapping && elsewhere.some((booking) => overlap(booking, asked)))
      throw new DomainError(
        'fair_use',
        'You already hold a court at that time. Cancel that booking first, or choose another time.',
      );
    if (most !== null && live.length >= most)
      throw new DomainError(
        'fair_use',
        `You hold ${live.length} open bookings, which is the limit. Play or cancel one first.`,
      );
  }

  /** What the player holds has changed with the log position given: the next check waits for it. */
  changed(playerId: string, position: string | null): void {
    if (position) this.last.set(playerId, position);
  }

  /** The player's other live bookings: a request that is sent twice does not stand in its own way. */
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
