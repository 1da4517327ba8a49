import { defineProjection } from '../../platform/projections/projection.js';
import type { AccountingPeriodEvent } from './accounting-period.events.js';

type PeriodClosed = AccountingPeriodEvent['data'];

/** A closed month with its event. */
export type ClosedPeriod = Pick<PeriodClosed, 'month' | 'balances' | 'closedBy' | 'closedAt'> &
  Readonly<{ eventId: string }>;

/** The closed months by month. */
export const closedPeriods = defineProjection<ClosedPeriod, AccountingPeriodEvent>({
  name: 'accountingPeriods',
  version: 1,
  indexes: [],
  handles: ['AccountingPeriodClosed'],
  key: ({ data }) => data.month,
  evolve(_document, { id: eventId, data: { month, balances, closedBy, closedAt } }) {
    return { eventId, month, balances, closedBy, closedAt };
  },
  audience: () => [],
});
