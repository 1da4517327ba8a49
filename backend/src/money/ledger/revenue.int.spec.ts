import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { MonthOfRevenue } from '@courtly/contracts/revenue';
import { CommandBus } from '@nestjs/cqrs';
import { PassDeadlineCommand } from '../../booking/bookings/bookings.commands.js';
import { GrantRoleCommand } from '../../people/identity/identity.commands.js';
import { systemContext } from '../../platform/kernel/context.js';
import { addDays, localDate } from '../../platform/kernel/local-time.js';
import { type PaidCourtly, startPaidCourtly } from '../../../testing/paid-courtly.js';
import { eventually } from '../../../testing/stores.js';

let paidCourtly: PaidCourtly;
beforeAll(async () => {
  paidCourtly = await startPaidCourtly();
}, 60_000);
afterAll(() => paidCourtly?.stop());

it('shows admins the revenue of a charge minus the share of the host', async () => {
  const { courtly, stripe } = paidCourtly;
  const commands = courtly.app.get(CommandBus, { strict: false });
  const [host, player, admin] = [
    await courtly.register('owner'),
    await courtly.player(),
    await courtly.player(),
  ];
  await commands.execute(
    new GrantRoleCommand(
      { email: admin.email, role: 'admin' },
      systemContext('an admin', new Date().toISOString()),
    ),
  );
  const months = async () =>
    (await admin.agent.get('/api/admin/revenue').expect(200)).body as MonthOfRevenue[];
  expect(await months()).toEqual([]);

  const court = await courtly.court(host);
  const day = addDays(localDate(court.zone, Date.now()), 2);
  const [slot] = await courtly.slots(court.id, day);
  const { id, startTime, endTime } = (await courtly.book(player, court.id, slot!).expect(201))
    .body as Booking;
  await paidCourtly.pay(id);
  await eventually(
    'the payment is authorized',
    async () => (await paidCourtly.payment(id))?.status === 'authorised',
  );
  await host.agent.patch(`/api/bookings/${id}/status`).send({ status: 'confirmed' }).expect(200);
  const month = localDate(court.zone, startTime).slice(0, 7);
  const becomes = (expectedMonth: object) =>
    eventually(`the month shows ${JSON.stringify(expectedMonth)}`, async () => {
      const revenueMonth = (await months()).find((candidate) => candidate.month === month);
      return (
        revenueMonth &&
        Object.entries(expectedMonth).every(
          ([name, amount]) => revenueMonth[name as keyof MonthOfRevenue] === amount,
        )
      );
    });
  await becomes({ commission: '330.00', fees: '9.87', net: '320.13' });
  await commands.execute(
    new PassDeadlineCommand(
      { bookingId: id, deadline: 'end' },
      systemContext(`end.${id}`, endTime),
    ),
  );
  await becomes({ commission: '33.00', net: '23.13' });

  const { intentId } = (await paidCourtly.payment(id))!;
  await stripe.refunds.create({ payment_intent: intentId, amount: 500 });
  await becomes({ commission: '33.00', refunds: '5.00', net: '18.13' });
  await admin.agent.get('/api/admin/revenue?months=37').expect(400);
  await player.agent.get('/api/admin/revenue').expect(403);
});
