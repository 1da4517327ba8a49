import { Inject, Injectable } from '@nestjs/common';
import type { EarningsOfMonth, HostFigures, HostProfile } from '@courtly/contracts/hosting';
import { z } from 'zod';
import { conditionsOf, visibleToHost } from '../../booking/bookings/booking-lists.js';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { isHostListed } from '../../booking/courts/court-listing.js';
import { courts } from '../../booking/courts/courts.projection.js';
import { CONFIG, type Config } from '../../config.js';
import {
  type CountedPage,
  type PageRequest,
  decodeCursor,
  cutPage,
} from '../../platform/http/paging.js';
import { people } from '../../people/identity/people.projection.js';
import { isApprovedHost } from '../../people/identity/person.js';
import { Clock } from '../../platform/kernel/clock.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { hostRecords, usualMinutes } from './host-records.projection.js';
import { earnings } from './earnings.projection.js';
import { earningsView, latestMonth, monthlyEarningsView, sumAmounts } from './figures.js';

const MonthCursor = z.strictObject({ month: z.string() });

@Injectable()
export class HostingQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError not_found if the court does not exist or is not listed for this user */
  async hostOfCourt(courtId: string, userId: string): Promise<HostProfile> {
    const hostedCourt = await this.readModels.read(courts, (collection) =>
      collection.findOne({ _id: courtId }),
    );
    if (!hostedCourt || !(hostedCourt.isShown || hostedCourt.hostId === userId))
      throw notFound('court');
    const { hostId } = hostedCourt;
    const [hostAccount, hostRecord] = await Promise.all([
      this.readModels.read(people, (collection) => collection.findOne({ _id: hostId })),
      this.readModels.read(hostRecords, (collection) => collection.findOne({ _id: hostId })),
    ]);
    if (!hostAccount || !(hostId === userId || isHostListed(hostAccount, this.config.policy)))
      throw notFound('court');
    return {
      id: hostId,
      firstName: hostAccount.firstName,
      memberSince: hostAccount.registeredAt,
      isApproved: isApprovedHost(hostAccount),
      hoursHosted: hostRecord?.hosted ?? 0,
      answersWithinMinutes: hostRecord && usualMinutes(hostRecord),
    };
  }

  async hostFigures(hostId: string): Promise<HostFigures> {
    const [monthDocuments, currentMonth, listedCourts, activeCourts, pendingRequests, upcoming] =
      await Promise.all([
        this.readModels.read(earnings, (collection) =>
          collection.find({ hostId }).sort({ month: -1 }).toArray(),
        ),
        this.currentMonth(hostId),
        this.readModels.read(courts, (collection) => collection.countDocuments({ hostId })),
        this.readModels.read(courts, (collection) =>
          collection.countDocuments({ hostId, isShown: true }),
        ),
        this.readModels.read(bookings, (collection) =>
          collection.countDocuments({ hostId, status: 'pending', ...visibleToHost }),
        ),
        this.readModels.read(bookings, (collection) =>
          collection.countDocuments({
            $and: conditionsOf({ hostId }, { when: 'upcoming' }, this.clock.instant()),
          }),
        ),
      ]);
    const totalEarnings = earningsView(sumAmounts(monthDocuments));
    return {
      courts: { listed: listedCourts, active: activeCourts },
      pending: pendingRequests,
      upcoming,
      month: monthlyEarningsView(monthDocuments, currentMonth),
      total: totalEarnings,
    };
  }

  async monthlyEarnings(hostId: string, pageRequest: PageRequest) {
    const lastSeen = decodeCursor(MonthCursor, pageRequest.cursor);
    const hostFilter = { hostId, ...(lastSeen && { month: { $lt: lastSeen.month } }) };
    return this.readModels.read(
      earnings,
      async (collection): Promise<CountedPage<EarningsOfMonth>> => {
        const sortedMonths = collection.find(hostFilter).sort({ month: -1 });
        const [monthDocuments, totalCount] = await Promise.all([
          sortedMonths.limit(pageRequest.limit + 1).toArray(),
          lastSeen ? null : collection.countDocuments(hostFilter),
        ]);
        const { items, next } = cutPage(monthDocuments, pageRequest.limit, ({ month }) => ({
          month,
        }));
        return {
          items: items.map(({ month }) => monthlyEarningsView(items, month)),
          next,
          total: totalCount,
        };
      },
    );
  }

  /** The current month in the zone that is furthest ahead, among those of the host's courts. */
  private async currentMonth(hostId: string): Promise<string> {
    const timeZones = await this.readModels.read(courts, (collection) =>
      collection.distinct('zone', { hostId }),
    );
    return latestMonth(timeZones, this.clock.instant());
  }
}
