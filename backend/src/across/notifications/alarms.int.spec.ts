import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { NotificationItem } from '@courtly/contracts/notifications';
import { addDays, localDate } from '../../platform/kernel/local-time.js';
import { anAdmin } from '../../../testing/admin.js';
import type { Member } from '../../../testing/courtly.js';
import { startMailbox } from '../../../testing/mailbox.js';
import { type PaidCourtly, startPaidCourtly } from '../../../testing/paid-courtly.js';
import { eventually } from '../../../testing/stores.js';

let mailbox: Awaited<ReturnType<typeof startMailbox>>;
let paidCourtly: PaidCourtly;
beforeAll(async () => {
  mailbox = await startMailbox();
  paidCourtly = await startPaidCourtly({
    MAIL_URL: mailbox.url,
    PUBLIC_URL: 'http://courtly.example',
  });
});
afterAll(async () => {
  await paidCourtly?.stop();
  await mailbox?.stop();
});

const admin = () => anAdmin(paidCourtly.courtly);
const alarmsOf = async ({ agent }: Member) =>
  ((await agent.get('/api/notices').expect(200)).body as NotificationItem[]).filter(
    ({ side }) => side === 'admin',
  );

it('alerts every admin once to a dispute and a failed refund, in the list and by email', async () => {
  const { courtly, stripe } = paidCourtly;
  const [avery, blake] = [await admin(), await admin()];
  const [host, player] = [await courtly.register('owner'), await courtly.player()];
  const court = await courtly.court(host);
  const [slot] = await courtly.slots(court.id, addDays(localDate(court.zone, Date.now()), 5));
  const booking = (await courtly.book(player, court.id, slot!).expect(201)).body as Booking;
  await paidCourtly.pay(booking.id);
  await paidCourtly.untilAuthorized(booking.id);
  await host.agent
    .patch(`/api/bookings/${booking.id}/status`)
    .send({ status: 'confirmed' })
    .expect(200);
  const { chargeId } = await eventually('the booking is paid', async () => {
    const storedPayment = await paidCourtly.payment(booking.id);
    return storedPayment?.status === 'captured' && storedPayment;
  });

  const { id: refundId } = await stripe.refunds.create({ charge: chargeId!, amount: 500 });
  await paidCourtly.control('POST', `/refunds/${refundId}/fail`, {});
  await eventually('an admin is alerted', async () => (await alarmsOf(blake)).length === 1);
  await paidCourtly.control('POST', `/charges/${chargeId}/dispute`, {});
  // Repeated webhooks must not raise another alarm.
  await paidCourtly.control('POST', '/deliveries/flush', {});
  for (const admin of [avery, blake]) {
    const alarms = await eventually('both alarms arrive', async () => {
      const adminAlarms = await alarmsOf(admin);
      return adminAlarms.length === 2 && adminAlarms;
    });
    expect(alarms).toMatchObject([
      {
        type: 'payment_disputed',
        stripeId: expect.stringMatching(/^du_|^dp_/),
        bookingId: booking.id,
        answerBy: expect.any(String),
      },
      { type: 'refund_came_back', stripeId: refundId, amount: { amount: '5.00', currency: 'usd' } },
    ]);
    const mails = await eventually('both emails arrive', async () => {
      const alarmEmails = mailbox
        .to(admin.email)
        .filter(({ subject }) => /refund failed|is disputed/.test(subject!));
      return alarmEmails.length === 2 && alarmEmails;
    });
    expect(mails.map(({ text }) => text).join()).toContain(refundId);
    expect(mails.map(({ text }) => text).join()).toMatch(
      /Respond to d[up]_\S+ in Stripe by \w+day, /,
    );
    expect(mails[0]!.text).toContain('http://courtly.example/admin/money');
  }
  const hostNotification = await eventually('the host learns about the dispute', async () =>
    ((await host.agent.get('/api/notices').expect(200)).body as NotificationItem[]).find(
      ({ type }) => type === 'charge_disputed',
    ),
  );
  expect(hostNotification).toMatchObject({
    side: 'host',
    amount: { amount: booking.totalAmount, currency: 'usd' },
  });
  const hostEmail = await eventually('the host receives an email', async () =>
    mailbox.to(host.email).find(({ subject }) => subject === "A player's bank disputed a payment"),
  );
  expect(hostEmail.text).toContain('http://courtly.example/host/earnings');
  expect(await alarmsOf(player)).toEqual([]);
  expect(await alarmsOf(host)).toEqual([]);
});
