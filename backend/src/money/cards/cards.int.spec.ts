import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Slot } from '@courtly/contracts/availability';
import type { Booking } from '@courtly/contracts/bookings';
import type { SavedCard } from '@courtly/contracts/cards';
import type { PaymentConfig } from '@courtly/contracts/payments';
import type { CourtDetail } from '@courtly/contracts/courts';
import type Stripe from 'stripe';
import type { Courtly, Member } from '../../../testing/courtly.js';
import { type PaidCourtly, startPaidCourtly } from '../../../testing/paid-courtly.js';
import { eventually } from '../../../testing/stores.js';
import { CUSTOMERS, type Customers } from './customers.js';

let paidCourtly: PaidCourtly;
let courtly: Courtly;
let stripe: Stripe;
let court: CourtDetail;
let slots: Slot[];

beforeAll(async () => {
  paidCourtly = await startPaidCourtly();
  ({ courtly, stripe } = paidCourtly);
  court = await courtly.court(await courtly.register('owner'));
  slots = await courtly.slots(
    court.id,
    new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10),
  );
});

afterAll(() => paidCourtly?.stop());

const book = async (player: Member): Promise<Booking> =>
  (await courtly.book(player, court.id, slots.shift()!).expect(201)).body as Booking;

const intentOf = async (bookingId: string) => {
  const { intentId } = await eventually('there is an intent', () => paidCourtly.payment(bookingId));
  return stripe.paymentIntents.retrieve(intentId);
};

const newCard = (number: string): Record<string, string> => ({
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': number,
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '2099',
  'payment_method_data[card][cvc]': '123',
});
const consent = {
  setup_future_usage: 'on_session',
  'payment_method_data[allow_redisplay]': 'always',
};

/** Books an hour and confirms the payment as the browser does. */
const bookAndPay = async (player: Member, fields: Record<string, string>) => {
  const { id: bookingId } = await book(player);
  const { id, client_secret } = await intentOf(bookingId);
  const { stripe: config } = (await player.agent.get('/api/config').expect(200))
    .body as PaymentConfig;
  const response = await fetch(`${config!.standInUrl}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key: config!.publishableKey,
      client_secret: client_secret!,
      ...fields,
    }),
  });
  return ((await response.json()) as { status: string }).status;
};

const cardsOf = async ({ agent }: Member) =>
  (await agent.get('/api/account/cards').expect(200)).body as SavedCard[];

describe('the saved cards of a player', () => {
  it('include only cards that the player agreed to save', async () => {
    const player = await courtly.player();
    expect(await cardsOf(player)).toEqual([]);
    expect(await bookAndPay(player, newCard('4242424242424242'))).toBe('requires_capture');
    expect(await cardsOf(player)).toEqual([]);
    await bookAndPay(player, { ...newCard('5555555555554444'), ...consent });
    expect(await cardsOf(player)).toEqual([
      {
        id: expect.stringMatching(/^pm_/),
        brand: 'mastercard',
        last4: '4444',
        expiresAt: '2099-12',
      },
    ]);
  });

  it('can pay for a later booking', async () => {
    const player = await courtly.player();
    await bookAndPay(player, { ...newCard('4242424242424242'), ...consent });
    const [card] = await cardsOf(player);
    expect(await bookAndPay(player, { payment_method: card!.id })).toBe('requires_capture');
  });

  it('are listed once each, and removing one removes its duplicates', async () => {
    const player = await courtly.player();
    await bookAndPay(player, { ...newCard('4242424242424242'), ...consent });
    await bookAndPay(player, { ...newCard('4242424242424242'), ...consent });
    const [card, ...others] = await cardsOf(player);
    expect(others).toEqual([]);
    await player.agent.delete(`/api/account/cards/${card!.id}`).expect(204);
    expect(await cardsOf(player)).toEqual([]);
    await player.agent.delete(`/api/account/cards/${card!.id}`).expect(404);
  });

  it('are hidden from others', async () => {
    const [player, stranger] = [await courtly.player(), await courtly.player()];
    await bookAndPay(player, { ...newCard('4242424242424242'), ...consent });
    await bookAndPay(stranger, newCard('4242424242424242'));
    const [card] = await cardsOf(player);
    expect(await cardsOf(stranger)).toEqual([]);
    await stranger.agent.delete(`/api/account/cards/${card!.id}`).expect(404);
    expect(await cardsOf(player)).toHaveLength(1);
  });
});

describe('the Stripe customer of a player', () => {
  it('is created once and added to every intent, along with the statement text', async () => {
    const player = await courtly.player();
    const [first, second] = [await book(player), await book(player)];
    const [intent, laterIntent] = [await intentOf(first.id), await intentOf(second.id)];
    expect(intent).toMatchObject({
      customer: expect.stringMatching(/^cus_/),
      description: expect.stringMatching(/^Court hour, \d{4}-\d\d-\d\d \d\d:00$/),
      statement_descriptor_suffix: expect.stringMatching(/^HOUR \d+\/\d+$/),
      allowed_payment_method_types: ['card', 'link'],
    });
    expect(laterIntent.customer).toBe(intent.customer);
    expect(await stripe.customers.retrieve(intent.customer as string)).toMatchObject({
      metadata: { userId: player.user.id },
      name: null,
      email: null,
    });
  });

  it('is replaced after someone deletes it at Stripe', async () => {
    const player = await courtly.player();
    const { customer } = await intentOf((await book(player)).id);
    await stripe.customers.del(customer as string);
    const { customer: replacement } = await intentOf((await book(player)).id);
    expect(replacement).toMatch(/^cus_/);
    expect(replacement).not.toBe(customer);
  });

  it('is removed with its player, and removing it again does no harm', async () => {
    const player = await courtly.player();
    const { customer } = await intentOf((await book(player)).id);
    const customers = courtly.app.get<Customers>(CUSTOMERS, { strict: false });
    await customers.removeCustomer(player.user.id);
    expect(await stripe.customers.retrieve(customer as string)).toMatchObject({ deleted: true });
    await customers.removeCustomer(player.user.id);
  });
});
