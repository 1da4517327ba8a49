import { Injectable } from '@nestjs/common';
import type { Policy } from '@courtly/contracts/policy';
import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import { DomainError, isDomainError } from '../../platform/kernel/domain-error.js';
import { Progress } from '../../platform/projections/progress.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { fairUseUncheckedCount } from '../../platform/stores/metrics.js';
import { isStoreFailure } from '../../platform/stores/store-failure.js';
import type { Booking } from './booking.js';
import { bookings } from './bookings.projection.js';
import { hoursOverlap } from './hours.js';

type BookingToCheck = Pick<Booking, 'bookingId' | 'playerId' | 'courtId' | 'startTime' | 'endTime'>;

/** `maxOpen` is the maximum number of open bookings; null means no limit. */
export type BookingLimits = Readonly<{ maxOpen: number | null; overlapping: boolean }>;

const REMEMBERED_PLAYERS = 10_000;

export const bookingLimitsOf = (bookingPolicy: Policy, isEliteMember: boolean): BookingLimits => ({
  maxOpen: isEliteMember ? bookingPolicy.eliteOpenBookings : bookingPolicy.openBookings,
  overlapping: bookingPolicy.overlappingBookings,
});

const hasLimits = ({ maxOpen, overlapping }: BookingLimits): boolean =>
  maxOpen !== null || !overlapping;

const isUnavailable = (error: unknown): boolean =>
  isStoreFailure(error) || isDomainError(error, 'store_unavailable');

/**
 * Limits on a player's bookings across courts, checked against the read model because no stream
 * contains them all. Concurrent processes may admit one too many.
 */
@Injectable()
export class FairUse {
  private readonly turnsByPlayer = new LRUCache<string, LimitFunction>({ max: REMEMBERED_PLAYERS });
  private readonly lastPositions = new LRUCache<string, string>({ max: REMEMBERED_PLAYERS });

  constructor(
    private readonly readModels: ReadModels,
    private readonly progress: Progress,
  ) {}

  /**
   * Handles a player's requests one at a time, so that concurrent requests cannot all pass the
   * check.
   */
  runInTurn<T>(
    playerId: string,
    bookingLimits: BookingLimits,
    handleRequest: () => Promise<T>,
  ): Promise<T> {
    if (!hasLimits(bookingLimits)) return handleRequest();
    const playerTurn = this.turnsByPlayer.get(playerId) ?? pLimit(1);
    this.turnsByPlayer.set(playerId, playerTurn);
    return playerTurn(handleRequest);
  }

  /**
   * @throws DomainError fair_use if there are too many open bookings, or another one at the same
   *   time
   */
  async assertAllowed(
    requestedBooking: BookingToCheck,
    bookingLimits: BookingLimits,
    currentInstant: string,
  ): Promise<void> {
    if (!hasLimits(bookingLimits)) return;
    const { maxOpen, overlapping } = bookingLimits;
    const liveBookings = await this.liveBookings(requestedBooking, currentInstant).catch(
      (error: unknown) => {
        if (!isUnavailable(error)) throw error;
        fairUseUncheckedCount.inc({ reason: 'unavailable' });
        return [];
      },
    );
    // For hours of the same court, the court-day itself rejects the request.
    const otherCourtBookings = liveBookings.filter(
      ({ courtId }) => courtId !== requestedBooking.courtId,
    );
    if (
      !overlapping &&
      otherCourtBookings.some((otherBooking) => hoursOverlap(otherBooking, requestedBooking))
    )
      throw new DomainError(
        'fair_use',
        'You already have a booking at that time. Cancel it first, or choose another time.',
      );
    if (maxOpen !== null && liveBookings.length >= maxOpen)
      throw new DomainError(
        'fair_use',
        `You have ${liveBookings.length} open bookings, which is the limit. Play or cancel one first.`,
      );
  }

  /** The next check waits until the read model has reached this log position. */
  recordChange(playerId: string, logPosition: string | null): void {
    if (logPosition) this.lastPositions.set(playerId, logPosition);
  }

  /** Excludes the requested booking, so that a retry does not block itself. */
  private async liveBookings({ bookingId, playerId }: BookingToCheck, currentInstant: string) {
    const lastPosition = this.lastPositions.get(playerId);
    if (lastPosition && !(await this.progress.waitFor(lastPosition, [bookings.name])))
      fairUseUncheckedCount.inc({ reason: 'behind' });
    const liveFilter = {
      playerId,
      status: { $in: ['pending', 'confirmed'] as const },
      endTime: { $gt: currentInstant },
    };
    const foundBookings = await this.readModels.read(bookings, (collection) =>
      collection.find(liveFilter).toArray(),
    );
    return foundBookings.filter((otherBooking) => otherBooking.bookingId !== bookingId);
  }
}
