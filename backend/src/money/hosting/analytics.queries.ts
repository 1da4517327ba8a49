import type { Analytics } from '@courtly/contracts/hosting';
import type { WhatIf, WhatIfQuery } from '@courtly/contracts/what-if';
import { Injectable } from '@nestjs/common';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { newestFirst } from '../../booking/courts/court-filter.js';
import { type CourtDocument, courts } from '../../booking/courts/courts.projection.js';
import { Clock } from '../../platform/kernel/clock.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { localHours } from '../../platform/kernel/local-time.js';
import { toCsv } from '../payouts/csv.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { type CourtInPeriod, analyticsRows, analyticsView } from './analytics-view.js';
import { courtOffers } from './court-offers.projection.js';
import { courtUse } from './court-use.projection.js';
import { earnings } from './earnings.projection.js';
import { latestMonth, monthsBefore, monthsUpTo } from './figures.js';
import { rulesFromQuery, whatIf } from './what-if.js';

const MAX_COURTS = 100;
/** A year has fewer hours than this. */
const MAX_BOOKINGS = 10_000;

type HostedCourt = Pick<CourtDocument, 'courtId' | 'name' | 'zone'>;

@Injectable()
export class AnalyticsQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
  ) {}

  /** Covers all courts of the host for the last `monthCount` months, including the current one. */
  async analyticsOfHost(hostId: string, monthCount: number): Promise<Analytics> {
    const hostedCourts = await this.hostedCourts(hostId);
    const periodMonths = this.monthsOfPeriod(hostedCourts, monthCount);
    const comparedMonths = [...monthsBefore(periodMonths), ...periodMonths];
    const [courtsInPeriod, monthlyEarnings] = await Promise.all([
      this.courtsInPeriod(hostedCourts, comparedMonths),
      this.readModels.read(earnings, (collection) =>
        collection
          .find({ hostId, month: { $gte: comparedMonths[0]!, $lte: comparedMonths.at(-1)! } })
          .toArray(),
      ),
    ]);
    return analyticsView(courtsInPeriod, monthlyEarnings, periodMonths, this.clock.instant());
  }

  /** @throws DomainError not_found if the court does not exist or belongs to another host */
  async analyticsOfCourt(courtId: string, hostId: string, monthCount: number): Promise<Analytics> {
    const hostedCourts = [await this.hostedCourt(courtId, hostId)];
    const periodMonths = this.monthsOfPeriod(hostedCourts, monthCount);
    const courtsInPeriod = await this.courtsInPeriod(hostedCourts, [
      ...monthsBefore(periodMonths),
      ...periodMonths,
    ]);
    return analyticsView(
      courtsInPeriod,
      courtsInPeriod[0]!.months,
      periodMonths,
      this.clock.instant(),
    );
  }

  async analyticsCsv(hostId: string, monthCount: number): Promise<string> {
    const hostedCourts = await this.hostedCourts(hostId);
    const periodMonths = this.monthsOfPeriod(hostedCourts, monthCount);
    return toCsv(
      analyticsRows(
        await this.courtsInPeriod(hostedCourts, periodMonths),
        periodMonths,
        this.clock.instant(),
      ),
    );
  }

  /** @throws DomainError not_found if the court does not exist or belongs to another host */
  async simulateRules(courtId: string, hostId: string, query: WhatIfQuery): Promise<WhatIf> {
    const hostedCourt = await this.hostedCourt(courtId, hostId);
    const [firstMonth] = this.monthsOfPeriod([hostedCourt], query.months);
    const { start } = localHours(hostedCourt.zone, `${firstMonth}-01`)[0]!;
    const history = await this.readModels.read(bookings, (collection) =>
      collection
        .find({
          courtId,
          startTime: { $gte: start, $lt: this.clock.instant() },
          status: { $in: ['completed', 'cancelled'] },
          // This also matches bookings without a cancellation.
          'cancellation.hostCents': { $ne: 0 },
        })
        .sort({ startTime: -1, _id: -1 })
        .limit(MAX_BOOKINGS)
        .toArray(),
    );
    return whatIf(history, rulesFromQuery(query));
  }

  private hostedCourts(hostId: string): Promise<readonly HostedCourt[]> {
    return this.readModels.read(courts, (collection) =>
      collection.find({ hostId }).sort(newestFirst).limit(MAX_COURTS).toArray(),
    );
  }

  private async hostedCourt(courtId: string, hostId: string): Promise<HostedCourt> {
    const hostedCourt = await this.readModels.read(courts, (collection) =>
      collection.findOne({ _id: courtId }),
    );
    if (hostedCourt?.hostId !== hostId) throw notFound('court');
    return hostedCourt;
  }

  private monthsOfPeriod(hostedCourts: readonly HostedCourt[], monthCount: number): string[] {
    const timeZones = hostedCourts.map(({ zone }) => zone);
    return monthsUpTo(latestMonth(timeZones, this.clock.instant()), monthCount);
  }

  private async courtsInPeriod(
    hostedCourts: readonly HostedCourt[],
    periodMonths: readonly string[],
  ): Promise<CourtInPeriod[]> {
    const courtIds = hostedCourts.map(({ courtId }) => courtId);
    const monthIds = courtIds.flatMap((courtId) =>
      periodMonths.map((month) => `${courtId}_${month}`),
    );
    const [courtOfferHistories, courtMonths] = await Promise.all([
      this.readModels.read(courtOffers, (collection) =>
        collection.find({ _id: { $in: courtIds } }).toArray(),
      ),
      this.readModels.read(courtUse, (collection) =>
        collection.find({ _id: { $in: monthIds } }).toArray(),
      ),
    ]);
    const offersByCourt = new Map(
      courtOfferHistories.map((offerHistory) => [offerHistory.courtId, offerHistory]),
    );
    const monthsByCourt = Map.groupBy(courtMonths, ({ courtId }) => courtId);
    return hostedCourts.map(({ courtId, name }) => ({
      courtId,
      name,
      offers: offersByCourt.get(courtId) ?? null,
      months: monthsByCourt.get(courtId) ?? [],
    }));
  }
}
