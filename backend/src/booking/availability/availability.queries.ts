import { Inject, Injectable } from '@nestjs/common';
import { type Slot, availabilityRoutes } from '@courtly/contracts/availability';
import { CONFIG, type Config } from '../../config.js';
import { EncodedJson } from '../../platform/http/encoded-json.js';
import { VISITOR } from '../../platform/http/request.js';
import { ResponseCache } from '../../platform/http/response-cache.js';
import { newestFirst } from '../courts/court-filter.js';
import { type CourtDocument, courts } from '../courts/courts.projection.js';
import {
  MEMBERSHIP_TIERS,
  type MembershipTiers,
  isElite,
} from '../../people/identity/membership-tiers.js';
import { Clock } from '../../platform/kernel/clock.js';
import { datesFrom } from '../../platform/kernel/local-time.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import type { Actor } from '../../platform/kernel/events.js';
import type { StoredDocument } from '../../platform/projections/projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { courtDayId } from '../bookings/booking-id.js';
import type { CourtDay } from '../bookings/court-day.js';
import { type CourtDayView, courtDays, heldOn } from '../bookings/court-days.projection.js';
import { slotsOf } from '../courts/slots.js';

/** More courts than any host lists. */
const MOST_COURTS = 100;

@Injectable()
export class AvailabilityQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
    private readonly responses: ResponseCache,
    @Inject(MEMBERSHIP_TIERS) private readonly tiers: MembershipTiers,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * A hidden court has slots only for its host.
   * @throws DomainError not_found
   */
  async slots(courtId: string, date: string, caller: Actor): Promise<Slot[]> {
    const [court, day] = await Promise.all([this.court(courtId), this.day(courtId, date)]);
    if (!court || !(court.isShown || court.hostId === caller.id)) throw notFound('court');
    const elite = await isElite(this.tiers, caller);
    return slotsOf(
      court,
      date,
      day ? heldOn(day) : [],
      this.config.policy,
      elite,
      this.clock.instant(),
    );
  }

  /**
   * The same for everyone without Elite, so it is encoded once a second: time changes what is
   * bookable.
   */
  async sharedSlots(courtId: string, date: string, caller: Actor): Promise<EncodedJson | Slot[]> {
    if (await isElite(this.tiers, caller)) return this.slots(courtId, date, caller);
    const sources = [
      { readModel: courtDays.name, id: courtDayId(courtId, date) },
      { readModel: courts.name, id: courtId },
    ];
    const second = Math.floor(this.clock.now() / 1_000);
    const make = async () =>
      EncodedJson.from(availabilityRoutes.availability, await this.slots(courtId, date, VISITOR));
    return this.responses
      .getOrMake(`availability ${courtId} ${date} ${second}`, sources, make)
      .catch((error: unknown) => {
        const isHidden = error instanceof DomainError && error.code === 'not_found';
        if (caller.role === 'visitor' || !isHidden) throw error;
        return this.slots(courtId, date, caller);
      });
  }

  async closures(courtId: string, date: string, caller: Actor): Promise<CourtDay['closed']> {
    const court = await this.court(courtId);
    if (court?.hostId !== caller.id) throw notFound('court');
    return (await this.day(courtId, date))?.closed ?? [];
  }

  /** Closed hours of all courts of a host between two local dates, in chronological order. */
  async closuresOfHost(hostId: string, { from, to }: Readonly<{ from: string; to: string }>) {
    const own = await this.readModels.read(courts, (all) =>
      all
        .find({ hostId })
        .sort(newestFirst)
        .limit(MOST_COURTS)
        .project<{ _id: string }>({ _id: 1 })
        .toArray(),
    );
    const ids = own.flatMap(({ _id }) => datesFrom(from, to).map((date) => courtDayId(_id, date)));
    const days = await this.readModels.read(courtDays, (all) =>
      all.find({ _id: { $in: ids } }).toArray(),
    );
    return days
      .flatMap(({ _id, closed }) =>
        closed.map((closure) => ({ courtId: _id.slice(0, _id.indexOf('_')), ...closure })),
      )
      .sort((a, b) => (a.startTime < b.startTime ? -1 : 1));
  }

  private court(courtId: string): Promise<StoredDocument<CourtDocument> | null> {
    return this.readModels.read(courts, (all) => all.findOne({ _id: courtId }));
  }

  private day(courtId: string, date: string): Promise<StoredDocument<CourtDayView> | null> {
    return this.readModels.read(courtDays, (days) =>
      days.findOne({ _id: courtDayId(courtId, date) }),
    );
  }
}
