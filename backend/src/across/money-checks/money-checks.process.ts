import { defineProcess } from '../../platform/processes/process.js';
import { CheckMoneyCommand } from './check-money.commands.js';
import { type MoneyChecksDocument, moneyChecksProjection } from './money-checks.projection.js';

/** Checks the money every night. Only time triggers it. */
export const moneyChecksProcess = defineProcess<
  never,
  Readonly<{ night: string }>,
  Pick<MoneyChecksDocument, 'nextAt'>
>({
  name: 'moneyChecks',
  queue: 'effects',
  handles: [],
  react: () => [],
  sweep: {
    readModel: moneyChecksProjection,
    filters: (until) => [{ nextAt: { $lte: until } }],
    fields: ['nextAt'],
    jobs: ({ nextAt }) => [
      { id: `moneyCheck.${Date.parse(nextAt)}`, due: nextAt, data: { night: nextAt } },
    ],
  },
  command: ({ night }, context) => new CheckMoneyCommand({ night }, context),
});
