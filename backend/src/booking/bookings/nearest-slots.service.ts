import { Inject, Injectable } from '@nestjs/common';
import type { Slot } from '@courtly/contracts/availability';
import { CONFIG, type Config } from '../../config.js';
import { DomainError, isDomainError } from '../../platform/kernel/domain-error.js';
import { addDays, localDate } from '../../platform/kernel/local-time.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { courtDayIdsAround } from './booking-id.js';
import type { Court } from '../courts/court.js';
import { courtDays, occupiedHours } from './court-days.projection.js';
import { nearestSlots, bookableSlots } from '../courts/bookable-hours.js';

/**
 * Offers free slots on the same and adjacent days to a player who lost the race for an hour. Offers
 * none if the read model is unavailable.
 */
@Injectable()
export class NearestSlots {
  private readonly runningSearches = new Map<string, Promise<Slot[]>>();

  constructor(
    private readonly readModels: ReadModels,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Rethrows an error after adding the three nearest free slots to `slot_taken`. */
  async rethrowWithSlots(
    error: unknown,
    bookableCourt: Court,
    startTime: string,
    isEliteMember: boolean,
    currentInstant: string,
  ): Promise<never> {
    if (!isDomainError(error, 'slot_taken')) throw error;
    throw new DomainError(error.code, error.message, {
      nearest: await this.findNearest(bookableCourt, startTime, isEliteMember, currentInstant),
    });
  }

  /** Players who lose the same hour at the same time share a single search. */
  private findNearest(
    bookableCourt: Court,
    startTime: string,
    isEliteMember: boolean,
    currentInstant: string,
  ): Promise<Slot[]> {
    const searchKey = `${bookableCourt.courtId} ${startTime} ${isEliteMember}`;
    const runningSearch =
      this.runningSearches.get(searchKey) ??
      this.searchSlots(bookableCourt, startTime, isEliteMember, currentInstant).finally(() =>
        this.runningSearches.delete(searchKey),
      );
    this.runningSearches.set(searchKey, runningSearch);
    return runningSearch;
  }

  private async searchSlots(
    bookableCourt: Court,
    startTime: string,
    isEliteMember: boolean,
    currentInstant: string,
  ): Promise<Slot[]> {
    const courtDate = localDate(bookableCourt.zone, startTime);
    const nearbyDates = [-1, 0, 1].map((dayOffset) => addDays(courtDate, dayOffset));
    const courtDayIds = new Set(
      nearbyDates.flatMap((nearbyDate) => courtDayIdsAround(bookableCourt.courtId, nearbyDate)),
    );
    const readCourtDays = () =>
      this.readModels.read(courtDays, (collection) =>
        collection.find({ _id: { $in: [...courtDayIds] } }).toArray(),
      );
    const courtDayViews = await readCourtDays().catch(() => null);
    if (!courtDayViews) return [];
    const occupied = courtDayViews.flatMap(occupiedHours);
    const freeSlots = nearbyDates.flatMap((nearbyDate) =>
      bookableSlots(
        bookableCourt,
        nearbyDate,
        occupied,
        this.config.policy,
        isEliteMember,
        currentInstant,
      ),
    );
    // The read model may not show the winning booking yet.
    return nearestSlots(
      startTime,
      freeSlots.filter((freeSlot) => freeSlot.start !== startTime),
    );
  }
}
