import { toMoney } from '@courtly/contracts/wire';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/kernel/clock.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { toCsv } from '../payouts/csv.js';
import { journal } from './journal.projection.js';

type CityMonth = Readonly<{
  _id: Readonly<{ month: string; city: string; name: string; rate: number; included: boolean }>;
  taxableCents: number;
  taxCents: number;
}>;

const columnHeaders = ['Month', 'City', 'Tax', 'Rate', 'In the price', 'Taxable', 'Tax due'];

const cityMonthRow = ({ _id, taxableCents, taxCents }: CityMonth): string[] => [
  _id.month,
  _id.city,
  _id.name,
  `${(_id.rate / 100).toFixed(2)}%`,
  _id.included ? 'Included' : 'Added',
  toMoney(taxableCents),
  toMoney(taxCents),
];

/** The tax that Courtly owes, by city and UTC month of the journal. */
@Injectable()
export class CityTaxQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
  ) {}

  async cityTaxCsv(fromMonth: string, toMonth: string): Promise<string> {
    const months = { $gte: fromMonth, $lte: toMonth };
    const cityMonths = await this.readModels.walk(journal, (collection) =>
      collection
        .aggregate<CityMonth>([
          { $match: { 'entries.month': months, 'books.terms.tax.city': { $gt: '' } } },
          { $project: { tax: '$books.terms.tax', entries: 1 } },
          { $unwind: '$entries' },
          {
            $match: {
              'entries.month': months,
              'entries.at': { $lte: this.clock.instant() },
              'entries.tax.taxCents': { $exists: true },
            },
          },
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
    return toCsv([columnHeaders, ...cityMonths.map(cityMonthRow)]);
  }
}
