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
import { csvOf } from './csv.js';
import { stateOf } from './payout-account.js';
import { payoutAccounts } from './payout-accounts.projection.js';
import { type CourtMonth, courtEarningsView, payoutView, sumsByCourt } from './payout-view.js';
import { type PayoutOfBooking, payouts } from './payouts.projection.js';

const MOST_LINES = 5_000;

/** Where a page of payouts ended. */
const PlaceInPayouts = z.strictObject({ startTime: z.string(), id: z.string() });

const latestFirst = { startTime: -1, _id: -1 } as const;

const head = [
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

/** What hosts are paid, and what waits. */
@Injectable()
export class PayoutQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async account(hostId: string): Promise<PayoutAccount> {
    const at = this.clock.instant();
    const [account, [sum]] = await Promise.all([
      this.accountOf(hostId),
      this.readModels.read(payouts, (all) =>
        all
          .aggregate<{ bookings: number; cents: number }>([
            { $match: { hostId, tryAt: { $lte: at }, dueCents: { $gt: 0 } } },
            { $group: { _id: null, bookings: { $sum: 1 }, cents: { $sum: '$dueCents' } } },
          ])
          .toArray(),
      ),
    ]);
    return {
      state: stateOf(account),
      isNeeded: this.config.policy.paymentRequired,
      waiting: { bookings: sum?.bookings ?? 0, amount: toMoney(sum?.cents ?? 0) },
    };
  }

  async list(hostId: string, paging: PageRequest): Promise<CountedPage<BookingPayout>> {
    const after = decodeCursor(PlaceInPayouts, paging.cursor);
    const own = { hostId };
    const before = after && {
      $or: [
        { startTime: { $lt: after.startTime } },
        { startTime: after.startTime, _id: { $lt: after.id } },
      ],
    };
    const [found, total, account] = await Promise.all([
      this.readModels.read(payouts, (all) =>
        all
          .find({ ...own, ...before })
          .sort(latestFirst)
          .limit(paging.limit + 1)
          .toArray(),
      ),
      after ? null : this.readModels.read(payouts, (all) => all.countDocuments(own)),
      this.accountOf(hostId),
    ]);
    const { items, next } = cutPage(found, paging.limit, ({ startTime, _id }) => ({
      startTime,
      id: _id,
    }));
    const at = this.clock.instant();
    return { items: items.map((one) => payoutView(one, account, at)), next, total };
  }

  /** @throws DomainError not_found for a booking of others */
  async ofBooking(bookingId: string, hostId: string): Promise<BookingPayout | null> {
    const [booking, found, account] = await Promise.all([
      this.readModels.read(bookings, (all) => all.findOne({ _id: bookingId })),
      this.readModels.read(payouts, (all) => all.findOne({ _id: bookingId })),
      this.accountOf(hostId),
    ]);
    if (booking?.hostId !== hostId) throw notFound('booking');
    return found && payoutView(found, account, this.clock.instant());
  }

  /** So many months up to the present one, by court. */
  async byCourt(hostId: string, months: number): Promise<CourtEarnings[]> {
    const now = new Date(this.clock.now());
    const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + 1, 1))
      .toISOString()
      .slice(0, 7);
    const sums = await this.readModels.read(payouts, (all) =>
      all.aggregate<CourtMonth>(sumsByCourt(hostId, from)).toArray(),
    );
    const names = await this.names(sums.map(({ _id }) => _id.courtId));
    return sums.map((one) => courtEarningsView(one, names.get(one._id.courtId) ?? ''));
  }

  async csv(hostId: string, year: number): Promise<string> {
    const [found, account] = await Promise.all([
      this.readModels.read(payouts, (all) =>
        all
          .find({
            hostId,
            month: { $gte: `${year}-01`, $lte: `${year}-12` },
            shareCents: { $gt: 0 },
          })
          .sort({ month: -1 })
          .limit(MOST_LINES)
          .toArray(),
      ),
      this.accountOf(hostId),
    ]);
    const names = await this.names(found.map(({ courtId }) => courtId));
    const at = this.clock.instant();
    const line = (document: PayoutOfBooking) => {
      const { bookingId, courtId, startTime, endTime, zone, ...its } = payoutView(
        document,
        account,
        at,
      );
      const court = names.get(courtId) ?? courtId;
      return [
        bookingId,
        court,
        startTime,
        endTime,
        zone,
        its.amount,
        its.paid,
        its.paidAt ?? '',
        its.waitsFor ?? '',
      ];
    };
    return csvOf([head, ...found.map(line)]);
  }

  private accountOf(hostId: string) {
    return this.readModels.read(payoutAccounts, (all) => all.findOne({ _id: hostId }));
  }

  private async names(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await this.readModels.read(courts, (all) =>
      all.find({ _id: { $in: [...new Set(ids)] } }).toArray(),
    );
    return new Map(found.map(({ courtId, name }) => [courtId, name]));
  }
}
