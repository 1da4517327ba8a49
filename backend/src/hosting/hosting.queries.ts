import { Injectable } from '@nestjs/common';
import type { Analytics, EarningsOfMonth, HostFigures, HostProfile } from '@courtly/contracts/hosting';
import { weekdays } from '@courtly/contracts/opening-hours';
import { z } from 'zod';
import { seenByHost } from '../bookings/booking-lists.js';
import { bookings } from '../bookings/bookings.projection.js';
import { newestFirst } from '../courts/court-filter.js';
import { courts } from '../courts/courts.projection.js';
import { type CountedPage, keyIn, pageOf } from '../edge/paging.js';
import { people } from '../identity/people.projection.js';
import { Clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/domain-error.js';
import { ReadModels } from '../projections/read-models.js';
import { sumOfUse, useOf } from './court-use.js';
import { courtUse } from './court-use.projection.js';
import { hostRecords, usualMinutes } from './host-records.projection.js';
import { type MonthOfHost, earnings } from './earnings.projection.js';
import { earningsView, latestMonth, monthView, monthsUpTo, sumOf } from './figures.js';

const MOST_COURTS = 100;

const missing = () => new DomainError('not_found', 'This court does not exist.');

/** Where a page of months ended. */
const PlaceInMonths = z.strictObject({ month: z.string() });

/** What the courts of a host bring and how much they are used. */
@Injectable()
export class HostingQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
  ) {}

  /** Who hosts a court. @throws DomainError not_found for a court that the reader does not see */
  async hostOf(courtId: string, readerId: string): Promise<HostProfile> {
    const court = await this.readModels.read(courts, (all) => all.findOne({ _id: courtId }));
    if (!court || !(court.isShown || court.hostId === readerId)) throw missing();
    const { hostId } = court;
    const [host, record] = await Promise.all([
      this.readModels.read(people, (all) => all.findOne({ _id: hostId })),
      this.readModels.read(hostRecords, (all) => all.findOne({ _id: hostId })),
    ]);
    if (!host) throw missing();
    return {
      id: hostId,
      firstName: host.firstName,
      memberSince: host.registeredAt,
      hoursHosted: record?.hosted ?? 0,
      answersWithinMinutes: record && usualMinutes(record),
    };
  }

  async figures(hostId: string): Promise<HostFigures> {
    const [months, month, listed, active, pending] = await Promise.all([
      this.monthsOf({ hostId }),
      this.presentMonth(hostId),
      this.readModels.read(courts, (all) => all.countDocuments({ hostId })),
      this.readModels.read(courts, (all) => all.countDocuments({ hostId, isShown: true })),
      this.readModels.read(bookings, (all) => all.countDocuments({ hostId, status: 'pending', ...seenByHost })),
    ]);
    const total = earningsView(sumOf(months));
    return { courts: { listed, active }, pending, month: monthView(months, month), total };
  }

  async months(hostId: string, paging: { cursor?: string | undefined; limit: number }) {
    const after = keyIn(PlaceInMonths, paging.cursor);
    const own = { hostId, ...(after && { month: { $lt: after.month } }) };
    return this.readModels.read(earnings, async (all): Promise<CountedPage<EarningsOfMonth>> => {
      const months = all.find(own).sort({ month: -1 });
      const [found, total] = await Promise.all([
        months.limit(paging.limit + 1).toArray(),
        after ? null : all.countDocuments(own),
      ]);
      const { items, next } = pageOf(found, paging.limit, ({ month }) => ({ month }));
      return { items: items.map(({ month }) => monthView(items, month)), next, total };
    });
  }

  async analytics(hostId: string, count: number): Promise<Analytics> {
    const period = monthsUpTo(await this.presentMonth(hostId), count);
    const first = period[0]!;
    const [months, { total, ...use }] = await Promise.all([
      this.monthsOf({ hostId, month: { $gte: first, $lte: period.at(-1)! } }),
      this.use(hostId, period),
    ]);
    return {
      months: period.map((month) => monthView(months, month)),
      total: earningsView(sumOf(months)),
      use: { total, ...use },
    };
  }

  private async use(hostId: string, period: readonly string[]): Promise<Analytics['use']> {
    const own = await this.readModels.read(courts, (all) =>
      all.find({ hostId, isShown: true }).sort(newestFirst).limit(MOST_COURTS).toArray(),
    );
    const ids = own.flatMap(({ courtId }) => period.map((month) => `${courtId}_${month}`));
    const found = await this.readModels.read(courtUse, (all) => all.find({ _id: { $in: ids } }).toArray());
    const played = Map.groupBy(found, ({ courtId }) => courtId);
    const now = this.clock.instant();
    const uses = own.map((court) => {
      const hours = played.get(court.courtId)?.flatMap((month) => month.played) ?? [];
      return useOf(court, hours, period[0]!, now);
    });
    return {
      total: sumOfUse(uses.flat()),
      weekdays: weekdays.map((weekday, index) => ({ weekday, ...sumOfUse(uses.map((use) => use[index]!)) })),
      courts: own.map(({ courtId, name }, index) => ({ courtId, name, ...sumOfUse(uses[index]!) })),
    };
  }

  private monthsOf(own: { hostId: string; month?: { $gte: string; $lte: string } }): Promise<readonly MonthOfHost[]> {
    return this.readModels.read(earnings, (all) => all.find(own).sort({ month: -1 }).toArray());
  }

  /** The month in which a host's courts are: that of the one which is furthest ahead. */
  private async presentMonth(hostId: string): Promise<string> {
    const zones = await this.readModels.read(courts, (all) => all.distinct('zone', { hostId }));
    return latestMonth(zones, this.clock.instant());
  }
}
