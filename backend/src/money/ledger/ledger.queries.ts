import type { Receipt } from '@courtly/contracts/receipts';
import type { MonthOfRevenue } from '@courtly/contracts/revenue';
import { Injectable } from '@nestjs/common';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { courts } from '../../booking/courts/courts.projection.js';
import { people } from '../../people/identity/people.projection.js';
import { fullName } from '../../people/identity/person.js';
import { Clock } from '../../platform/kernel/clock.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { payouts } from '../payouts/payouts.projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { ledger } from './ledger.projection.js';
import { receiptOf } from './receipt.js';
import { dueToHosts, firstMonth, revenueView } from './revenue-view.js';
import { revenue } from './revenue.projection.js';

/** Hours are booked weeks ahead, on any calendar. */
const MONTHS_TO_COME = 3;

/** The read side of the ledger. */
@Injectable()
export class LedgerQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
  ) {}

  /** The last so many months of the platform and those of bookings to come, the latest first. */
  async revenue(months: number): Promise<MonthOfRevenue[]> {
    const since = firstMonth(this.clock.instant(), months);
    const [found, owed] = await Promise.all([
      this.readModels.read(revenue, (all) =>
        all
          .find({ _id: { $gte: since } })
          .sort({ _id: -1 })
          .limit(months + MONTHS_TO_COME)
          .toArray(),
      ),
      this.readModels.read(payouts, (all) =>
        all.aggregate<{ _id: string; dueCents: number }>(dueToHosts(since)).toArray(),
      ),
    ]);
    const due = new Map(owed.map(({ _id, dueCents }) => [_id, dueCents]));
    return found.map((month) => revenueView(month, due.get(month.month) ?? 0));
  }

  /** Null where nothing was charged. @throws DomainError not_found for a booking of others */
  async receipt(bookingId: string, playerId: string): Promise<Receipt | null> {
    const [booking, money] = await Promise.all([
      this.readModels.read(bookings, (all) => all.findOne({ _id: bookingId })),
      this.readModels.read(ledger, (all) => all.findOne({ _id: bookingId })),
    ]);
    if (booking?.playerId !== playerId) throw notFound('booking');
    if (!money) return null;
    const [court, player] = await Promise.all([
      this.readModels.read(courts, (all) => all.findOne({ _id: booking.courtId })),
      this.readModels.read(people, (all) => all.findOne({ _id: playerId })),
    ]);
    return receiptOf(booking, money, {
      court: court?.name ?? '',
      address: court?.location ?? '',
      player: player ? fullName(player) : '',
    });
  }
}
