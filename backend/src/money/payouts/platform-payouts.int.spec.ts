import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { SettleRecentEventsCommand } from '../../across/money-checks/check-money.commands.js';
import { systemContext } from '../../platform/kernel/context.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { type PaidCourtly, startPaidCourtly } from '../../../testing/paid-courtly.js';
import { reconcile } from '../../../testing/reconcile.js';
import { eventually } from '../../../testing/stores.js';
import { addAmounts, amountsOf, subtractAmounts } from '../ledger/accounts.js';
import { MoneyReconciliation } from '../../verify/reconciliation/reconciliation.service.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { journal } from '../ledger/journal.projection.js';

const TOP_UP_CENTS = 100_000;
let paidCourtly: PaidCourtly;
beforeAll(async () => {
  paidCourtly = await startPaidCourtly();
  await paidCourtly.stripe.topups.create({ amount: TOP_UP_CENTS, currency: 'usd' });
});
afterAll(() => paidCourtly?.stop());

const payOut = async (amount: number) =>
  (await paidCourtly.stripe.payouts.create({ amount, currency: 'usd' })).id;
const booked = async () => {
  const documents = await paidCourtly.courtly.app
    .get(ReadModels, { strict: false })
    .read(journal, (collection) => collection.find({}).toArray());
  const lines = documents.flatMap(({ entries }) => entries.map((entry) => amountsOf(entry.lines)));
  return lines.reduce(addAmounts, {});
};
const bankCents = async () => (await booked()).bank ?? 0;
const spendNight = () => {
  const at = new Date().toISOString();
  const commandBus = paidCourtly.courtly.app.get(CommandBus, { strict: false });
  return commandBus.execute(new SettleRecentEventsCommand({}, systemContext(`night ${at}`, at)));
};
const bankHas = (cents: number) =>
  eventually(`the bank has ${cents} in addition to the top-up`, async () => {
    const allCents = await bankCents();
    return allCents + TOP_UP_CENTS === cents;
  });
const isReconciled = async () => expect((await reconcile(paidCourtly)).printed).toHaveLength(1);

it("books top-ups, payouts to Courtly's bank, and payouts that the bank returns", async () => {
  await bankHas(0);
  await isReconciled();
  const payoutId = await payOut(3_300);
  await bankHas(3_300);
  await isReconciled();
  await paidCourtly.control('POST', `/payouts/${payoutId}/pay`, {});
  await paidCourtly.control('POST', `/payouts/${payoutId}/fail`, {});
  await bankHas(0);
  await paidCourtly.stripe.payouts.cancel(await payOut(500));
  await eventually(
    'both payouts are returned',
    async () => (await reconcile(paidCourtly)).code === 0,
  );
  expect(await bankCents()).toBe(-TOP_UP_CENTS);
});

it('reconciliation reports a payout with a lost webhook until the nightly check books it', async () => {
  await paidCourtly.control('POST', '/webhooks', { lose: { fraction: 1 } });
  const payoutId = await payOut(700);
  await paidCourtly.control('DELETE', '/webhooks');
  const { code, printed } = await reconcile(paidCourtly);
  expect([code, printed]).toEqual([
    1,
    [
      expect.stringContaining(
        `(payout of ${payoutId}) moves -$7.00, which the log does not explain`,
      ),
    ],
  ]);
  await spendNight();
  await bankHas(700);
  await isReconciled();
});

it("books Stripe's own fees and reserves every night, which reconciliation then accepts", async () => {
  const reconciliation = paidCourtly.courtly.app.get(MoneyReconciliation, { strict: false });
  const compareAfter = async (days: number) => {
    const { differences } = await reconciliation.compare({
      since: null,
      at: new Date(Date.now() + days * DAY_MS).toISOString(),
      abortSignal: new AbortController().signal,
    });
    return differences.map(({ text }) => text);
  };
  const before = await booked();
  await paidCourtly.control('POST', '/fees', { amount: 250 });
  await paidCourtly.control('POST', '/fees', { amount: 20, type: 'tax_fee' });
  await paidCourtly.control('POST', '/fees', { amount: 5_000, type: 'reserve_hold' });
  await paidCourtly.control('POST', '/fees', { amount: -2_000, type: 'reserve_release' });
  expect(await compareAfter(0)).toEqual([]);
  expect(await compareAfter(3)).toHaveLength(4);
  await spendNight();
  await eventually('the fees and reserves are booked', async () => {
    const change = subtractAmounts(await booked(), before);
    return change.stripeFees === 270 && change.stripeReserve === 3_000;
  });
  expect(subtractAmounts(await booked(), before).stripeCash).toBe(-3_270);
  expect(await compareAfter(3)).toEqual([]);

  await paidCourtly.control('POST', '/fees', { amount: 75 });
  expect(await compareAfter(3)).toEqual([
    expect.stringMatching(
      /balance transaction txn_\w+ \(stripe_fee without a source\) moves -\$0\.75, which the log does not/,
    ),
  ]);
});
