import type { Policy } from '@courtly/contracts/policy';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';

type DeadlineRules = Pick<
  Policy,
  'hostAnswerMinutes' | 'hostAnswerBeforeStartMinutes' | 'paymentRequired' | 'payMinutes'
>;

const minutesAfter = (instant: string, minutes: number) =>
  Date.parse(instant) + minutes * MINUTE_MS;
const earliestOf = (...timestamps: readonly number[]) =>
  new Date(Math.min(...timestamps)).toISOString();

/**
 * Deadlines (UTC) for the host's answer and the payment (domain rules, G15). Payment is due before
 * the answer or, with instant booking, before the start. `payBy` is null if no payment is required.
 */
export const requestDeadlines = (
  {
    startTime,
    requestedAt,
    instantBook,
  }: Readonly<{ startTime: string; requestedAt: string; instantBook: boolean }>,
  deadlineRules: DeadlineRules,
): Readonly<{ answerBy: string; payBy: string | null }> => {
  const answerBy = earliestOf(
    minutesAfter(requestedAt, deadlineRules.hostAnswerMinutes),
    minutesAfter(startTime, -deadlineRules.hostAnswerBeforeStartMinutes),
  );
  const latestPayment = Date.parse(instantBook ? startTime : answerBy);
  return {
    answerBy,
    payBy: deadlineRules.paymentRequired
      ? earliestOf(minutesAfter(requestedAt, deadlineRules.payMinutes), latestPayment)
      : null,
  };
};
