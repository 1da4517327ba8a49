import { Inject, Injectable } from '@nestjs/common';
import {
  type CourtHour,
  type FreeDay,
  type Slot,
  availabilityRoutes,
} from '@courtly/contracts/availability';
import { CONFIG, type Config } from '../../config.js';
import { EncodedJson } from '../../platform/http/encoded-json.js';
import { VISITOR } from '../../platform/http/request.js';
import { ResponseCache } from '../../platform/http/response-cache.js';
import { newestFirst } from '../courts/court-filter.js';
import { type CourtDocument, courts } from '../courts/courts.projection.js';
import { ListedCourts } from '../courts/listed-courts.service.js';
import {
  MEMBERSHIP_TIERS,
  type MembershipTiers,
  isElite,
} from '../../people/identity/membership-tiers.js';
import { Clock } from '../../platform/kernel/clock.js';
import { addDays, datesFrom } from '../../platform/kernel/local-time.js';
import { isDomainError, notFound } from '../../platform/kernel/domain-error.js';
import type { Actor } from '../../platform/kernel/events.js';
import type { StoredDocument } from '../../platform/projections/projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { courtDayId, courtDayIdsAround } from '../bookings/booking-id.js';
import { closuresOn } from '../bookings/closures-of-day.js';
import type { CourtDay } from '../bookings/court-day.js';
import { courtDays, occupiedHours } from '../bookings/court-days.projection.js';
import { bookableSlots, hoursOn } from '../courts/bookable-hours.js';
import type { CourtClock } from '../courts/court-dates.js';

/** More courts than any host lists. */
const MOST_COURTS = 100;

