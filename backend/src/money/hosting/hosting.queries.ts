import { Injectable } from '@nestjs/common';
import type { EarningsOfMonth, HostFigures, HostProfile } from '@courtly/contracts/hosting';
import { z } from 'zod';
import { visibleToHost } from '../../booking/bookings/booking-lists.js';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { courts } from '../../booking/courts/courts.projection.js';
import {
  type CountedPage,
  type PageRequest,
  decodeCursor,
  cutPage,
} from '../../platform/http/paging.js';
import { people } from '../../people/identity/people.projection.js';
import { Clock } from '../../platform/kernel/clock.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { hostRecords, usualMinutes } from './host-records.projection.js';
import { earnings } from './earnings.projection.js';
import { earningsView, latestMonth, monthView, sumOf } from './figures.js';

/** Where a page of months ended. */
const PlaceInMonths = z.strictObject({ month: z.string() });

/** Who hosts a court, and what the courts of a host bring. */
@Injectable()
export class HostingQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
  ) {}

  /** Who hosts a court. @throws DomainError not_found for a court that the reader does not see */
  async hostOf(courtId: string, readerId: string): Promise<HostProfile> {
    const court = await this.readModels.read(courts, (all) => all.findOne({ _id: courtId }));
    if (!court || !(court.isShown || court.hostId === readerId)) throw notFound('court');
    const { hostId } = court;
    const [host, record] = await Promise.all([
      this.readModels.read(people, (all) => all.findOne({ _id: hostId })),
      this.readModels.read(hostRecords, (all) => all.findOne({ _id: hostId })),
    ]);
    if (!host) throw notFound('court');
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
      this.readModels.read(earnings, (all) => all.find({ hostId }).sort({ month: -1 }).toArray()),
      this.presentMonth(hostId),
      this.readModels.read(courts, (all) => all.countDocuments({ hostId })),
      this.readModels.read(courts, (all) => all.countDocuments({ hostId, isShown: true })),
      this.readModels.read(bookings, (all) =>
        all.countDocuments({ hostId, status: 'pending', ...visibleToHost }),
      ),
    ]);
    const total = earningsView(sumOf(months));
    return { courts: { listed, active }, pending, month: monthView(months, month), total };
  }

  async months(hostId: string, paging: PageRequest) {
    const after = decodeCursor(PlaceInMonths, paging.cursor);
    const own = { hostId, ...(after && { month: { $lt: after.month } }) };
    return this.readModels.read(earnings, async (all): Promise<CountedPage<EarningsOfMonth>> => {
      const months = all.find(own).sort({ month: -1 });
      const [found, total] = await Promise.all([
        months.limit(paging.limit + 1).toArray(),
        after ? null : all.countDocuments(own),
      ]);
      const { items, next } = cutPage(found, paging.limit, ({ month }) => ({
        month,
      }));
      return { items: items.map(({ month }) => monthView(items, month)), next, total };
    });
  }

  /** The month in which a host's courts are: that of the one which is furthest ahead. */
  private async presentMonth(hostId: string): Promise<string> {
    const zones = await this.readModels.read(courts, (all) => all.distinct('zone', { hostId }));
    return latestMonth(zones, this.clock.instant());
  }
}
