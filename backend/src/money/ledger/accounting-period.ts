import type { Decider, Message } from '../../platform/kernel/decider.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { AccountingPeriodEvent } from './accounting-period.events.js';

type PeriodClosed = Extract<AccountingPeriodEvent, { type: 'AccountingPeriodClosed' }>['data'];

/** `currentMonth` is the first month that cannot be closed yet. */
export type ClosePeriod = Message<'ClosePeriod', PeriodClosed & Readonly<{ currentMonth: string }>>;

/** The id of the only stream. */
export const ALL_PERIODS = 'periods';

const addMonths = (month: string, count: number): string => {
  const [year, monthNumber] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, monthNumber - 1 + count, 1)).toISOString().slice(0, 7);
};

export const nextMonth = (month: string): string => addMonths(month, 1);

export const monthBefore = (month: string): string => addMonths(month, -1);

const wrongStatus = (message: string, status: string) =>
  new DomainError('wrong_status', message, { status });

/** The last closed month. Months are closed in order and only after they are over. */
export const accountingPeriods: Decider<
  Readonly<{ lastClosed: string | null }>,
  ClosePeriod,
  AccountingPeriodEvent
> = {
  category: 'accounting',
  initial: { lastClosed: null },

  /** @throws DomainError wrong_status */
  decide({ data: { currentMonth, ...period } }, { lastClosed }) {
    const { month } = period;
    if (month >= currentMonth)
      throw wrongStatus("This month isn't over yet, so it can't be closed.", 'open');
    if (lastClosed !== null && month <= lastClosed)
      throw wrongStatus('This month is already closed.', 'closed');
    if (lastClosed !== null && month !== nextMonth(lastClosed))
      throw wrongStatus(`Close ${nextMonth(lastClosed)} first.`, 'open');
    return [{ type: 'AccountingPeriodClosed', data: period }];
  },

  evolve: (_, { data: { month } }) => ({ lastClosed: month }),
};
