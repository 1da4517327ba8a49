import type { CourtEarnings, StatementLine, StatementSummary } from '@courtly/contracts/statements';
import { toMoney } from '@courtly/contracts/wire';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Booking } from '../../booking/bookings/booking.js';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { courts } from '../../booking/courts/courts.projection.js';
import {
  type CountedPage,
  type PageRequest,
  decodeCursor,
  cutPage,
} from '../../platform/http/paging.js';
import { Clock } from '../../platform/kernel/clock.js';
import type { StoredDocument } from '../../platform/projections/projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { ledger } from '../ledger/ledger.projection.js';
import { toCsv } from '../payouts/csv.js';
import { payoutHolds } from '../payouts/payout-holds.projection.js';
import { payouts } from '../payouts/payouts.projection.js';
import { type StatementLineDocument, statementLines } from './statement-lines.projection.js';
import {
  type ListedLine,
  type MonthlyCourtSums,
  type MonthlySums,
  courtEarningsView,
  courtSumsPipeline,
  earningsByYear,
  listedKinds,
  monthSumsPipeline,
  statementCsvHeader,
  statementCsvRow,
  statementLineView,
} from './statement-view.js';

const LineCursor = z.strictObject({ at: z.string(), position: z.string() });

/** The number of lines per query of an export. */
const EXPORT_PAGE_SIZE = 500;

type BalanceSums = Readonly<{
  dueCents: number;
  frozenCents: number;
  disputedCents: number;
  excessCents: number;
}>;

