import type { MonthOfRevenue } from '@courtly/contracts/revenue';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/kernel/clock.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { toCsv } from '../payouts/csv.js';
import { type Amounts, linesOf } from './accounts.js';
import { monthBefore } from './accounting-period.js';
import { closedPeriods } from './accounting-periods.projection.js';
import { type ReferencedEntry, journalCsvHeader, journalCsvRows } from './journal-csv.js';
import { journal } from './journal.projection.js';
import {
  type JournalSum,
  type MonthlyBooks,
  journalSumsPipeline,
  monthView,
  monthlyBooks,
} from './monthly-books.js';

/** Sums of past months, as read from the journal's collection on `day` (UTC). */
type PastSums = Readonly<{
  collection: string;
  day: string;
  sums: readonly JournalSum[];
}>;

/** Courtly's books, by UTC month. */
@Injectable()
export class BooksQueries {
  private pastSums: PastSums | null = null;

  constructor(
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
  ) {}

  /** The last `monthCount` months with entries, latest first. */
  async monthlyRevenue(monthCount: number): Promise<MonthOfRevenue[]> {
    const books = await this.allMonths();
    const hasEntries = books.some(({ balances }) => Object.keys(balances).length > 0);
    return hasEntries ? books.slice(-monthCount).reverse().map(monthView) : [];
  }

  /** The balances at the end of a month from its entries and all earlier ones. */
  async balancesAtEndOf(month: string): Promise<Amounts> {
    const sums = await this.readModels.walk(journal, (collection) =>
      collection.aggregate<JournalSum>(journalSumsPipeline(this.clock.instant())).toArray(),
    );
    const [lastMonth] = monthlyBooks(sums, [], this.currentMonth()).filter(
      (books) => books.month === month,
    );
    return lastMonth?.balances ?? {};
  }

  /**
   * Yields the journal from one month to another as CSV. The entry that corrects closed months
   * follows the other entries of its month.
   */
  async *journalCsv(fromMonth: string, toMonth: string): AsyncGenerator<string> {
    yield toCsv([journalCsvHeader]);
    for (const books of await this.allMonths()) {
      if (books.month < fromMonth || books.month > toMonth) continue;
      const entries = [...(await this.entriesOf(books.month)), ...correctionOf(books)];
      if (entries.length > 0) yield toCsv(entries.flatMap(journalCsvRows));
    }
  }

  private async entriesOf(month: string): Promise<ReferencedEntry[]> {
    const rows = await this.readModels.walk(journal, (collection) =>
      collection
        .aggregate<Readonly<{ reference: string; entries: Omit<ReferencedEntry, 'reference'> }>>([
          { $match: { 'entries.month': month } },
          { $project: { reference: 1, entries: 1 } },
          { $unwind: '$entries' },
          { $match: { 'entries.month': month, 'entries.at': { $lte: this.clock.instant() } } },
          { $sort: { 'entries.at': 1, reference: 1 } },
        ])
        .toArray(),
    );
    return rows.map(({ reference, entries: entry }) => ({ ...entry, reference }));
  }

  private async allMonths(): Promise<MonthlyBooks[]> {
    const [sums, periods] = await Promise.all([
      this.journalSums(),
      this.readModels.read(closedPeriods, (collection) =>
        collection.find({ _id: { $gt: '' } }).toArray(),
      ),
    ]);
    return monthlyBooks(sums, periods, this.currentMonth());
  }

  /**
   * Entries are dated when they are recorded, so past months rarely change: they are summed once a
   * day. Only the current and the previous month are summed on each call.
   */
  private journalSums(): Promise<JournalSum[]> {
    const now = this.clock.instant();
    const day = now.slice(0, 10);
    const month = monthBefore(this.currentMonth());
    return this.readModels.walk(journal, async (collection) => {
      const sum = (months: object) =>
        collection.aggregate<JournalSum>(journalSumsPipeline(now, months)).toArray();
      const { collectionName } = collection;
      const past = this.pastSums;
      const isKnown = past?.collection === collectionName && past.day === day;
      const pastSums = isKnown ? past.sums : await sum({ $lt: month });
      this.pastSums = { collection: collectionName, day, sums: pastSums };
      return [...pastSums, ...(await sum({ $gte: month }))];
    });
  }

  private currentMonth(): string {
    return this.clock.instant().slice(0, 7);
  }
}

/** The entry that brings a month to its closed balances, or corrects closed months. */
const correctionOf = ({ month, correction, correctedBy }: MonthlyBooks): ReferencedEntry[] =>
  Object.keys(correction).length === 0
    ? []
    : [
        {
          eventId: correctedBy?.eventId ?? '',
          eventType: 'AccountingPeriodClosed',
          at: correctedBy?.closedAt ?? '',
          month,
          reference: 'Correction of closed months',
          lines: linesOf(correction),
        },
      ];
