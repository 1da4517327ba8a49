import type Stripe from 'stripe';

type Interval = Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>;

const DAY = 24 * 60 * 60;

/** A month later is the same day, or the month's last one: 31 January, 28 February, 31 March, counted from the anchor. */
function addMonths(anchor: number, months: number): number {
  const date = new Date(anchor * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime() / 1000;
}

/** The end of the n-th period (from 1) after an anchor; all in unix seconds. */
export function periodEnd(
  anchor: number,
  { interval, interval_count: count }: Interval,
  n: number,
): number {
  switch (interval) {
    case 'day':
      return anchor + n * count * DAY;
    case 'week':
      return anchor + n * count * 7 * DAY;
    case 'month':
      return addMonths(anchor, n * count);
    case 'year':
      return addMonths(anchor, n * count * 12);
    default:
      throw new Error(`no period of ${interval}`);
  }
}

/** The first end of a period after `from`. */
export function nextPeriodEnd(anchor: number, recurring: Interval, from: number): number {
  let n = 1;
  while (periodEnd(anchor, recurring, n) <= from) n += 1;
  return periodEnd(anchor, recurring, n);
}
