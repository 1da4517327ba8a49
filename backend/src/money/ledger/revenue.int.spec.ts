import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { MonthOfRevenue } from '@courtly/contracts/revenue';
import type { StatementSummary } from '@courtly/contracts/statements';
import { CommandBus } from '@nestjs/cqrs';
import { PassDeadlineCommand } from '../../booking/bookings/bookings.commands.js';
import { GrantRoleCommand } from '../../people/identity/identity.commands.js';
import { systemContext } from '../../platform/kernel/context.js';
import { addDays, localDate } from '../../platform/kernel/local-time.js';
import { type PaidCourtly, startPaidCourtly } from '../../../testing/paid-courtly.js';
import { runOperatorCommand } from '../../../testing/reconcile.js';
import { eventually } from '../../../testing/stores.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { nextMonth } from './accounting-period.js';
import { ClosePeriodCommand } from './close-period.commands.js';
import { journal } from './journal.projection.js';

/** Adds decimal amounts in cents. */
const addMoney = (amounts: readonly string[]): string =>
  (amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0) / 100).toFixed(2);

let paidCourtly: PaidCourtly;
beforeAll(async () => {
  paidCourtly = await startPaidCourtly();
});
afterAll(() => paidCourtly?.stop());

it('shows admins what is held, earned, and owed, and closes a month', async () => {
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
  const { id, endTime } = (await courtly.book(player, court.id, slot!).expect(201)).body as Booking;
  await paidCourtly.pay(id);
  await paidCourtly.untilAuthorized(id);
  await host.agent.patch(`/api/bookings/${id}/status`).send({ status: 'confirmed' }).expect(200);
  /** The booking may fall into two months, so the earned amounts are added up. */
  const becomes = (
    expectedEarned: Partial<MonthOfRevenue['earned']>,
    expectedBalances: Partial<MonthOfRevenue['balances']>,
  ) =>
    eventually(`the books show ${JSON.stringify([expectedEarned, expectedBalances])}`, async () => {
      const shownMonths = await months();
      const earnedSum = (name: keyof MonthOfRevenue['earned']) =>
        addMoney(shownMonths.map(({ earned }) => earned[name]));
      return (
        Object.entries(expectedEarned).every(
          ([name, amount]) => earnedSum(name as keyof MonthOfRevenue['earned']) === amount,
        ) &&
        Object.entries(expectedBalances).every(
          ([name, amount]) =>
            shownMonths[0]?.balances[name as keyof MonthOfRevenue['balances']] === amount,
        )
      );
    });
  await becomes(
    { commission: '0.00', fees: '9.87', net: '-9.87' },
    { held: '330.00', owedToHosts: '0.00', stripeCash: '320.13' },
  );
  const [{ month: chargeMonth }] = (await months()) as [MonthOfRevenue];
  const { code, printed } = await runOperatorCommand(
    paidCourtly,
    ...['ledger', 'export', '--from', chargeMonth, '--to', chargeMonth],
  );
  expect(code).toBe(0);
  expect(printed.join('\n')).toContain('"Held for upcoming bookings","","330.00"');

  courtly.config.CLOCK_OFFSET_MS = Date.parse(endTime) - Date.now() + 1_000;
  await commands.execute(
    new PassDeadlineCommand(
      { bookingId: id, deadline: 'end' },
      systemContext(`end.${id}`, endTime),
    ),
  );
  const { intentId } = (await paidCourtly.payment(id))!;
  await stripe.refunds.create({ payment_intent: intentId, amount: 500 });
  await becomes(
    { commission: '33.00', refunds: '5.00', net: '18.13' },
    { held: '0.00', owedToHosts: '297.00', stripeCash: '315.13' },
  );

  const summary = async () =>
    (await host.agent.get('/api/host/statement/summary').expect(200)).body as StatementSummary;
  expect(await summary()).toMatchObject({ due: '297.00', frozen: '0.00', debt: '0.00' });
  await admin.agent
    .post(`/api/admin/bookings/${id}/payout-holds`)
    .send({ reason: 'The player reported a no-show.' })
    .expect(200);
  await eventually('the host sees the hold', async () => (await summary()).frozen === '297.00');
  expect((await summary()).due).toBe('0.00');

  const monthNames = (await months()).map(({ month }) => month).reverse();
  const [from, to] = [monthNames[0]!, monthNames.at(-1)!];
  const journalFile = await admin.agent
    .get(`/api/admin/accounting/journal.csv?from=${from}&to=${to}`)
    .expect(200);
  expect(journalFile.headers['content-type']).toContain('text/csv');
  const rows = journalFile.text.trimEnd().split('\r\n');
  expect(rows[0]).toContain('"Booked at (UTC)","Month","Event"');
  expect(journalFile.text).toContain(`"PaymentCaptured"`);
  expect(journalFile.text).toContain(`"Payable to hosts","","297.00"`);

  await admin.agent.post('/api/admin/accounting/periods').send({ month: to }).expect(409);
  const later = `${nextMonth(to)}-02T00:00:00.000Z`;
  for (const month of monthNames)
    await commands.execute(
      new ClosePeriodCommand({ month }, systemContext(`close ${month}`, later)),
    );
  await eventually('the months are closed', async () =>
    (await months()).every(({ closedAt }) => closedAt !== null),
  );
  await becomes({ commission: '33.00', net: '18.13' }, { owedToHosts: '297.00' });
  const readModels = courtly.app.get(ReadModels, { strict: false });
  const plan = await readModels.read(journal, (collection) =>
    collection.find({ 'entries.month': { $gt: '', $gte: to } }).explain('queryPlanner'),
  );
  expect(JSON.stringify(plan)).toContain('IXSCAN');

  const hosts = await admin.agent
    .get(`/api/admin/accounting/hosts.csv?year=${new Date().getUTCFullYear()}`)
    .expect(200);
  expect(hosts.text.split('\r\n')[1]).toContain(`"${host.user.id}"`);
  expect(hosts.text.split('\r\n')[1]).toContain('"1","330.00"');
  await admin.agent.get('/api/admin/revenue?months=37').expect(400);
  for (const path of ['/api/admin/revenue', '/api/admin/accounting/hosts.csv?year=2027'])
    await player.agent.get(path).expect(403);
});