@Injectable()
export class StatementQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
  ) {}

  async statementPage(
    hostId: string,
    pageRequest: PageRequest,
  ): Promise<CountedPage<StatementLine>> {
    const lastSeen = decodeCursor(LineCursor, pageRequest.cursor);
    const lineFilter = { hostId, kind: { $in: [...listedKinds] } };
    const pageFilter = lastSeen && {
      $or: [
        { at: { $lt: lastSeen.at } },
        { at: lastSeen.at, position: { $lt: lastSeen.position } },
      ],
    };
    const [lines, totalCount] = await Promise.all([
      this.readModels.read(statementLines, (collection) =>
        collection
          .find({ ...lineFilter, ...pageFilter })
          .sort({ at: -1, position: -1 })
          .limit(pageRequest.limit + 1)
          .toArray(),
      ),
      lastSeen
        ? null
        : this.readModels.read(statementLines, (collection) =>
            collection.countDocuments(lineFilter),
          ),
    ]);
    const { items, next } = cutPage(lines, pageRequest.limit, ({ at, position }) => ({
      at,
      position,
    }));
    const ofItems = { _id: { $in: items.map(({ bookingId }) => bookingId) } };
    const [courtNames, bookingLedgers, paidBookings] = await Promise.all([
      this.courtNames(items.map(({ courtId }) => courtId)),
      this.readModels.read(ledger, (collection) => collection.find(ofItems).toArray()),
      this.readModels.read(bookings, (collection) =>
        collection
          .find(ofItems)
          .project<Pick<Booking, 'bookingId' | 'totalCents' | 'taxCents'>>({
            bookingId: 1,
            totalCents: 1,
            taxCents: 1,
          })
          .toArray(),
      ),
    ]);
    const priceByBooking = new Map(paidBookings.map((booking) => [booking.bookingId, booking]));
    const ledgerByBooking = new Map(
      bookingLedgers.map((bookingLedger) => [bookingLedger.bookingId, bookingLedger]),
    );
    return {
      items: items.map((line) =>
        statementLineView(
          line as StoredDocument<ListedLine>,
          ledgerByBooking.get(line.bookingId)?.postings ?? [],
          priceByBooking.get(line.bookingId) ?? { totalCents: 0, taxCents: 0 },
          courtNames.get(line.courtId) ?? '',
        ),
      ),
      next,
      total: totalCount,
    };
  }

  async summary(hostId: string): Promise<StatementSummary> {
    const holds = await this.readModels.read(payoutHolds, (collection) =>
      collection.find({ hostId, isHeld: true }).toArray(),
    );
    const heldBookingIds = holds.flatMap(({ bookingId }) => bookingId ?? []);
    const isHostHeld = holds.some(({ bookingId }) => bookingId === null);
    const [monthlySums, [balanceSums], [heldSums]] = await Promise.all([
      this.readModels.read(statementLines, (collection) =>
        collection.aggregate<MonthlySums>(monthSumsPipeline(hostId)).toArray(),
      ),
      this.readModels.read(payouts, (collection) =>
        collection.aggregate<BalanceSums>(balancePipeline({ hostId })).toArray(),
      ),
      this.readModels.read(payouts, (collection) =>
        collection
          .aggregate<BalanceSums>(balancePipeline({ hostId, _id: { $in: heldBookingIds } }))
          .toArray(),
      ),
    ]);
    const { dueCents, frozenCents, disputedCents, excessCents } = balanceSums ?? noBalance;
    const heldCents = isHostHeld ? dueCents : (heldSums ?? noBalance).dueCents;
    return {
      due: toMoney(dueCents - heldCents),
      frozen: toMoney(frozenCents + heldCents),
      disputed: toMoney(disputedCents),
      debt: toMoney(excessCents),
      years: earningsByYear(monthlySums),
    };
  }

  /** Covers the last `monthCount` months, including the current one (UTC). */
  async earningsByCourt(hostId: string, monthCount: number): Promise<CourtEarnings[]> {
    const currentDate = new Date(this.clock.now());
    const fromMonth = new Date(
      Date.UTC(currentDate.getUTCFullYear(), currentDate.getUTCMonth() - monthCount + 1, 1),
    )
      .toISOString()
      .slice(0, 7);
    const courtSums = await this.readModels.read(statementLines, (collection) =>
      collection.aggregate<MonthlyCourtSums>(courtSumsPipeline(hostId, fromMonth)).toArray(),
    );
    const courtNames = await this.courtNames(courtSums.map(({ _id }) => _id.courtId));
    return courtSums.map((courtSum) =>
      courtEarningsView(courtSum, courtNames.get(courtSum._id.courtId) ?? ''),
    );
  }

  /**
   * Yields the CSV of a calendar year (in the courts' zones), in the order in which money moved.
   */
  async *yearCsv(hostId: string, year: number): AsyncGenerator<string> {
    yield toCsv([statementCsvHeader]);
    const yearFilter = { hostId, month: { $gte: `${year}-01`, $lte: `${year}-12` } };
    // Zones differ from UTC by less than a day.
    const until = `${year + 1}-01-02`;
    for (let after = { at: `${year - 1}-12-31`, position: '' }; ;) {
      const lines = await this.readModels.read(statementLines, (collection) =>
        collection
          .find({
            ...yearFilter,
            at: { $gte: after.at, $lt: until },
            $or: [{ at: { $gt: after.at } }, { position: { $gt: after.position } }],
          })
          .sort({ at: 1, position: 1 })
          .limit(EXPORT_PAGE_SIZE)
          .toArray(),
      );
      if (lines.length > 0) yield await this.csvRows(lines);
      const lastLine = lines.at(-1);
      if (!lastLine || lines.length < EXPORT_PAGE_SIZE) return;
      after = { at: lastLine.at, position: lastLine.position };
    }
  }

  private async csvRows(lines: readonly StatementLineDocument[]): Promise<string> {
    const courtNames = await this.courtNames(lines.map(({ courtId }) => courtId));
    return toCsv(
      lines.map((line) => statementCsvRow(line, courtNames.get(line.courtId) ?? line.courtId)),
    );
  }

  private async courtNames(courtIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const courtDocuments = await this.readModels.read(courts, (collection) =>
      collection.find({ _id: { $in: [...new Set(courtIds)] } }).toArray(),
    );
    return new Map(courtDocuments.map(({ courtId, name }) => [courtId, name]));
  }
}

const noBalance: BalanceSums = { dueCents: 0, frozenCents: 0, disputedCents: 0, excessCents: 0 };

/** The amounts that a host is owed and those that the host owes, in cents. */
const balancePipeline = (filter: object) => [
  { $match: filter },
  {
    $group: {
      _id: null,
      dueCents: { $sum: '$dueCents' },
      frozenCents: { $sum: '$frozenCents' },
      disputedCents: { $sum: '$disputedCents' },
      excessCents: { $sum: '$excessCents' },
    },
  },
];
