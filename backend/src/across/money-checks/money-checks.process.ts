import { defineProcess } from '../../platform/processes/process.js';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import { CheckMoneyCommand, SettleRecentEventsCommand } from './check-money.commands.js';
import { type MoneyChecksDocument, moneyChecksProjection } from './money-checks.projection.js';

/** Jobs for lost webhooks get this much time before the comparison. */
const SETTLING_MS = 10 * MINUTE_MS;

/** Settles recent events of Stripe every night, then checks the money. Only time triggers it. */
export const moneyChecksProcess = defineProcess<
  never,
  Readonly<{ settles: boolean }>,
  Pick<MoneyChecksDocument, 'nextAt'>
>({
  name: 'moneyChecks',
  queue: 'money',
  handles: [],
  react: () => [],
  sweep: {
    readModel: moneyChecksProjection,
    filters: (until) => [{ nextAt: { $lte: until } }],
    fields: ['nextAt'],
    jobs: ({ nextAt }) => {
      const night = Date.parse(nextAt);
      return [
        { id: `moneyEvents.${night}`, due: nextAt, data: { settles: true } },
        {
          id: `moneyCheck.${night}`,
          due: new Date(night + SETTLING_MS).toISOString(),
          data: { settles: false },
        },
      ];
    },
  },
  command: ({ settles }, context) =>
    settles ? new SettleRecentEventsCommand({}, context) : new CheckMoneyCommand({}, context),
});
