import { defineProcess } from '../../platform/processes/process.js';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import { CheckMoneyCommand, SettleRecentEventsCommand } from './check-money.commands.js';
import { type MoneyChecksDocument, moneyChecksProjection } from './money-checks.projection.js';

/** Jobs for lost webhooks get this much time before the comparison starts. */
const SETTLING_MS = 10 * MINUTE_MS;

/** A check that an admin requested. All requests before the next check share one job. */
export const checkNowJob = (lastCheckedAt: string | null) => ({
  id: `moneyCheck.after.${lastCheckedAt === null ? 'never' : Date.parse(lastCheckedAt)}`,
  due: null,
  data: { settles: false },
});

/**
 * Reads Stripe's events every night and, after a complete pass, checks the money. Triggered only by
 * time.
 */
export const moneyChecksProcess = defineProcess<
  never,
  Readonly<{ settles: boolean }>,
  Pick<MoneyChecksDocument, 'eventsReadAt' | 'nextAt' | 'nextReadAt'>
>({
  name: 'moneyChecks',
  queue: 'money',
  handles: [],
  react: () => [],
  sweep: {
    readModel: moneyChecksProjection,
    filters: (until) => [{ nextAt: { $lte: until } }, { nextReadAt: { $lte: until } }],
    fields: ['eventsReadAt', 'nextAt', 'nextReadAt'],
    jobs: ({ eventsReadAt, nextAt, nextReadAt }) => {
      const reading = {
        id: `moneyEvents.${Date.parse(nextReadAt)}`,
        due: nextReadAt,
        data: { settles: true },
      };
      if (eventsReadAt === null || nextReadAt <= nextAt) return [reading];
      const due = new Date(Date.parse(eventsReadAt) + SETTLING_MS).toISOString();
      return [reading, { id: `moneyCheck.${Date.parse(nextAt)}`, due, data: { settles: false } }];
    },
  },
  command: ({ settles }, context) =>
    settles ? new SettleRecentEventsCommand({}, context) : new CheckMoneyCommand({}, context),
});
