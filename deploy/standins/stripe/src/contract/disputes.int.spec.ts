import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import {
  captureStripeError,
  connect,
  createPaidPayment,
  eventually,
  itOnStandIn,
  type Connection,
} from './server-under-test.js';

const DAY = 86_400;

let connection: Connection;
let stripe: Stripe;
beforeAll(async () => {
  connection = await connect();
  stripe = connection.stripe;
});
afterAll(() => connection.close());

let charge: string;
beforeEach(async () => {
  ({ charge } = await createPaidPayment(stripe));
});

/** Pays with a card that is disputed, and returns the dispute. */
async function payDisputed(payment_method: string): Promise<Stripe.Dispute> {
  const { intent } = await createPaidPayment(stripe, 33_000, { payment_method });
  return eventually(
    connection,
    async () => (await stripe.disputes.list({ payment_intent: intent.id })).data[0],
    (dispute) => dispute !== undefined,
  ) as Promise<Stripe.Dispute>;
}

const respond = (id: string, uncategorized_text: string) =>
  stripe.disputes.update(id, { evidence: { uncategorized_text } });

const withStatus = (id: string, ...statuses: string[]) =>
  eventually(
    connection,
    () => stripe.disputes.retrieve(id),
    ({ status }) => statuses.includes(status),
  );

const sumOf = ({ balance_transactions }: Stripe.Dispute) =>
  balance_transactions.reduce((total, { amount }) => total + amount, 0);

const open = (body: object = {}) =>
  connection.control<Stripe.Dispute>('POST', `/charges/${charge}/dispute`, body);
const move = (id: string, status: string, more: object = {}) =>
  connection.control<Stripe.Dispute>('POST', `/disputes/${id}/status`, { status, ...more });

