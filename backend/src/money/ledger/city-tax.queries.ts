import type { CityTaxes } from '@courtly/contracts/revenue';
import { toMoney } from '@courtly/contracts/wire';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/kernel/clock.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { toCsv } from '../payouts/csv.js';
import { JournalSums } from './journal-sums.js';
import { journal } from './journal.projection.js';
import { type TaxPaymentDocument, taxPaymentsProjection } from './tax-payments.projection.js';

type CityMonth = Readonly<{
  _id: Readonly<{ month: string; city: string; name: string; rate: number; included: boolean }>;
  taxableCents: number;
  taxCents: number;
}>;

type CitySum = Readonly<{ _id: string; taxCents: number }>;

const MAX_PAYMENTS = 24;

const columnHeaders = [
  ...['Month', 'City', 'Tax', 'Rate', 'In the price', 'Taxable', 'Tax due'],
  ...['Remitted', 'Paid on'],
];

const cityMonthRow = ({ _id, taxableCents, taxCents }: CityMonth): string[] => [
  _id.month,
  _id.city,
  _id.name,
  `${(_id.rate / 100).toFixed(2)}%`,
  _id.included ? 'Included' : 'Added',
  toMoney(taxableCents),
  toMoney(taxCents),
  '',
  '',
];

const paymentRow = ({ month, city, amountCents, paidOn }: TaxPaymentDocument): string[] => [
  ...[month, city, '', '', '', '', ''],
  toMoney(amountCents),
  paidOn,
];

/**
 * Pipeline stages that yield the entries with a tax in the selected months, up to an instant (UTC).
 */
const taxEntries = (until: string, months: object) => [
  { $match: { 'entries.month': months, 'books.terms.tax.city': { $gt: '' } } },
  { $project: { tax: '$books.terms.tax', entries: 1 } },
  { $unwind: '$entries' },
  {
    $match: {
      'entries.month': months,
      'entries.at': { $lte: until },
      'entries.tax.taxCents': { $exists: true },
    },
  },
];

const citySumsPipeline = (until: string, months: object) => [
  ...taxEntries(until, months),
  { $group: { _id: '$tax.city', taxCents: { $sum: '$entries.tax.taxCents' } } },
];

/** The tax that Courtly has collected and remitted, by city and UTC month of the journal. */
@Injectable()
export class CityTaxQueries {
  private readonly citySums: JournalSums<CitySum>;

  constructor(
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
  ) {
    this.citySums = new JournalSums(readModels, clock, citySumsPipeline);
  }

  /** All tax on ended bookings so far, in cents. */
  async collectedByCity(): Promise<ReadonlyMap<string, number>> {
    const collectedByCity = new Map<string, number>();
    for (const { _id: city, taxCents } of await this.citySums.read())
      collectedByCity.set(city, (collectedByCity.get(city) ?? 0) + taxCents);
    return collectedByCity;
  }

  async cityTaxes(): Promise<CityTaxes> {
    const [collectedByCity, payments] = await Promise.all([
      this.collectedByCity(),
      this.payments({ $gt: '' }),
    ]);
    const remittedTo = (city: string) =>
      payments.reduce(
        (subtotal, payment) => subtotal + (payment.city === city ? payment.amountCents : 0),
        0,
      );
    return {
      cities: [...collectedByCity]
        .sort(([first], [second]) => first.localeCompare(second))
        .map(([city, collectedCents]) => ({
          city,
          collected: toMoney(collectedCents),
          remitted: toMoney(remittedTo(city)),
          owed: toMoney(collectedCents - remittedTo(city)),
        })),
      payments: payments
        .toReversed()
        .slice(0, MAX_PAYMENTS)
        .map(({ _id: id, city, month, amountCents, paidOn, note }) => ({
          id,
          city,
          month,
          amount: toMoney(amountCents),
          paidOn,
          note,
        })),
    };
  }

  async cityTaxCsv(fromMonth: string, toMonth: string): Promise<string> {
    const months = { $gte: fromMonth, $lte: toMonth };
    const cityMonths = await this.readModels.walk(journal, (collection) =>
      collection
        .aggregate<CityMonth>([
          ...taxEntries(this.clock.instant(), months),
          {
            $group: {
              _id: {
                month: '$entries.month',
                city: '$tax.city',
                name: '$tax.name',
                rate: '$tax.rate',
                included: '$tax.included',
              },
              taxableCents: { $sum: '$entries.tax.taxableCents' },
              taxCents: { $sum: '$entries.tax.taxCents' },
            },
          },
          { $sort: { '_id.month': 1, '_id.city': 1, '_id.name': 1, '_id.rate': 1 } },
        ])
        .toArray(),
    );
    const payments = await this.payments(months);
    return toCsv([columnHeaders, ...cityMonths.map(cityMonthRow), ...payments.map(paymentRow)]);
  }

  /** The payments for the selected months, sorted by month. */
  private payments(months: object) {
    return this.readModels.walk(taxPaymentsProjection, (collection) =>
      collection.find({ month: months }).sort({ month: 1 }).toArray(),
    );
  }
}
