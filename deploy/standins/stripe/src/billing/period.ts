import type Stripe from 'stripe';

type RecurringInterval = Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>;

const DAY_SECONDS = 24 * 60 * 60;

/**
 * Adds months to the anchor. Short months use their last day: January 31, February 28, March 31.
 */
function addMonths(anchorSeconds: number, monthCount: number): number {
  const shiftedDate = new Date(anchorSeconds * 1000);
  const anchorDay = shiftedDate.getUTCDate();
  shiftedDate.setUTCDate(1);
  shiftedDate.setUTCMonth(shiftedDate.getUTCMonth() + monthCount);
  const lastDayOfMonth = new Date(
    Date.UTC(shiftedDate.getUTCFullYear(), shiftedDate.getUTCMonth() + 1, 0),
  ).getUTCDate();
  shiftedDate.setUTCDate(Math.min(anchorDay, lastDayOfMonth));
  return shiftedDate.getTime() / 1000;
}

/** The end of the n-th period (starting at 1) after an anchor, in Unix seconds. */
export function periodEndAfter(
  anchorSeconds: number,
  { interval, interval_count: intervalCount }: RecurringInterval,
  periodNumber: number,
): number {
  switch (interval) {
    case 'day':
      return anchorSeconds + periodNumber * intervalCount * DAY_SECONDS;
    case 'week':
      return anchorSeconds + periodNumber * intervalCount * 7 * DAY_SECONDS;
    case 'month':
      return addMonths(anchorSeconds, periodNumber * intervalCount);
    case 'year':
      return addMonths(anchorSeconds, periodNumber * intervalCount * 12);
    default:
      throw new Error(`unsupported interval ${interval}`);
  }
}

/** The first period end after `afterSeconds`. */
export function nextPeriodEnd(
  anchorSeconds: number,
  recurringInterval: RecurringInterval,
  afterSeconds: number,
): number {
  let periodNumber = 1;
  while (periodEndAfter(anchorSeconds, recurringInterval, periodNumber) <= afterSeconds)
    periodNumber += 1;
  return periodEndAfter(anchorSeconds, recurringInterval, periodNumber);
}
