import { setTimeout as delay } from 'node:timers/promises';
import type { BookingPayment, PaymentConfig } from '@courtly/contracts/payments';
import { Failure } from '@courtly/backend/cli/cli';
import type { Session } from '../client.js';

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;
const PATIENCE_MS = 20 * 60_000;
const MOST_LOST_ANSWERS = 10;
const card = { number: '4242424242424242', exp_month: '12', exp_year: '2099', cvc: '123' };

/** Pays for what was booked as a browser does. */
export type Pay = (member: Session, bookingId: string) => Promise<void>;

/** Asks for the payment of a booking, in growing pauses, until it is as it should be. @throws Failure after twenty minutes */
export const untilPayment = async (
  what: string,
  member: Session,
  bookingId: string,
  isSo: (payment: BookingPayment) => boolean,
): Promise<BookingPayment> => {
  const deadline = Date.now() + PATIENCE_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const answer = await member.send({ method: 'GET', path: `/api/bookings/${bookingId}/payment` });
    const payment = answer.body as BookingPayment;
    // A booking that was made just now may not be shown yet.
    if (answer.status === 200 && isSo(payment)) return payment;
    if (answer.status !== 200 && answer.status !== 404)
      throw new Failure(`booking ${bookingId}: ${answer.status}`);
    if (Date.now() > deadline) throw new Failure(`booking ${bookingId}: ${what} did not happen`);
    await delay(pause);
  }
};

/**
 * Confirms an intent as Stripe.js does. Where no answer came the card may be held all the same, so that the next try is told
 * that there is nothing left to confirm.
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

/** How to pay at a Courtly where a stand-in takes cards; null where nothing is paid. @throws Failure where cards are real */
export const payerOf = async (base: string): Promise<Pay | null> => {
  const answer = await fetch(new URL('/api/config', base));
  if (!answer.ok) throw new Failure(`How to pay there is not known: ${answer.status}`);
  const config = (await answer.json()) as PaymentConfig;
  if (!config.paymentRequired) return null;
  const { publishableKey, standInUrl } = config.stripe ?? {};
  if (!publishableKey || !standInUrl) throw new Failure('Bookings are paid by real cards there.');
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
        throw new Failure(`booking ${bookingId}: the card was not held: ${error.message}`);
      },
    );
    await untilPayment(
      'a hold',
      member,
      bookingId,
      ({ paymentStatus }) => paymentStatus !== 'unpaid',
    );
  };
};
