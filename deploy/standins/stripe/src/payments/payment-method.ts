import type Stripe from 'stripe';
import { missing, invalidRequest, Refusal, unsupported } from '../http/refusal.js';
import { create, find, idOf, newId, type World } from '../world.js';
import { cardOfNumber, cardOfToken, verdict, type Decline, type TestCard } from './cards.js';

type PaymentMethod = Stripe.PaymentMethod;

/** What a form says about a card. */
export type CardDetails = Readonly<{
  number: string;
  exp_month: number;
  exp_year: number;
  cvc?: string | null;
}>;
export type BillingDetails = Readonly<{
  name?: string | null;
  email?: string | null;
  phone?: string | null;
  address?: Readonly<Partial<Record<keyof Stripe.Address, string | null>>>;
}>;

const addressOf = (address: NonNullable<BillingDetails['address']>): Stripe.Address => ({
  city: address.city ?? null,
  country: address.country ?? null,
  line1: address.line1 ?? null,
  line2: address.line2 ?? null,
  postal_code: address.postal_code ?? null,
  state: address.state ?? null,
});

/** Billing details as answers show them: all fields, null where nothing is known. */
export const billingDetails = (
  given: BillingDetails = {},
): Stripe.PaymentMethod.BillingDetails => ({
  address: given.address ? addressOf(given.address) : addressOf({}),
  email: given.email ?? null,
  name: given.name ?? null,
  phone: given.phone ?? null,
  tax_id: null,
});

function newPaymentMethod(
  card: TestCard,
  expiry: { exp_month: number; exp_year: number },
  now: number,
): PaymentMethod {
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billingDetails(),
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: null },
      country: 'US',
      display_brand: card.brand,
      ...expiry,
      fingerprint: `fp${card.number}`,
      funding: 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}

function keep(world: World, card: TestCard, method: PaymentMethod): PaymentMethod {
  world.objects.put('_card', {
    id: `card:${method.id}`,
    number: card.number,
    setUp: false,
    usedUp: false,
  });
  return create(world, 'payment_method', method);
}

const cardError = ({
  message,
  ...decline
}: Decline | { code: string; message: string; param?: string }) =>
  new Refusal(402, { type: 'card_error', message, ...decline });

/** Makes a payment method of what a person typed. Refuses numbers that are no test cards, and dates that are past. */
export function fromDetails(
  world: World,
  details: CardDetails,
  billing: BillingDetails | undefined,
): PaymentMethod {
  const digits = details.number.replace(/\D/g, '');
  const card = cardOfNumber(digits);
  if (!/^\d{12,19}$/.test(digits))
    throw cardError({
      code: 'invalid_number',
      message: 'The card number is not a valid credit card number.',
      param: 'number',
    });
  if (!card)
    throw cardError({
      code: 'incorrect_number',
      message: unsupported('Your card number is not one of the test cards.'),
      param: 'number',
    });
  const { exp_month, exp_year } = details;
  if (exp_month < 1 || exp_month > 12)
    throw cardError({
      code: 'invalid_expiry_month',
      message: "Your card's expiration month is invalid.",
      param: 'exp_month',
    });
  const year = exp_year < 100 ? 2000 + exp_year : exp_year;
  if (Date.UTC(year, exp_month) / 1000 <= world.now)
    throw cardError({
      code: 'invalid_expiry_year',
      message: "Your card's expiration year is invalid.",
      param: 'exp_year',
    });
  const method = newPaymentMethod(card, { exp_month, exp_year: year }, world.now);
  return keep(world, card, { ...method, billing_details: billingDetails(billing) });
}

/** A payment method by its id; an id such as `pm_card_visa` makes a new one. */
export function paymentMethodOf(world: World, id: string, param?: string): PaymentMethod {
  const card = cardOfToken(id);
  const nextYear = new Date(world.now * 1000).getUTCFullYear() + 1;
  if (card)
    return keep(
      world,
      card,
      newPaymentMethod(card, { exp_month: 12, exp_year: nextYear }, world.now),
    );
  const method = world.objects.get('payment_method', id);
  if (!method) throw missing('PaymentMethod', id, param);
  return method;
}

/** How the card of a payment method behaves, and what has become of it. */
export function cardOf(world: World, method: string) {
  const known = find(world, '_card', `card:${method}`);
  return { card: cardOfNumber(known.number)!, known };
}

/** Notes that a card was authenticated for payments off session, or may not be used again. */
export function remember(
  world: World,
  method: string,
  what: { setUp?: boolean; usedUp?: boolean },
): void {
  const { known } = cardOf(world, method);
  world.objects.put('_card', { ...known, ...what });
}

/** Keeps a payment method for a customer; the bank is asked first. */
export function attach(world: World, method: PaymentMethod, customer: string): PaymentMethod {
  const { card, known } = cardOf(world, method.id);
  if (known.usedUp)
    throw invalidRequest(
      'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
    );
  if (method.customer && idOf(method.customer) !== customer)
    throw invalidRequest(
      'The payment method you provided has already been attached to a customer.',
    );
  const answer = verdict(card, { offSession: false, setUp: true });
  if (answer.kind === 'declined' && !card.attaches) throw cardError(answer.decline);
  if (method.customer) return method;
  const attached = world.objects.put('payment_method', { ...method, customer });
  world.emit('payment_method.attached', attached);
  return attached;
}
