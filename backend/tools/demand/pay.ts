import { setTimeout as delay } from 'node:timers/promises';
import type { BookingPayment, PaymentConfig } from '@courtly/contracts/payments';
import { Failure } from '@courtly/backend/cli/cli';
import type { Session } from '../client.js';

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;
const PATIENCE_MS = 20 * 60_000;
const MOST_LOST_ANSWERS = 10;
const card = { number: '4242424242424242', exp_month: '12', exp_year: '2099', cvc: '123' };

export type Pay = (member: Session, bookingId: string) => Promise<void>;

/**
 * Polls the payment with backoff until it satisfies the condition.
 * @throws Failure after 20 minutes
 */
export const untilPayment = async (
  what: string,
  member: Session,
  bookingId: string,
  isExpected: (payment: BookingPayment) => boolean,
): Promise<BookingPayment> => {
  const deadline = Date.now() + PATIENCE_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const answer = await member.send({ method: 'GET', path: `/api/bookings/${bookingId}/payment` });
    const payment = answer.body as BookingPayment;
    // The read model may lag behind the booking.
    if (answer.status === 200 && isExpected(payment)) return payment;
    if (answer.status !== 200 && answer.status !== 404)
      throw new Failure(`booking ${bookingId}: ${answer.status}`);
    if (Date.now() > deadline) throw new Failure(`booking ${bookingId}: ${what} did not happen`);
    await delay(pause);
  }
};

/**
 * Confirms an intent as Stripe.js does. If a response was lost, the authorization may exist already,
 * and the retry is refused because nothing is left to confirm.
 */
const confirmed = async (address: string, body: URLSearchParams): Promise<void> => {
  for (let lost = 0; ;) {
    const answer = await fetch(address, { method: 'POST', body }).catch(
      (error: unknown) => error as Error,
    );
    if (!(answer instanceof Error)) {
      const text = await answer.text();
      if (answer.ok || (lost > 0 && text.includes('payment_intent_unexpected_state'))) return;
      throw new Error(text);
    }
    if (++lost >= MOST_LOST_ANSWERS) throw answer;
    await delay(FIRST_PAUSE_MS);
  }
};

/** Returns null if bookings are free. @throws Failure if real cards are required */
export const createPayer = async (base: string): Promise<Pay | null> => {
  const answer = await fetch(new URL('/api/config', base));
  if (!answer.ok) throw new Failure(`Cannot determine how to pay: ${answer.status}`);
  const config = (await answer.json()) as PaymentConfig;
  if (!config.paymentRequired) return null;
  const { publishableKey, standInUrl } = config.stripe ?? {};
  if (!publishableKey || !standInUrl) throw new Failure('This Courtly charges real cards.');
  return async (member, bookingId) => {
    const { clientSecret } = await untilPayment(
      'an intent',
      member,
      bookingId,
      (payment) => payment.clientSecret !== null,
    );
    const body = new URLSearchParams({
      key: publishableKey,
      client_secret: clientSecret!,
      'payment_method_data[type]': 'card',
      ...Object.fromEntries(
        Object.entries(card).map(([name, value]) => [`payment_method_data[card][${name}]`, value]),
      ),
    });
    const [intentId] = clientSecret!.split('_secret_');
    await confirmed(`${standInUrl}/v1/payment_intents/${intentId}/confirm`, body).catch(
      (error: Error) => {
        throw new Failure(`booking ${bookingId}: the card was not authorized: ${error.message}`);
      },
    );
    await untilPayment(
      'an authorization',
      member,
      bookingId,
      ({ paymentStatus }) => paymentStatus !== 'unpaid',
    );
  };
};