@Injectable()
export class AvailabilityQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly listedCourts: ListedCourts,
    private readonly clock: Clock,
    private readonly responseCache: ResponseCache,
    @Inject(MEMBERSHIP_TIERS) private readonly membershipTiers: MembershipTiers,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * The slots of a court on a day. Only the host can see those of a court that is not listed.
   * @throws DomainError not_found
   */
  async slotsOfDay(courtId: string, courtDate: string, currentUser: Actor): Promise<Slot[]> {
    const [court, courtDayViews] = await Promise.all([
      this.findVisibleCourt(courtId, currentUser),
      this.findCourtDays(courtId, courtDate, courtDate),
    ]);
    const hasElite = await isElite(this.membershipTiers, currentUser);
    return bookableSlots(
      court,
      courtDate,
      courtDayViews.flatMap(occupiedHours),
      this.config.policy,
      hasElite,
      this.clock.instant(),
    );
  }

  /**
   * The days of a range with hours that the user can book now.
   * @throws DomainError not_found
   */
  async freeDays(
    courtId: string,
    { from, to }: Readonly<{ from: string; to: string }>,
    currentUser: Actor,
  ): Promise<FreeDay[]> {
    const [court, courtDayViews, hasElite] = await Promise.all([
      this.findVisibleCourt(courtId, currentUser),
      this.findCourtDays(courtId, from, to),
      isElite(this.membershipTiers, currentUser),
    ]);
    const hoursOccupied = courtDayViews.flatMap(occupiedHours);
    const currentInstant = this.clock.instant();
    const openHours = (localDay: string): number =>
      bookableSlots(
        court,
        localDay,
        hoursOccupied,
        this.config.policy,
        hasElite,
        currentInstant,
      ).filter(({ opensForYouAt }) => opensForYouAt === null).length;
    return datesFrom(from, to)
      .map((date) => ({ date, hours: openHours(date) }))
      .filter(({ hours }) => hours > 0);
  }

  /**
   * Everyone without Elite gets the same slots, so they are encoded once and shared. The cache key
   * includes the second, because bookable hours change with time.
   */
  async sharedSlots(
    courtId: string,
    courtDate: string,
    currentUser: Actor,
  ): Promise<EncodedJson | Slot[]> {
    if (await isElite(this.membershipTiers, currentUser))
      return this.slotsOfDay(courtId, courtDate, currentUser);
    const cacheSources = [
      ...courtDayIdsAround(courtId, courtDate).map((id) => ({ readModel: courtDays.name, id })),
      { readModel: courts.name, id: courtId },
      ...this.listedCourts.hostSources,
    ];
    const currentSecond = Math.floor(this.clock.now() / 1_000);
    const encodeSlots = async () =>
      EncodedJson.from(
        availabilityRoutes.availability,
        await this.slotsOfDay(courtId, courtDate, VISITOR),
      );
    return this.responseCache
      .getOrMake(`availability ${courtId} ${courtDate} ${currentSecond}`, cacheSources, encodeSlots)
      .catch((error: unknown) => {
        const isHidden = isDomainError(error, 'not_found');
        if (currentUser.role === 'visitor' || !isHidden) throw error;
        return this.slotsOfDay(courtId, courtDate, currentUser);
      });
  }

  async hoursOfDay(courtId: string, courtDate: string, currentUser: Actor): Promise<CourtHour[]> {
    return hoursOn(await this.findOwnCourt(courtId, currentUser), courtDate);
  }

  async closuresOfDay(
    courtId: string,
    courtDate: string,
    currentUser: Actor,
  ): Promise<CourtDay['closed']> {
    const court = await this.findOwnCourt(courtId, currentUser);
    const courtDayViews = await this.findCourtDays(courtId, courtDate, courtDate);
    return closuresOn(
      court,
      courtDate,
      courtDayViews.flatMap(({ closed }) => closed),
    );
  }

  /** The closed hours of all courts of a host between two local dates, in chronological order. */
  async closuresOfHost(hostId: string, { from, to }: Readonly<{ from: string; to: string }>) {
    const hostCourts = await this.readModels.read(courts, (collection) =>
      collection
        .find({ hostId })
        .sort(newestFirst)
        .limit(MOST_COURTS)
        .project<CourtClock & { _id: string }>({ zone: 1, standardOffsetMinutes: 1 })
        .toArray(),
    );
    const courtDayIds = hostCourts.flatMap(({ _id }) =>
      datesFrom(addDays(from, -1), addDays(to, 1)).map((courtDate) => courtDayId(_id, courtDate)),
    );
    const courtDayViews = await this.readModels.read(courtDays, (collection) =>
      collection.find({ _id: { $in: courtDayIds } }).toArray(),
    );
    const closedByCourt = Map.groupBy(
      courtDayViews.flatMap(({ _id, closed }) =>
        closed.map((closure) => ({ courtId: _id.slice(0, _id.indexOf('_')), ...closure })),
      ),
      ({ courtId }) => courtId,
    );
    return hostCourts
      .flatMap((hostCourt) => {
        const courtClosures = closedByCourt.get(hostCourt._id);
        return courtClosures
          ? datesFrom(from, to).flatMap((localDay) =>
              closuresOn(hostCourt, localDay, courtClosures),
            )
          : [];
      })
      .sort((firstClosure, secondClosure) =>
        firstClosure.startTime < secondClosure.startTime ? -1 : 1,
      );
  }

  /** @throws DomainError not_found */
  private async findOwnCourt(courtId: string, currentUser: Actor) {
    const court = await this.findCourt(courtId);
    if (court?.hostId !== currentUser.id) throw notFound('court');
    return court;
  }

  /** @throws DomainError not_found for a court that is not listed, except for its host */
  private async findVisibleCourt(courtId: string, { id: userId }: Actor) {
    const court = await this.findCourt(courtId);
    if (!court || (court.hostId !== userId && !(await this.listedCourts.isListed(court))))
      throw notFound('court');
    return court;
  }

  private findCourt(courtId: string): Promise<StoredDocument<CourtDocument> | null> {
    return this.readModels.read(courts, (collection) => collection.findOne({ _id: courtId }));
  }

  /** The court-days that contain the hours of the local days. */
  private findCourtDays(courtId: string, firstDay: string, lastDay: string) {
    const courtDayIds = datesFrom(firstDay, lastDay).flatMap((localDay) =>
      courtDayIdsAround(courtId, localDay),
    );
    return this.readModels.read(courtDays, (collection) =>
      collection.find({ _id: { $in: [...new Set(courtDayIds)] } }).toArray(),
    );
  }
}
