import type { Policy } from '@courtly/contracts/policy';
import { DomainError } from './domain-error.js';

/** The number of changes on the latest day (UTC) with any change. */
export type DailyChanges = Readonly<{ date: string; count: number }>;

/** Limits how fast a stream can grow. */
export type ChangeLimits = Readonly<Pick<Policy, 'changesPerDay'>>;

export const noChanges: DailyChanges = { date: '', count: 0 };

/** Counts one more change at a UTC instant. */
export const countChange = ({ date, count }: DailyChanges, changedAt: string): DailyChanges => {
  const today = changedAt.slice(0, 10);
  return { date: today, count: today === date ? count + 1 : 1 };
};

/** @throws DomainError fair_use if the policy's daily limit is reached */
export const checkDailyChanges = (
  { date, count }: DailyChanges,
  changedAt: string,
  { changesPerDay }: ChangeLimits,
): void => {
  if (date === changedAt.slice(0, 10) && count >= changesPerDay)
    throw new DomainError(
      'fair_use',
      `This has changed ${count} times today. Please try again tomorrow.`,
    );
};
