import type { Policy } from '@courtly/contracts/policy';
import { DomainError } from './domain-error.js';

/** How often something was changed on the last day (UTC) on which it was. */
export type DailyChanges = Readonly<{ date: string; count: number }>;

/** Bounds how fast a stream can grow, whoever changes it. */
export type ChangeLimits = Readonly<Pick<Policy, 'changesPerDay'>>;

export const noChanges: DailyChanges = { date: '', count: 0 };

/** Counts one more change at a UTC instant. */
export const countChange = ({ date, count }: DailyChanges, at: string): DailyChanges => {
  const today = at.slice(0, 10);
  return { date: today, count: today === date ? count + 1 : 1 };
};

/** @throws DomainError fair_use where the day of the instant has seen all changes that the policy allows */
export const checkDailyChanges = (
  { date, count }: DailyChanges,
  at: string,
  { changesPerDay }: ChangeLimits,
): void => {
  if (date === at.slice(0, 10) && count >= changesPerDay)
    throw new DomainError(
      'fair_use',
      `This has changed ${count} times today. Please go on changing it tomorrow.`,
    );
};
