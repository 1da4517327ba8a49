import type { Analytics } from '@courtly/contracts/hosting';
import type { WhatIf, WhatIfQuery } from '@courtly/contracts/what-if';
import { Injectable } from '@nestjs/common';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { newestFirst } from '../../booking/courts/court-filter.js';
import { type CourtDocument, courts } from '../../booking/courts/courts.projection.js';
import { Clock } from '../../platform/kernel/clock.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { localHours } from '../../platform/kernel/local-time.js';
import { csvOf } from '../payouts/csv.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { type CourtInPeriod, analyticsRows, analyticsView } from './analytics-view.js';
import { courtOffers } from './court-offers.projection.js';
import { courtUse } from './court-use.projection.js';
import { earnings } from './earnings.projection.js';
import { latestMonth, monthsUpTo } from './figures.js';
import { otherRules, whatIf } from './what-if.js';

const MOST_COURTS = 100;
/** More than a court has hours in a year. */
const MOST_BOOKINGS = 10_000;

type OwnCourt = Pick<CourtDocument, 'courtId' | 'name' | 'zone'>;

/** How the courts of a host are used, and what other rules would have made of their past. */
@Injectable()
export class AnalyticsQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
  ) {}

  /** So many months up to the present one, of all courts of a host. */
  async ofHost(hostId: string, count: number): Promise<Analytics> {
    const own = await this.courtsOf(hostId);
    const period = this.period(own, count);
    const [inPeriod, earned] = await Promise.all([
      this.inPeriod(own, period),
      this.readModels.read(earnings, (all) =>
        all.find({ hostId, month: { $gte: period[0]!, $lte: period.at(-1)! } }).toArray(),
      ),
    ]);
    return analyticsView(inPeriod, earned, period, this.clock.instant());
  }

  /** @throws DomainError not_found for a court of somebody else and for a missing one alike */
  async ofCourt(courtId: string, hostId: string, count: number): Promise<Analytics> {
    const own = [await this.ownCourt(courtId, hostId)];
    const period = this.period(own, count);
    const inPeriod = await this.inPeriod(own, period);
    return analyticsView(inPeriod, inPeriod[0]!.months, period, this.clock.instant());
  }

  /** The figures of all courts of a host, a line for each month and court. */
  async csv(hostId: string, count: number): Promise<string> {
    const own = await this.courtsOf(hostId);
    const period = this.period(own, count);
    return csvOf(analyticsRows(await this.inPeriod(own, period), period, this.clock.instant()));
  }

  /** What the past of one court would have brought under other rules. @throws DomainError not_found */
  async whatIf(courtId: string, hostId: string, query: WhatIfQuery): Promise<WhatIf> {
    const own = await this.ownCourt(courtId, hostId);
    const [firstMonth] = this.period([own], query.months);
    const { start } = localHours(own.zone, `${firstMonth}-01`)[0]!;
    const history = await this.readModels.read(bookings, (all) =>
      all
        .find({
          courtId,
          startTime: { $gte: start, $lt: this.clock.instant() },
          status: { $in: ['completed', 'cancelled'] },
          // Also where there is no cancellation.
          'cancellation.hostCents': { $ne: 0 },
        })
        .sort({ startTime: -1, _id: -1 })
        .limit(MOST_BOOKINGS)
        .toArray(),
    );
    return whatIf(history, otherRules(query));
  }

  private courtsOf(hostId: string): Promise<readonly OwnCourt[]> {
    return this.readModels.read(courts, (all) =>
      all.find({ hostId }).sort(newestFirst).limit(MOST_COURTS).toArray(),
    );
  }

  private async ownCourt(courtId: string, hostId: string): Promise<OwnCourt> {
    const own = await this.readModels.read(courts, (all) => all.findOne({ _id: courtId }));
    if (own?.hostId !== hostId) throw notFound('court');
    return own;
  }

  private period(own: readonly OwnCourt[], count: number): string[] {
    const zones = own.map(({ zone }) => zone);
    return monthsUpTo(latestMonth(zones, this.clock.instant()), count);
  }

  private async inPeriod(
    own: readonly OwnCourt[],
    period: readonly string[],
  ): Promise<CourtInPeriod[]> {
    const ids = own.map(({ courtId }) => courtId);
    const months = ids.flatMap((courtId) => period.map((month) => `${courtId}_${month}`));
    const [offers, found] = await Promise.all([
      this.readModels.read(courtOffers, (all) => all.find({ _id: { $in: ids } }).toArray()),
      this.readModels.read(courtUse, (all) => all.find({ _id: { $in: months } }).toArray()),
    ]);
    const offersOf = new Map(offers.map((one) => [one.courtId, one]));
    const monthsOf = Map.groupBy(found, ({ courtId }) => courtId);
    return own.map(({ courtId, name }) => ({
      courtId,
      name,
      offers: offersOf.get(courtId) ?? null,
      months: monthsOf.get(courtId) ?? [],
    }));
  }
}
