import { setTimeout as delay } from 'node:timers/promises';
import type { BookingPayment, PaymentConfig } from '@courtly/contracts/payments';
import { Failure } from '@courtly/backend/cli/cli';
import type { Session } from '../client.js';

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;
const PATIENCE_MS = 20 * 60_000;
const MOST_LOST_ANSWERS = 10;
const card = { number: '4242424242424242', exp_month: '12', exp_year: '2099', cvc: '123' };

export type Pay = (memberSession: Session, bookingId: string) => Promise<void>;

/**
 * Polls the payment, with backoff, until it satisfies the condition.
 * @throws Failure after 20 minutes
 */
export const untilPayment = async (
  what: string,
  memberSession: Session,
  bookingId: string,
  isExpected: (bookingPayment: BookingPayment) => boolean,
): Promise<BookingPayment> => {
  const deadlineMs = Date.now() + PATIENCE_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const apiResponse = await memberSession.send({
      method: 'GET',
      path: `/api/bookings/${bookingId}/payment`,
    });
    const bookingPayment = apiResponse.body as BookingPayment;
    // The read model may not include the booking yet.
    if (apiResponse.status === 200 && isExpected(bookingPayment)) return bookingPayment;
    if (apiResponse.status !== 200 && apiResponse.status !== 404)
      throw new Failure(`booking ${bookingId}: ${apiResponse.status}`);
    if (Date.now() > deadlineMs) throw new Failure(`booking ${bookingId}: ${what} did not happen`);
    await delay(pause);
  }
};

/**
 * Confirms an intent as Stripe.js does. If a response was lost, the card may already be authorized;
 * then the retry is refused because nothing is left to confirm.
 */
const confirmed = async (address: string, formBody: URLSearchParams): Promise<void> => {
  for (let lostResponses = 0; ;) {
    const apiResponse = await fetch(address, { method: 'POST', body: formBody }).catch(
      (thrownError: unknown) => thrownError as Error,
    );
    if (!(apiResponse instanceof Error)) {
      const sourceText = await apiResponse.text();
      if (
        apiResponse.ok ||
        (lostResponses > 0 && sourceText.includes('payment_intent_unexpected_state'))
      )
        return;
      throw new Error(sourceText);
    }
    if (++lostResponses >= MOST_LOST_ANSWERS) throw apiResponse;
    await delay(FIRST_PAUSE_MS);
  }
};

/** Returns null if bookings are free. @throws Failure if real cards are required */
export const createPayer = async (baseUrl: string): Promise<Pay | null> => {
  const response = await fetch(new URL('/api/config', baseUrl));
  if (!response.ok) throw new Failure(`Cannot determine how to pay: ${response.status}`);
  const config = (await response.json()) as PaymentConfig;
  if (!config.paymentRequired) return null;
  const { publishableKey, standInUrl } = config.stripe ?? {};
  if (!publishableKey || !standInUrl)
    throw new Failure('This Courtly charges real cards. Use one with the Stripe stand-in.');
  return async (memberSession, bookingId) => {
    const { clientSecret } = await untilPayment(
      'an intent',
      memberSession,
      bookingId,
      (bookingPayment) => bookingPayment.clientSecret !== null,
    );
    const formBody = new URLSearchParams({
      key: publishableKey,
      client_secret: clientSecret!,
      'payment_method_data[type]': 'card',
      ...Object.fromEntries(
        Object.entries(card).map(([name, value]) => [`payment_method_data[card][${name}]`, value]),
      ),
    });
    const [intentId] = clientSecret!.split('_secret_');
    await confirmed(`${standInUrl}/v1/payment_intents/${intentId}/confirm`, formBody).catch(
      (thrownError: Error) => {
        throw new Failure(
          `booking ${bookingId}: the card was not authorized: ${thrownError.message}`,
        );
      },
    );
    await untilPayment(
      'an authorization',
      memberSession,
      bookingId,
      ({ paymentStatus }) => paymentStatus !== 'unpaid',
    );
  };
};
