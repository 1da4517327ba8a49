import type { Receipt } from '@courtly/contracts/receipts';
import type { MonthOfRevenue } from '@courtly/contracts/revenue';
import { Inject, Injectable } from '@nestjs/common';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { courts } from '../../booking/courts/courts.projection.js';
import { people } from '../../people/identity/people.projection.js';
import { fullName } from '../../people/identity/person.js';
import { CONFIG, type Config } from '../../config.js';
import { Clock } from '../../platform/kernel/clock.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { payouts } from '../payouts/payouts.projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { ledger } from './ledger.projection.js';
import { receiptOf } from './receipt.js';
import { dueToHosts, firstMonth, revenueView } from './revenue-view.js';
import { revenue } from './revenue.projection.js';

/** Players book weeks ahead, so months to come have revenue too. */
const MONTHS_TO_COME = 3;

@Injectable()
export class LedgerQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The last `monthCount` months and the months with future bookings, latest first. */
  async monthlyRevenue(monthCount: number): Promise<MonthOfRevenue[]> {
    const sinceMonth = firstMonth(this.clock.instant(), monthCount);
    const [revenueMonths, dueByMonthRows] = await Promise.all([
      this.readModels.read(revenue, (collection) =>
        collection
          .find({ _id: { $gte: sinceMonth } })
          .sort({ _id: -1 })
          .limit(monthCount + MONTHS_TO_COME)
          .toArray(),
      ),
      this.readModels.read(payouts, (collection) =>
        collection.aggregate<{ _id: string; dueCents: number }>(dueToHosts(sinceMonth)).toArray(),
      ),
    ]);
    const dueByMonth = new Map(dueByMonthRows.map(({ _id, dueCents }) => [_id, dueCents]));
    return revenueMonths.map((revenueMonth) =>
      revenueView(revenueMonth, dueByMonth.get(revenueMonth.month) ?? 0),
    );
  }

  /**
   * Null if nothing was charged.
   * @throws DomainError not_found if the booking is missing or another player's
   */
  async bookingReceipt(bookingId: string, playerId: string): Promise<Receipt | null> {
    const [booking, bookingLedger] = await Promise.all([
      this.readModels.read(bookings, (collection) => collection.findOne({ _id: bookingId })),
      this.readModels.read(ledger, (collection) => collection.findOne({ _id: bookingId })),
    ]);
    if (booking?.playerId !== playerId) throw notFound('booking');
    if (!bookingLedger) return null;
    const [bookedCourt, playerAccount] = await Promise.all([
      this.readModels.read(courts, (collection) => collection.findOne({ _id: booking.courtId })),
      this.readModels.read(people, (collection) => collection.findOne({ _id: playerId })),
    ]);
    return receiptOf(booking, bookingLedger, {
      seller: this.config.RECEIPT_SELLER,
      court: bookedCourt?.name ?? '',
      address: bookedCourt?.location ?? '',
      player: playerAccount ? fullName(playerAccount) : '',
    });
  }
}
