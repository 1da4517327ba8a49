import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStripe } from '@courtly/standin-stripe';
import Stripe from 'stripe';
import { loadBooking } from '../src/booking/bookings/load-booking.js';
import { Streams } from '../src/platform/kernel/streams.js';
import { type Payment, payment } from '../src/money/payments/payment.js';
import { type Courtly, type Member, startCourtly } from './courtly.js';
import { eventually } from './stores.js';

export const WEBHOOK_SECRET = 'whsec_a_secret_of_webhooks_for_tests';
const KEY = 'sk_test_courtly';
const openPolicy = new URL('../../deploy/policies/open.json', import.meta.url);

/** A Courtly with paid bookings, and a Stripe stand-in that sends it webhooks. */
export type PaidCourtly = Readonly<{
  courtly: Courtly;
  stripe: Stripe;
  /** Calls the stand-in's control API (see its README). */
  control(method: string, path: string, body?: object): Promise<unknown>;
  payment(bookingId: string): Promise<Payment | null>;
  /** Waits until the booking has its authorization, so that the host can approve it. */
  untilAuthorized(bookingId: string): Promise<unknown>;
  /** Confirms the payment of a booking with a card, as Stripe.js does in the browser. */
  pay(bookingId: string, card?: string): Promise<Response>;
  /** Confirms a payment intent by its client secret. */
  confirm(clientSecret: string, card?: string): Promise<Response>;
  /** Pays a booking by card and approves it as its host. Waits until the card is charged. */
  charge(bookingId: string, host: Member): Promise<void>;
  stop(): Promise<void>;
}>;

/** `changes` override values of the open policy. */
export const startPaidCourtly = async (
  environment: Record<string, string> = {},
  { elite, ...changes }: Readonly<{ elite?: object; [value: string]: unknown }> = {},
): Promise<PaidCourtly> => {
  const folder = mkdtempSync(join(tmpdir(), 'courtly-paid-'));
  const file = join(folder, 'stripe.db');
  const POLICY_FILE = join(folder, 'policy.json');
  const policy = JSON.parse(readFileSync(openPolicy, 'utf8')) as Readonly<{ elite: object }>;
  writeFileSync(
    POLICY_FILE,
    JSON.stringify({
      ...policy,
      paymentRequired: true,
      // Most tests have one admin, who moves more money than one admin may.
      secondAdminAboveCents: 10_000_000,
      ...changes,
      elite: { ...policy.elite, ...elite },
    }),
  );
  // Each side needs the port of the other, so the first stand-in only reserves a port.
  const previousStripe = await startStripe({ file, port: 0, durable: false });
  const { port, url: STRIPE_URL } = previousStripe;
  const keys = {
    STRIPE_SECRET_KEY: KEY,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_courtly',
    STRIPE_WEBHOOK_SECRETS: WEBHOOK_SECRET,
  };
  const courtly = await startCourtly({ POLICY_FILE, STRIPE_URL, ...keys, ...environment });
  await previousStripe.stop();
  const webhook = { url: `${courtly.base}/api/webhooks/stripe`, secret: WEBHOOK_SECRET };
  const server = await startStripe({ file, port, webhook, durable: false });

  const confirm: PaidCourtly['confirm'] = (clientSecret, card = '4242424242424242') => {
    const body = new URLSearchParams({
      key: 'pk_test_courtly',
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2099',
      'payment_method_data[card][cvc]': '123',
    });
    const [intentId] = clientSecret.split('_secret_');
    return fetch(`${server.url}/v1/payment_intents/${intentId}/confirm`, { method: 'POST', body });
  };
  const load = (bookingId: string) =>
    courtly.app.get(Streams, { strict: false }).load(payment, bookingId);
  const untilAuthorized: PaidCourtly['untilAuthorized'] = (bookingId) =>
    eventually('the booking has its authorization', async () => {
      const streams = courtly.app.get(Streams, { strict: false });
      return (await loadBooking(streams, bookingId))?.paymentStatus === 'authorised';
    });
  const pay: PaidCourtly['pay'] = async (bookingId, card) => {
    const { clientSecret } = await eventually('there is an intent', () => load(bookingId));
    return confirm(clientSecret, card);
  };
  return {
    courtly,
    stripe: new Stripe(KEY, { host: '127.0.0.1', port, protocol: 'http' }),
    async control(method, path, body) {
      const headers = { 'Content-Type': 'application/json' };
      const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const response = await fetch(`${server.url}/_control${path}`, sent);
      if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
      return response.json();
    },
    payment: load,
    untilAuthorized,
    pay,
    confirm,
    async charge(bookingId, { agent }) {
      await pay(bookingId);
      await untilAuthorized(bookingId);
      await agent
        .patch(`/api/bookings/${bookingId}/status`)
        .send({ status: 'confirmed' })
        .expect(200);
      await eventually(
        'the card is charged',
        async () => (await load(bookingId))?.status === 'captured',
      );
    },
    async stop() {
      await courtly.stop();
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
};
