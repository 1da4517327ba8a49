import { toMoney } from '@courtly/contracts/wire';
import { Injectable } from '@nestjs/common';
import { people } from '../../people/identity/people.projection.js';
import { fullNames } from '../../people/identity/person.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { statementLines } from '../hosting/statement-lines.projection.js';
import { toCsv } from '../payouts/csv.js';
import { payoutAccounts } from '../payouts/payout-accounts.projection.js';

type HostMonth = Readonly<{
  _id: Readonly<{ hostId: string; month: string }>;
  payments: number;
  grossCents: number;
}>;

/** The id of a host, and their months. */
type HostYear = readonly [string, readonly HostMonth[]];

const monthNumbers = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));

const columnHeaders = [
  ...['Host id', 'Name', 'Email', 'Stripe account', 'Card payments', 'Gross'],
  ...monthNumbers.map((monthNumber) => `Gross ${monthNumber}`),
];

/** The number of hosts per query of their names. */
const PAGE_SIZE = 500;

const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((subtotal, amount) => subtotal + amount, 0);

/** The gross card payments of hosts, as on form 1099-K. */
@Injectable()
export class HostGrossQueries {
  constructor(private readonly readModels: ReadModels) {}

  /** The hosts with payments in a calendar year (in the courts' zones). */
  async hostsOf(year: number): Promise<readonly HostYear[]> {
    const hostMonths = await this.readModels.read(statementLines, (collection) =>
      collection
        .aggregate<HostMonth>([
          { $match: { month: { $gte: `${year}-01`, $lte: `${year}-12` }, kind: 'charge' } },
          {
            $group: {
              _id: { hostId: '$hostId', month: '$month' },
              payments: { $sum: 1 },
              grossCents: { $sum: '$chargedCents' },
            },
          },
          { $sort: { '_id.hostId': 1, '_id.month': 1 } },
        ])
        .toArray(),
    );
    return [...Map.groupBy(hostMonths, ({ _id }) => _id.hostId)];
  }

  /** Yields a row for each host. */
  async *csvOf(hosts: readonly HostYear[]): AsyncGenerator<string> {
    yield toCsv([columnHeaders]);
    for (let start = 0; start < hosts.length; start += PAGE_SIZE)
      yield toCsv(await this.rowsOf(hosts.slice(start, start + PAGE_SIZE)));
  }

  private async rowsOf(hosts: readonly HostYear[]) {
    const withIds = { _id: { $in: hosts.map(([hostId]) => hostId) } };
    const [hostAccounts, payoutAccountDocuments] = await Promise.all([
      this.readModels.read(people, (collection) => collection.find(withIds).toArray()),
      this.readModels.read(payoutAccounts, (collection) => collection.find(withIds).toArray()),
    ]);
    const namesById = fullNames(hostAccounts);
    const emailsById = new Map(hostAccounts.map(({ userId, email }) => [userId, email]));
    const accountIds = new Map(
      payoutAccountDocuments.map(({ hostId, accountId }) => [hostId, accountId]),
    );
    return hosts.map(([hostId, months]) => {
      const grossByMonth = new Map(
        months.map(({ _id: { month }, grossCents }) => [month.slice(5), grossCents]),
      );
      return [
        hostId,
        namesById.get(hostId) ?? 'Former member',
        emailsById.get(hostId) ?? '',
        accountIds.get(hostId) ?? '',
        String(sumOf(months.map(({ payments }) => payments))),
        toMoney(sumOf([...grossByMonth.values()])),
        ...monthNumbers.map((monthNumber) => toMoney(grossByMonth.get(monthNumber) ?? 0)),
      ];
    });
  }
}
