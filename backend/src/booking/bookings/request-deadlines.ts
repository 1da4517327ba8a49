import type { Policy } from '@courtly/contracts/policy';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';

type Rules = Pick<
  Policy,
  'hostAnswerMinutes' | 'hostAnswerBeforeStartMinutes' | 'paymentRequired' | 'payMinutes'
>;

const after = (instant: string, minutes: number) => Date.parse(instant) + minutes * MINUTE_MS;
const earlier = (...ms: readonly number[]) => new Date(Math.min(...ms)).toISOString();

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
  rules: Rules,
): Readonly<{ answerBy: string; payBy: string | null }> => {
  const answerBy = earlier(
    after(requestedAt, rules.hostAnswerMinutes),
    after(startTime, -rules.hostAnswerBeforeStartMinutes),
  );
  const latest = Date.parse(instantBook ? startTime : answerBy);
  return {
    answerBy,
    payBy: rules.paymentRequired ? earlier(after(requestedAt, rules.payMinutes), latest) : null,
  };
};
