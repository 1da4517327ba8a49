import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Booking, CancellationQuote } from '@courtly/contracts/bookings';
import type { CityTaxes, MonthOfRevenue } from '@courtly/contracts/revenue';
import { CommandBus } from '@nestjs/cqrs';
import { PassDeadlineCommand } from '../../booking/bookings/bookings.commands.js';
import { GrantRoleCommand } from '../../people/identity/identity.commands.js';
import { systemContext } from '../../platform/kernel/context.js';
import { addDays, localDate } from '../../platform/kernel/local-time.js';
import { type PaidCourtly, startPaidCourtly } from '../../../testing/paid-courtly.js';
import { eventually } from '../../../testing/stores.js';

let paidCourtly: PaidCourtly;
beforeAll(async () => {
  const tax = { name: 'Sales tax', rate: 800, included: false };
  paidCourtly = await startPaidCourtly({}, { cities: { 'Paradise Valley': { tax } } });
});
afterAll(() => paidCourtly?.stop());

it('charges the tax of the city, returns it with a refund, and reports the rest', async () => {
  const { courtly } = paidCourtly;
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
  const court = await courtly.court(host);
  const taxLine = { name: 'Sales tax', rate: 800, included: false, amount: '26.40' };
  expect(court.quote).toMatchObject({ tax: taxLine, totalAmount: '356.40' });
  const day = addDays(localDate(court.zone, Date.now()), 2);
  const [playedSlot, canceledSlot] = await courtly.slots(court.id, day);
  const bookAndPay = async (slot: NonNullable<typeof playedSlot>) => {
    const booking = (await courtly.book(player, court.id, slot).expect(201)).body as Booking;
    await paidCourtly.pay(booking.id);
    await eventually(
      'the host can respond',
      async () =>
        ((await player.agent.get(`/api/bookings/${booking.id}`)).body as Booking).paymentStatus ===
        'authorised',
    );
    await host.agent
      .patch(`/api/bookings/${booking.id}/status`)
      .send({ status: 'confirmed' })
      .expect(200);
    return booking;
  };
  const played = await bookAndPay(playedSlot!);
  expect(played).toMatchObject({
    hourlyRate: '300.00',
    serviceFee: '30.00',
    tax: taxLine,
    totalAmount: '356.40',
    payoutAmount: '297.00',
  });
  const canceled = await bookAndPay(canceledSlot!);
  courtly.config.CLOCK_OFFSET_MS = Date.parse(canceled.startTime) - Date.now() - 3 * 3_600_000;
  const lateQuote = (
    await player.agent.get(`/api/bookings/${canceled.id}/cancellation`).expect(200)
  ).body as CancellationQuote;
  expect(lateQuote).toMatchObject({
    rule: 'late',
    refundAmount: '178.20',
    hostAmount: '148.50',
    platformAmount: '16.50',
    taxAmount: '13.20',
  });
  await player.agent.post(`/api/bookings/${canceled.id}/cancel`).send({}).expect(200);

  courtly.config.CLOCK_OFFSET_MS = Date.parse(played.endTime) - Date.now() + 1_000;
  await commands.execute(
    new PassDeadlineCommand(
      { bookingId: played.id, deadline: 'end' },
      systemContext(`end.${played.id}`, played.endTime),
    ),
  );
  const receiptOf = async (bookingId: string) =>
    (await player.agent.get(`/api/bookings/${bookingId}/receipt`).expect(200)).body as {
      receipt: { netAmount: string; netTax: string } | null;
    };
  await eventually(
    'the refund is made',
    async () => (await receiptOf(canceled.id)).receipt?.netAmount === '178.20',
  );
  expect(await receiptOf(canceled.id)).toMatchObject({
    receipt: { tax: taxLine, totalAmount: '356.40', netTax: '13.20' },
  });

  const months = async () =>
    (await admin.agent.get('/api/admin/revenue').expect(200)).body as MonthOfRevenue[];
  await eventually(
    'the tax is owed',
    async () => (await months())[0]?.balances.taxOwed === '39.60',
  );
  const monthNames = (await months()).map(({ month }) => month);
  const query = `from=${monthNames.at(-1)}&to=${monthNames[0]}`;
  const taxCsv = await admin.agent.get(`/api/admin/accounting/tax.csv?${query}`).expect(200);
  const [columns, ...rows] = taxCsv.text.trimEnd().split('\r\n');
  expect(columns).toBe(
    '"Month","City","Tax","Rate","In the price","Taxable","Tax due","Remitted","Paid on"',
  );
  // Both hours end in the same month, unless a new month begins between them.
  const sums = rows.map((row) => row.split(',').map((cell) => cell.replaceAll('"', '')));
  expect(new Set(sums.map((cells) => cells.slice(1, 5).join(' ')))).toEqual(
    new Set(['Paradise Valley Sales tax 8.00% Added']),
  );
  expect(sums.reduce((sum, cells) => sum + Number(cells[5]), 0)).toBeCloseTo(495);
  expect(sums.reduce((sum, cells) => sum + Number(cells[6]), 0)).toBeCloseTo(39.6);
  const journal = await admin.agent.get(`/api/admin/accounting/journal.csv?${query}`).expect(200);
  expect(journal.text).toContain('"2300","Tax payable","","26.40"');
  await player.agent.get(`/api/admin/accounting/tax.csv?${query}`).expect(403);

  const remit = (amount: string, key: string) =>
    admin.agent
      .post('/api/admin/accounting/tax-payments')
      .set('Idempotency-Key', key)
      .send({
        city: 'Paradise Valley',
        month: monthNames[0],
        amount,
        paidOn: new Date(Date.now() + courtly.config.CLOCK_OFFSET_MS).toISOString().slice(0, 10),
        note: 'Confirmation 4711',
      });
  const key = randomUUID();
  const [first, again] = [await remit('26.40', key), await remit('26.40', key)];
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
  await remit('13.21', randomUUID()).expect(400);
  const taxes = await eventually('the payment is shown', async () => {
    const { body } = await admin.agent.get('/api/admin/accounting/taxes').expect(200);
    return (body as CityTaxes).payments.length > 0 && (body as CityTaxes);
  });
  expect(taxes).toMatchObject({
    cities: [{ city: 'Paradise Valley', collected: '39.60', remitted: '26.40', owed: '13.20' }],
    payments: [{ month: monthNames[0], amount: '26.40', note: 'Confirmation 4711' }],
  });
  await eventually(
    'the books show the payment',
    async () => (await months())[0]?.balances.taxOwed === '13.20',
  );
  const remitted = await admin.agent.get(`/api/admin/accounting/tax.csv?${query}`).expect(200);
  expect(remitted.text).toContain(`"${monthNames[0]}","Paradise Valley","","","","","","26.40","`);
  await player.agent.get('/api/admin/accounting/taxes').expect(403);
});
