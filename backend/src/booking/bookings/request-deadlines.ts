import type { Policy } from '@courtly/contracts/policy';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';

type Rules = Pick<
  Policy,
  'hostAnswerMinutes' | 'hostAnswerBeforeStartMinutes' | 'paymentRequired' | 'payMinutes'
>;

const after = (instant: string, minutes: number) => Date.parse(instant) + minutes * MINUTE_MS;
const earlier = (...ms: readonly number[]) => new Date(Math.min(...ms)).toISOString();

/**
 * Until when a request is answered and paid for (UTC; domain rules, G15): the host has some hours, and ends some before the start; a
 * card is held within minutes, and while there is still somebody to answer, or with nobody to ask before the hour begins. `payBy`
 * is null where nothing is to be paid.
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
