import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { NotificationItem } from '@courtly/contracts/notifications';
import type { MoneyChecks } from '@courtly/contracts/money-checks';
import { CommandBus } from '@nestjs/cqrs';
import { systemContext } from '../../platform/kernel/context.js';
import { addDays, localDate } from '../../platform/kernel/local-time.js';
import { anAdmin } from '../../../testing/admin.js';
import type { Member } from '../../../testing/courtly.js';
import { type PaidCourtly, startPaidCourtly } from '../../../testing/paid-courtly.js';
import { eventually } from '../../../testing/stores.js';
import { CheckMoneyCommand, SettleRecentEventsCommand } from './check-money.commands.js';

let paidCourtly: PaidCourtly;
let admin: Member;
beforeAll(async () => {
  paidCourtly = await startPaidCourtly();
  admin = await anAdmin(paidCourtly.courtly);
});
afterAll(() => paidCourtly?.stop());
beforeEach(() => paidCourtly.control('DELETE', '/webhooks'));

const charged = async (): Promise<string> => {
  const { courtly } = paidCourtly;
  const [host, player] = [await courtly.register('owner'), await courtly.player()];
  const court = await courtly.court(host);
  const [slot] = await courtly.slots(court.id, addDays(localDate(court.zone, Date.now()), 2));
  const { id } = (await courtly.book(player, court.id, slot!).expect(201)).body as Booking;
  await paidCourtly.pay(id);
  await paidCourtly.untilAuthorized(id);
  await host.agent.patch(`/api/bookings/${id}/status`).send({ status: 'confirmed' }).expect(200);
  await eventually(
    'the booking is charged',
    async () => (await paidCourtly.payment(id))?.status === 'captured',
  );
  return id;
};
const check = async (): Promise<NonNullable<MoneyChecks['lastCheck']>> => {
  const at = new Date().toISOString();
  const commandBus = paidCourtly.courtly.app.get(CommandBus, { strict: false });
  await commandBus.execute(new SettleRecentEventsCommand({}, systemContext(`events ${at}`, at)));
  await commandBus.execute(new CheckMoneyCommand({}, systemContext(`check ${at}`, at)));
  return eventually('the check is shown', async () => {
    const { lastCheck } = await shown();
    return lastCheck?.checkedAt === at && lastCheck;
  });
};
const shown = async () =>
  (await admin.agent.get('/api/admin/money/checks').expect(200)).body as MoneyChecks;

it('finds a dashboard refund whose webhooks were lost, but nothing in a correct log', async () => {
  const id = await charged();
  expect(await check()).toMatchObject({ violations: 0, differences: 0, open: [], waiting: [] });

  await paidCourtly.control('POST', '/webhooks', { lose: { fraction: 1 } });
  const { intentId } = (await paidCourtly.payment(id))!;
  const refund = await paidCourtly.stripe.refunds.create({ payment_intent: intentId, amount: 500 });
  // The first check settles the difference, but the log may show that only to the second check.
  await check();
  const { violations, differences, open } = await check();
  expect({ violations, differences, open }).toEqual({ violations: 0, differences: 0, open: [] });
  expect((await paidCourtly.payment(id))!.refunds[refund.id]).toMatchObject({ amountCents: 500 });
});

it('settles a dashboard refund that no Stripe event reports', async () => {
  const id = await charged();
  await paidCourtly.control('POST', '/webhooks', { lose: { fraction: 1 } });
  const { intentId } = (await paidCourtly.payment(id))!;
  const refund = await paidCourtly.stripe.refunds.create({ payment_intent: intentId, amount: 500 });
  const at = new Date().toISOString();
  const commandBus = paidCourtly.courtly.app.get(CommandBus, { strict: false });
  await commandBus.execute(new CheckMoneyCommand({}, systemContext(`check ${at}`, at)));
  await eventually('the log has the refund', async () =>
    Boolean((await paidCourtly.payment(id))?.refunds[refund.id]),
  );
});

it("reports a payment that is not Courtly's until an admin acknowledges it", async () => {
  await paidCourtly.stripe.paymentIntents.create({
    amount: 700,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_visa',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  });
  await admin.agent.post('/api/admin/money/checks').send().expect(202);
  await eventually('the check that the admin requested shows the payment', async () => {
    const { lastCheck } = await shown();
    return (lastCheck?.open.length ?? 0) > 0;
  });
  const { open } = await check();
  expect(open).not.toEqual([]);
  await eventually('the admin is notified', async () => {
    const notifications = (await admin.agent.get('/api/notices').expect(200))
      .body as NotificationItem[];
    return notifications.some(({ type }) => type === 'money_findings');
  });

  const acknowledge = (findingId: string) =>
    admin.agent
      .post(`/api/admin/money/checks/${findingId}/acknowledgements`)
      .send({ reason: 'A sale at the front desk.' });
  await acknowledge('000000000000').expect(404);
  for (const { findingId } of open) await acknowledge(findingId).expect(204);
  await eventually('every finding is acknowledged', async () => {
    const { lastCheck, acknowledged } = await shown();
    return lastCheck!.open.length === 0 && acknowledged.length === open.length;
  });
  expect(await check()).toMatchObject({ acknowledged: open.length, open: [] });
});
