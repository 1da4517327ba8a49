import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Memberships, startMemberships } from '../../../testing/memberships.js';
import { reconcile, runOperatorCommand } from '../../../testing/reconcile.js';

let memberships: Memberships;
let paidCourtly: Memberships['paidCourtly'];
let joinAsFounder: Memberships['joinAsFounder'];
let joinMonthly: Memberships['joinMonthly'];
let beginPurchase: Memberships['beginPurchase'];
beforeAll(async () => {
  memberships = await startMemberships({}, { paymentRequired: false });
  ({ paidCourtly, joinAsFounder, joinMonthly, beginPurchase } = memberships);
});
afterAll(() => memberships?.stop());

const member = () => paidCourtly.courtly.player();

it('finds no difference in memberships of both kinds and in unpaid objects', async () => {
  await joinAsFounder();
  await joinMonthly();
  await beginPurchase(await member());
  expect(await reconcile(paidCourtly)).toMatchObject({
    code: 0,
    printed: ['0 payments, 0 payouts, and 4 membership payments, no differences.'],
  });
});

it('reports each difference and fails', async () => {
  const { stripe } = paidCourtly;
  const ann = await member();
  const intent = await beginPurchase(ann);
  const [ben, cid] = [await joinAsFounder(), await joinMonthly()];
  // A running worker would record the changes before they are compared.
  await paidCourtly.courtly.app.close();
  await paidCourtly.confirm(intent.clientSecret);
  await stripe.subscriptions.cancel(cid.subscriptionId);
  const refund = await stripe.refunds.create({ payment_intent: ben.intentId, amount: 900 });
  const foreign = await stripe.paymentIntents.create({
    amount: 5_000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    metadata: { userId: 'nobody' },
  });
  const { code, printed, noted } = await reconcile(paidCourtly);
  expect(code).toBe(1);
  expect(printed.sort()).toEqual(
    [
      `member ${ann.user.id}: payment ${intent.paymentIntentId} is open in the log, but paid at Stripe`,
      `member ${cid.user.id}: subscription ${cid.subscriptionId} is live in the log, but ended at Stripe`,
      `member ${ben.user.id}: refund ${refund.id} of payment ${ben.intentId} has $0.00 in the log, but $9.00 at Stripe`,
      `member nobody: Stripe has payment ${foreign.id}, which is open, for a user without an account`,
    ].sort(),
  );
  expect(noted.join()).toContain('4 differences');

  const lines = (await runOperatorCommand(paidCourtly, 'payments', 'reconcile')).printed;
  for (const findingId of lines.map((line) => /\[(\w{12})\]$/.exec(line)![1]!))
    expect(
      await runOperatorCommand(
        paidCourtly,
        ...['payments', 'acknowledge', findingId, '--reason', 'made by a test'],
      ),
    ).toMatchObject({ code: 0 });
  expect(await reconcile(paidCourtly)).toMatchObject({
    code: 0,
    printed: [expect.stringMatching(/no differences except 4 acknowledged\.$/)],
  });
});
