import { setTimeout as delay } from 'node:timers/promises';
import type { BookingPayment, PaymentConfig } from '@courtly/contracts/payments';
import { Failure } from '@courtly/backend/cli/cli';
import type { Session } from '../client.js';

const ASK_EVERY_MS = 200;
const PATIENCE_MS = 10 * 60_000;
const card = { number: '4242424242424242', exp_month: '12', exp_year: '2099', cvc: '123' };

/** Pays for what was booked as a browser does; `after` is the position at which it was. */
export type Pay = (member: Session, booked: Booked) => Promise<void>;
type Booked = Readonly<{ bookingId: string; after: string | null }>;

const until = async (
  what: string,
  member: Session,
  { bookingId, after }: Booked,
  isSo: (payment: BookingPayment) => boolean,
) => {
  const call = { method: 'GET', path: `/api/bookings/${bookingId}/payment`, ...(after && { after }) } as const;
  for (const deadline = Date.now() + PATIENCE_MS; ; await delay(ASK_EVERY_MS)) {
    const payment = await member.expect<BookingPayment>(call);
    if (isSo(payment)) return payment;
    if (Date.now() > deadline) throw new Failure(`booking ${bookingId}: ${what} did not happen`);
  }
};

/** How to pay at a Courtly where a stand-in takes cards; null where nothing is paid. @throws Failure where cards are real */
export const payerOf = async (base: string): Promise<Pay | null> => {
  const config = (await (await fetch(new URL('/api/config', base))).json()) as PaymentConfig;
  if (!config.paymentRequired) return null;
  const { publishableKey, standInUrl } = config.stripe ?? {};
  if (!publishableKey || !standInUrl) throw new Failure('Bookings are paid by real cards there.');
  return async (member, booked) => {
    const { bookingId } = booked;
    const { clientSecret } = await until('an intent', member, booked, (payment) => payment.clientSecret !== null);
    const body = new URLSearchParams({
      key: publishableKey,
      client_secret: clientSecret!,
      'payment_method_data[type]': 'card',
      ...Object.fromEntries(Object.entries(card).map(([name, value]) => [`payment_method_data[card][${name}]`, value])),
    });
    const [intentId] = clientSecret!.split('_secret_');
    const answer = await fetch(`${standInUrl}/v1/payment_intents/${intentId}/confirm`, { method: 'POST', body });
    if (!answer.ok) throw new Failure(`booking ${bookingId}: the card was not held: ${await answer.text()}`);
    await until('a hold', member, booked, ({ paymentStatus }) => paymentStatus !== 'unpaid');
  };
};
