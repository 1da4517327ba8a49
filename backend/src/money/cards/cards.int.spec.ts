import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Slot } from '@courtly/contracts/availability';
import type { Booking } from '@courtly/contracts/bookings';
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
}, 60_000);

afterAll(() => paidCourtly?.stop());

const book = async (player: Member): Promise<Booking> =>
  (await courtly.book(player, court.id, slots.shift()!).expect(201)).body as Booking;

const intentOf = async (bookingId: string) => {
  const { intentId } = await eventually('there is an intent', () => paidCourtly.payment(bookingId));
  return stripe.paymentIntents.retrieve(intentId);
};

describe('the Stripe customer of a player', () => {
  it('is created once and is on every intent, with what the statement shows', async () => {
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

  it('is removed with its player, and again without harm', async () => {
    const player = await courtly.player();
    const { customer } = await intentOf((await book(player)).id);
    const customers = courtly.app.get<Customers>(CUSTOMERS, { strict: false });
    await customers.removeCustomer(player.user.id);
    expect(await stripe.customers.retrieve(customer as string)).toMatchObject({ deleted: true });
    await customers.removeCustomer(player.user.id);
  });
});
