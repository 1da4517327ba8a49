import type { MonthOfRevenue } from '@courtly/contracts/revenue';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/kernel/clock.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { toCsv } from '../payouts/csv.js';
import { type Amounts, linesOf } from './accounts.js';
import { closedPeriods } from './accounting-periods.projection.js';
import { type ReferencedEntry, journalCsvHeader, journalCsvRows } from './journal-csv.js';
import { JournalSums } from './journal-sums.js';
import { journal } from './journal.projection.js';
import {
  type JournalSum,
  type MonthlyBooks,
  journalSumsPipeline,
  monthView,
  monthlyBooks,
} from './monthly-books.js';

/** Courtly's books, by UTC month. */
@Injectable()
export class BooksQueries {
  private readonly journalSums: JournalSums<JournalSum>;

  constructor(
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
  ) {
    this.journalSums = new JournalSums(readModels, clock, journalSumsPipeline);
  }

  /** The last `monthCount` months that have entries, newest first. */
  async monthlyRevenue(monthCount: number): Promise<MonthOfRevenue[]> {
    const books = await this.allMonths();
    const hasEntries = books.some(({ balances }) => Object.keys(balances).length > 0);
    return hasEntries ? books.slice(-monthCount).reverse().map(monthView) : [];
  }

  /** The balances at the end of a month, from the entries of that month and all earlier ones. */
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
   * Yields the journal of a range of months as CSV. An entry that corrects closed months follows
   * the other entries of its month.
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
      this.journalSums.read(),
      this.readModels.read(closedPeriods, (collection) =>
        collection.find({ _id: { $gt: '' } }).toArray(),
      ),
    ]);
    return monthlyBooks(sums, periods, this.currentMonth());
  }

  private currentMonth(): string {
    return this.clock.instant().slice(0, 7);
  }
}

/** The entry that adjusts a month to its closed balances, or that corrects closed months. */
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
