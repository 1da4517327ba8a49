import type { BookingPayout, CourtEarnings, PayoutAccount } from '@courtly/contracts/payouts';
import { toMoney } from '@courtly/contracts/wire';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { CONFIG, type Config } from '../../config.js';
import { courts } from '../../booking/courts/courts.projection.js';
import {
  type CountedPage,
  type PageRequest,
  decodeCursor,
  cutPage,
} from '../../platform/http/paging.js';
import { Clock } from '../../platform/kernel/clock.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { toCsv } from './csv.js';
import { payoutAccountState } from './payout-account.js';
import { payoutAccounts } from './payout-accounts.projection.js';
import {
  type MonthlyCourtSums,
  courtEarningsView,
  payoutView,
  courtSumsPipeline,
} from './payout-view.js';
import { type PayoutDocument, payouts } from './payouts.projection.js';

const MAX_CSV_ROWS = 5_000;

const PayoutCursor = z.strictObject({ startTime: z.string(), id: z.string() });

const latestFirst = { startTime: -1, _id: -1 } as const;

const columnHeaders = [
  'Booking',
  'Court',
  'Start (UTC)',
  'End (UTC)',
  'Time zone',
  'Earned',
  'Paid',
  'Paid at',
  'Waits for',
];

@Injectable()
export class PayoutQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async payoutAccount(hostId: string): Promise<PayoutAccount> {
    const currentInstant = this.clock.instant();
    const [connectedAccount, [waitingSums]] = await Promise.all([
      this.accountOfHost(hostId),
      this.readModels.read(payouts, (collection) =>
        collection
          .aggregate<{ bookings: number; cents: number }>([
            { $match: { hostId, tryAt: { $lte: currentInstant }, dueCents: { $gt: 0 } } },
            { $group: { _id: null, bookings: { $sum: 1 }, cents: { $sum: '$dueCents' } } },
          ])
          .toArray(),
      ),
    ]);
    return {
      state: payoutAccountState(connectedAccount),
      isNeeded: this.config.policy.paymentRequired,
      waiting: { bookings: waitingSums?.bookings ?? 0, amount: toMoney(waitingSums?.cents ?? 0) },
    };
  }

  async listPayouts(hostId: string, pageRequest: PageRequest): Promise<CountedPage<BookingPayout>> {
    const lastSeen = decodeCursor(PayoutCursor, pageRequest.cursor);
    const hostFilter = { hostId };
    const pageFilter = lastSeen && {
      $or: [
        { startTime: { $lt: lastSeen.startTime } },
        { startTime: lastSeen.startTime, _id: { $lt: lastSeen.id } },
      ],
    };
    const [payoutDocuments, totalCount, connectedAccount] = await Promise.all([
      this.readModels.read(payouts, (collection) =>
        collection
          .find({ ...hostFilter, ...pageFilter })
          .sort(latestFirst)
          .limit(pageRequest.limit + 1)
          .toArray(),
      ),
      lastSeen
        ? null
        : this.readModels.read(payouts, (collection) => collection.countDocuments(hostFilter)),
      this.accountOfHost(hostId),
    ]);
    const { items, next } = cutPage(payoutDocuments, pageRequest.limit, ({ startTime, _id }) => ({
      startTime,
      id: _id,
    }));
    const currentInstant = this.clock.instant();
    return {
      items: items.map((payoutDocument) =>
        payoutView(payoutDocument, connectedAccount, currentInstant),
      ),
      next,
      total: totalCount,
    };
  }

  /** @throws DomainError not_found if the booking is missing or another host's */
  async payoutOfBooking(bookingId: string, hostId: string): Promise<BookingPayout | null> {
    const [booking, payoutDocument, connectedAccount] = await Promise.all([
      this.readModels.read(bookings, (collection) => collection.findOne({ _id: bookingId })),
      this.readModels.read(payouts, (collection) => collection.findOne({ _id: bookingId })),
      this.accountOfHost(hostId),
    ]);
    if (booking?.hostId !== hostId) throw notFound('booking');
    return payoutDocument && payoutView(payoutDocument, connectedAccount, this.clock.instant());
  }

  /** Covers the last `monthCount` months, including the current one (UTC). */
  async earningsByCourt(hostId: string, monthCount: number): Promise<CourtEarnings[]> {
    const currentDate = new Date(this.clock.now());
    const fromMonth = new Date(
      Date.UTC(currentDate.getUTCFullYear(), currentDate.getUTCMonth() - monthCount + 1, 1),
    )
      .toISOString()
      .slice(0, 7);
    const courtSums = await this.readModels.read(payouts, (collection) =>
      collection.aggregate<MonthlyCourtSums>(courtSumsPipeline(hostId, fromMonth)).toArray(),
    );
    const courtNames = await this.courtNames(courtSums.map(({ _id }) => _id.courtId));
    return courtSums.map((courtSum) =>
      courtEarningsView(courtSum, courtNames.get(courtSum._id.courtId) ?? ''),
    );
  }

  async earningsCsv(hostId: string, year: number): Promise<string> {
    const [payoutDocuments, connectedAccount] = await Promise.all([
      this.readModels.read(payouts, (collection) =>
        collection
          .find({
            hostId,
            month: { $gte: `${year}-01`, $lte: `${year}-12` },
            shareCents: { $gt: 0 },
          })
          .sort({ month: -1 })
          .limit(MAX_CSV_ROWS)
          .toArray(),
      ),
      this.accountOfHost(hostId),
    ]);
    const courtNames = await this.courtNames(payoutDocuments.map(({ courtId }) => courtId));
    const currentInstant = this.clock.instant();
    const csvRow = (payoutDocument: PayoutDocument) => {
      const { bookingId, courtId, startTime, endTime, zone, ...payout } = payoutView(
        payoutDocument,
        connectedAccount,
        currentInstant,
      );
      const courtName = courtNames.get(courtId) ?? courtId;
      return [
        bookingId,
        courtName,
        startTime,
        endTime,
        zone,
        payout.amount,
        payout.paid,
        payout.paidAt ?? '',
        payout.waitsFor ?? '',
      ];
    };
    return toCsv([columnHeaders, ...payoutDocuments.map(csvRow)]);
  }

  private accountOfHost(hostId: string) {
    return this.readModels.read(payoutAccounts, (collection) =>
      collection.findOne({ _id: hostId }),
    );
  }

  private async courtNames(courtIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const courtDocuments = await this.readModels.read(courts, (collection) =>
      collection.find({ _id: { $in: [...new Set(courtIds)] } }).toArray(),
    );
    return new Map(courtDocuments.map(({ courtId, name }) => [courtId, name]));
  }
}