describe('a dispute', () => {
  it('withdraws the amount and a fee, and is lost with losing evidence', async () => {
    const dispute = await payDisputed('pm_card_createDispute');
    expect(dispute).toMatchObject({
      status: 'needs_response',
      reason: 'fraudulent',
      amount: 33_000,
      is_charge_refundable: false,
    });
    expect(sumOf(dispute)).toBe(-33_000);
    expect(dispute.balance_transactions[0]).toMatchObject({
      type: 'adjustment',
      reporting_category: 'dispute',
      fee: expect.any(Number),
    });
    expect(dispute.evidence_details.due_by).toBeGreaterThan(dispute.created);
    expect(await stripe.charges.retrieve(dispute.charge as string)).toMatchObject({
      disputed: true,
    });
    await respond(dispute.id, 'losing_evidence');
    const lost = await withStatus(dispute.id, 'lost');
    expect(sumOf(lost)).toBe(-33_000);
    expect(lost.evidence_details).toMatchObject({ has_evidence: true, submission_count: 1 });
    expect(await captureStripeError(respond(dispute.id, 'more'))).toMatchObject({
      statusCode: 400,
    });
  });

  it('returns the amount with winning evidence', async () => {
    const { id } = await payDisputed('pm_card_createDisputeProductNotReceived');
    await respond(id, 'winning_evidence');
    const won = await withStatus(id, 'won');
    expect(won.reason).toBe('product_not_received');
    expect(sumOf(won)).toBe(0);
  });

  it('keeps evidence without submitting it, and is lost when it is accepted', async () => {
    const { id } = await payDisputed('pm_card_createDispute');
    const staged = await stripe.disputes.update(id, {
      evidence: { customer_name: 'Ada' },
      metadata: { bookingId: 'b1' },
      submit: false,
    });
    expect(staged).toMatchObject({
      status: 'needs_response',
      evidence: { customer_name: 'Ada' },
      evidence_details: { has_evidence: true, submission_count: 0 },
      metadata: { bookingId: 'b1' },
    });
    expect(await stripe.disputes.close(id)).toMatchObject({ status: 'lost' });
  });

  it('begins with an inquiry that moves no money', async () => {
    const inquiry = await payDisputed('pm_card_createDisputeInquiry');
    expect(inquiry).toMatchObject({
      status: 'warning_needs_response',
      balance_transactions: [],
      is_charge_refundable: true,
    });
    await respond(inquiry.id, 'winning_evidence');
    expect(await withStatus(inquiry.id, 'warning_closed')).toMatchObject({
      balance_transactions: [],
    });
  });

  it('withdraws the amount when an inquiry becomes a dispute', async () => {
    const { id } = await payDisputed('pm_card_createDisputeInquiry');
    await respond(id, 'escalate_inquiry_evidence');
    expect(sumOf(await withStatus(id, 'needs_response'))).toBe(-33_000);
  });

  itOnStandIn('can take part of a charge, and the rest can be refunded afterward', async () => {
    const { id } = await open({ amount: 10_000, reason: 'duplicate' });
    expect(await captureStripeError(stripe.refunds.create({ charge, amount: 100 }))).toMatchObject({
      code: 'charge_disputed',
    });
    await move(id, 'lost');
    expect(
      await captureStripeError(stripe.refunds.create({ charge, amount: 23_001 })),
    ).toMatchObject({ param: 'amount' });
    expect(await stripe.refunds.create({ charge })).toMatchObject({ amount: 23_000 });
    await expect(open()).rejects.toThrow('cannot be disputed');
  });

  itOnStandIn('is won by an appeal after it was lost', async () => {
    const { id } = await open();
    await move(id, 'lost');
    const appealed = await move(id, 'appeal_needs_response');
    expect(appealed.evidence_details.due_by).toBeGreaterThan(appealed.created);
    const reviewed = await stripe.disputes.update(id, {
      evidence: { appeal: { card: { reason_for_filing: 'The player signed the waiver.' } } },
    });
    expect(reviewed).toMatchObject({
      status: 'appeal_under_review',
      evidence: { appeal: { card: { reason_for_filing: 'The player signed the waiver.' } } },
    });
    expect(sumOf(await move(id, 'won'))).toBe(0);
  });

  itOnStandIn('stays lost if the appeal fails', async () => {
    const { id } = await open();
    await move(id, 'lost');
    await move(id, 'appeal_needs_response');
    await connection.control('POST', '/clock', { advance: 10 * DAY });
    const lost = await stripe.disputes.retrieve(id);
    expect([lost.status, sumOf(lost)]).toEqual(['lost', -33_000]);
  });

  itOnStandIn('withdraws the amount again if it is lost after it was won', async () => {
    const { id } = await open();
    await move(id, 'won');
    const lost = await move(id, 'lost');
    expect(lost.balance_transactions.map(({ amount, fee }) => [amount, fee])).toEqual([
      [-33_000, 1_500],
      [33_000, -1_500],
      [-33_000, 1_500],
    ]);
  });

  itOnStandIn('withdraws and returns only the amount not refunded since it was won', async () => {
    const { id } = await open();
    await move(id, 'won');
    await stripe.refunds.create({ charge, amount: 10_000 });
    expect(sumOf(await move(id, 'lost'))).toBe(-23_000);
    expect(sumOf(await move(id, 'won'))).toBe(0);
  });

  itOnStandIn('can keep its fee when it is won', async () => {
    const { id } = await open();
    const { balance_transactions } = await move(id, 'won', { returns_fee: false });
    expect(balance_transactions.map(({ net }) => net)).toEqual([-34_500, 33_000]);
  });

  itOnStandIn('can be prevented immediately, without a fee, or after it is opened', async () => {
    const prevented = await open({ status: 'prevented', amount: 5_000 });
    expect(prevented).toMatchObject({
      status: 'prevented',
      balance_transactions: [{ amount: -5_000, fee: 0 }],
      payment_method_details: { card: { case_type: 'resolution' } },
    });
    const { id } = await open();
    expect(await move(id, 'prevented')).toMatchObject({ status: 'prevented' });
    await expect(move(id, 'won')).rejects.toThrow('cannot be won');
  });

  itOnStandIn('is lost if no evidence is submitted in time', async () => {
    const { id } = await open();
    await connection.control('POST', '/clock', { advance: 9 * DAY });
    expect(await stripe.disputes.retrieve(id)).toMatchObject({ status: 'lost' });
  });

  itOnStandIn('sends an event for each of its steps', async () => {
    const { id } = await open({ status: 'warning_needs_response' });
    for (const status of ['needs_response', 'under_review', 'won']) await move(id, status);
    const { data } = await stripe.events.list({ limit: 100 });
    const types = data
      .filter((event) => (event.data.object as { id?: string }).id === id)
      .map(({ type }) => type.replace('charge.dispute.', ''));
    expect(types.reverse()).toEqual([
      'created',
      'updated',
      'funds_withdrawn',
      'updated',
      'updated',
      'funds_reinstated',
      'closed',
    ]);
  });
});
