import { Inject, Injectable } from '@nestjs/common';
import type { Slot } from '@courtly/contracts/availability';
import { CONFIG, type Config } from '../../config.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { addDays, localDate } from '../../platform/kernel/local-time.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { courtDayId } from './booking-id.js';
import type { BookableCourt } from '../courts/bookable-court.js';
import { courtDays, heldOn } from './court-days.projection.js';
import { nearestTo, slotsOf } from '../courts/slots.js';

/**
 * Offers free slots on the same and adjacent days to a player who lost a race for an hour. Without
 * the read model it offers none.
 */
@Injectable()
export class NearestSlots {
  private readonly searches = new Map<string, Promise<Slot[]>>();

  constructor(
    private readonly readModels: ReadModels,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Rethrows the error, adding the three nearest free slots to `slot_taken`. */
  async rethrow(
    error: unknown,
    court: BookableCourt,
    start: string,
    elite: boolean,
    at: string,
  ): Promise<never> {
    if (!(error instanceof DomainError) || error.code !== 'slot_taken') throw error;
    throw new DomainError(error.code, error.message, {
      nearest: await this.nearest(court, start, elite, at),
    });
  }

  /** Players who lose the same hour at the same time share one search. */
  private nearest(
    court: BookableCourt,
    start: string,
    elite: boolean,
    at: string,
  ): Promise<Slot[]> {
    const key = `${court.courtId} ${start} ${elite}`;
    const running =
      this.searches.get(key) ??
      this.search(court, start, elite, at).finally(() => this.searches.delete(key));
    this.searches.set(key, running);
    return running;
  }

  private async search(
    court: BookableCourt,
    start: string,
    elite: boolean,
    at: string,
  ): Promise<Slot[]> {
    const date = localDate(court.zone, start);
    const dates = [-1, 0, 1].map((offset) => addDays(date, offset));
    const ids = dates.map((day) => courtDayId(court.courtId, day));
    const find = () =>
      this.readModels.read(courtDays, (days) => days.find({ _id: { $in: ids } }).toArray());
    const found = await find().catch(() => null);
    if (!found) return [];
    const held = found.flatMap(heldOn);
    const slots = dates.flatMap((day) => slotsOf(court, day, held, this.config.policy, elite, at));
    // The read model may not show the winner yet.
    return nearestTo(
      start,
      slots.filter((slot) => slot.start !== start),
    );
  }
}
