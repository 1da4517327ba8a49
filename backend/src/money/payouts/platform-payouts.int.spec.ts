import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { SettleRecentEventsCommand } from '../../across/money-checks/check-money.commands.js';
import { systemContext } from '../../platform/kernel/context.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { type PaidCourtly, startPaidCourtly } from '../../../testing/paid-courtly.js';
import { reconcile } from '../../../testing/reconcile.js';
import { eventually } from '../../../testing/stores.js';
import { addAmounts, amountsOf } from '../ledger/accounts.js';
import { journal } from '../ledger/journal.projection.js';

const TOP_UP_CENTS = 100_000;
let paidCourtly: PaidCourtly;
beforeAll(async () => {
  paidCourtly = await startPaidCourtly();
  await paidCourtly.stripe.topups.create({ amount: TOP_UP_CENTS, currency: 'usd' });
}, 60_000);
afterAll(() => paidCourtly?.stop());

const payOut = async (amount: number) =>
  (await paidCourtly.stripe.payouts.create({ amount, currency: 'usd' })).id;
const bankCents = async () => {
  const documents = await paidCourtly.courtly.app
    .get(ReadModels, { strict: false })
    .read(journal, (collection) => collection.find({}).toArray());
  const lines = documents.flatMap(({ entries }) => entries.map((entry) => amountsOf(entry.lines)));
  return lines.reduce(addAmounts, {}).bank ?? 0;
};
const bankHas = (cents: number) =>
  eventually(`the bank has ${cents} besides the top-up`, async () => {
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
  await eventually('both are returned', async () => (await reconcile(paidCourtly)).code === 0);
  expect(await bankCents()).toBe(-TOP_UP_CENTS);
}, 120_000);

it('reconciliation reports a payout with a lost webhook until the nightly check books it', async () => {
  await paidCourtly.control('POST', '/webhooks', { lose: { fraction: 1 } });
  const payoutId = await payOut(700);
  await paidCourtly.control('DELETE', '/webhooks');
  const { code, printed } = await reconcile(paidCourtly);
  expect([code, printed]).toEqual([
    1,
    [expect.stringContaining(`(payout of ${payoutId}) moves -700, which the log does not explain`)],
  ]);
  const commandBus = paidCourtly.courtly.app.get(CommandBus, { strict: false });
  const night = systemContext('a night', new Date().toISOString());
  await commandBus.execute(new SettleRecentEventsCommand({}, night));
  await bankHas(700);
  await isReconciled();
}, 120_000);
