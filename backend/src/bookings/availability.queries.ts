import { Inject, Injectable } from '@nestjs/common';
import type { Slot } from '@courtly/contracts/availability';
import { CONFIG, type Config } from '../config.js';
import { Clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/domain-error.js';
import type { Actor } from '../kernel/events.js';
import { Mongo } from '../kernel/mongo.js';
import { Streams } from '../kernel/streams.js';
import type { Stored } from '../projections/projection.js';
import { courtDayId } from './booking-id.js';
import { bookableCourt } from './bookable-court.js';
import type { CourtDay } from './court-day.js';
import type { CourtDayView } from './court-days.projection.js';
import { player } from './player.js';
import { slotsOf } from './slots.js';

const missing = () => new DomainError('not_found', 'This court does not exist.');

/** What is free of a court, and what its host has closed. */
@Injectable()
export class AvailabilityQueries {
  constructor(
    private readonly mongo: Mongo,
    private readonly streams: Streams,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The bookable hours of a local day, for this caller: Elite sees its head start as open. */
  async slots(courtId: string, date: string, caller: Actor): Promise<Slot[]> {
    const [court, person, day] = await Promise.all([
      this.streams.lastSeen(bookableCourt, courtId),
      caller.role === 'visitor' ? player.initial : this.streams.lastSeen(player, caller.id),
      this.day(courtId, date),
    ]);
    if (!court || !(court.isActive || court.ownerId === caller.id)) throw missing();
    const held = day ? [...Object.values(day.taken), ...day.closed] : [];
    return slotsOf(court, date, held, this.config.policy, person.tier === 'elite', this.clock.instant());
  }

  async closures(courtId: string, date: string, caller: Actor): Promise<CourtDay['closed']> {
    const court = await this.streams.lastSeen(bookableCourt, courtId);
    if (court?.ownerId !== caller.id) throw missing();
    return (await this.day(courtId, date))?.closed ?? [];
  }

  private day(courtId: string, date: string): Promise<Stored<CourtDayView> | null> {
    return this.mongo.readModels
      .collection<Stored<CourtDayView>>('courtDays')
      .findOne({ _id: courtDayId(courtId, date) });
  }
}
