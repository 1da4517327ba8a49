import type { Quote } from '@courtly/contracts/bookings';

const FEE_SHARE = 1_000;
const ELITE_FEE_SHARE = 500;
const FREE_CANCEL_MS = 24 * 3_600_000;

const dollars = (cents: number) => (cents / 100).toFixed(2);

export type Price = Pick<Quote, 'hourlyRate' | 'serviceFee' | 'totalAmount'>;

/**
 * What an hour costs by the standard policy: a fee of 10 % of the rate, 5 % for Elite, rounded half up to the cent. It is
 * shown before the server is asked; where the server's price differs, the booking is refused and its price shown instead.
 */
export const expectedPrice = (hourlyRate: string, elite: boolean): Price => {
  const rate = Math.round(Number(hourlyRate) * 100);
  const fee = Math.floor((rate * (elite ? ELITE_FEE_SHARE : FEE_SHARE) + 5_000) / 10_000);
  return { hourlyRate, serviceFee: dollars(fee), totalAmount: dollars(rate + fee) };
};

/** Until when a booking that starts then is cancelled free of charge. */
export const freeCancelUntil = (start: string): string => new Date(Date.parse(start) - FREE_CANCEL_MS).toISOString();

export const isPast = (instant: string): boolean => Date.parse(instant) <= Date.now();
