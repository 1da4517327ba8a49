import { Inject, Injectable } from '@nestjs/common';
import type { Slot } from '@courtly/contracts/availability';
import { CONFIG, type Config } from '../config.js';
import { DomainError } from '../kernel/domain-error.js';
import { addDays, localDate } from '../kernel/local-time.js';
import { Streams } from '../kernel/streams.js';
import { isLive } from './booking.js';
import { courtDayId } from './booking-id.js';
import type { BookableCourt } from './bookable-court.js';
import { courtDay } from './court-day.js';
import { nearestTo, slotsOf } from './slots.js';

/** Answers a lost race with what is still free: the same day of the court, and the days beside it. */
@Injectable()
export class NearestSlots {
  private readonly searches = new Map<string, Promise<Slot[]>>();

  constructor(
    private readonly streams: Streams,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Runs a booking; where the hour turns out to be taken, adds the three nearest free slots to the refusal. */
  async offeredInstead<T>(
    court: BookableCourt,
    start: string,
    elite: boolean,
    at: string,
    book: () => Promise<T>,
  ): Promise<T> {
    try {
      return await book();
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'slot_taken') throw error;
      throw new DomainError(error.code, error.message, { nearest: await this.nearest(court, start, elite, at) });
    }
  }

  /** Those who lose the same hour at the same time share one answer. */
  private nearest(court: BookableCourt, start: string, elite: boolean, at: string): Promise<Slot[]> {
    const key = `${court.courtId} ${start} ${elite}`;
    const running =
      this.searches.get(key) ?? this.search(court, start, elite, at).finally(() => this.searches.delete(key));
    this.searches.set(key, running);
    return running;
  }

  private async search(court: BookableCourt, start: string, elite: boolean, at: string): Promise<Slot[]> {
    const date = localDate(court.zone, start);
    const days = await Promise.all(
      [-1, 0, 1].map(async (offset) => {
        const day = addDays(date, offset);
        const { bookings, closed } = await this.streams.load(courtDay, courtDayId(court.courtId, day));
        const held = [...[...bookings.values()].filter(isLive), ...closed];
        return slotsOf(court, day, held, this.config.policy, elite, at);
      }),
    );
    return nearestTo(start, days.flat());
  }
}
