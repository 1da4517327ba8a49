import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { BookingNotificationType } from '@courtly/contracts/notifications';
import { Queues } from '../../platform/processes/queues.js';
import type { Member } from '../../../testing/courtly.js';
import { type Mailbox, startMailbox } from '../../../testing/mailbox.js';
import { type Payouts, startPayouts } from '../../../testing/payouts.js';
import { eventually } from '../../../testing/stores.js';

let mailbox: Mailbox;
let payouts: Payouts;

beforeAll(async () => {
  mailbox = await startMailbox();
  payouts = await startPayouts({ MAIL_URL: mailbox.url });
});
afterAll(async () => {
  await payouts?.paidCourtly.stop();
  await mailbox?.stop();
});

const queues = () => payouts.courtly.app.get(Queues, { strict: false });
/** Waits for the emails about a booking that are queued for the mail server. */
const waitFor = ({ id }: Booking, ...types: BookingNotificationType[]) =>
  eventually(`emails about ${types.join()} wait`, async () => {
    const waiting = new Set<unknown>();
    for await (const page of queues().failures())
      for (const { data } of page)
        if ('bookingId' in data && data.bookingId === id) waiting.add(Object(data)['type']);
    return types.every((type) => waiting.has(type));
  });
const sendAll = () =>
  eventually('all emails are sent', async () => {
    await queues().retryAll();
    const counts = (await queues().countJobs()).get('emails')!;
    return Object.values(counts).every((count) => count === 0);
  });
const settle = ({ id }: Booking, amount: string) =>
  payouts.admin.agent
    .post(`/api/admin/bookings/${id}/payment/settlements`)
    .send({ amount, outcome: 'paid', reason: 'Paid by check.' })
    .expect(201);
/** The emails to a member that concern money, by subject. */
const received = ({ email }: Member, from = 0) =>
  mailbox
    .to(email)
    .slice(from)
    .map(({ subject, text }) => [subject!, text!] as const);
const people = () => [payouts.player, payouts.host, payouts.admin];
const debtEmails: readonly BookingNotificationType[] = [
  'payment_overdue',
  'charge_overdue',
  'payment_unpaid',
];
const subjectsOfDebt = /could(n't| not) (charge|be charged)|unpaid/;

describe('emails about a debt, delayed by the mail server', () => {
  it('are not sent once the debt is paid, but the confirmations are', async () => {
    await mailbox.leave();
    const booking = await payouts.overdue();
    await waitFor(booking, ...debtEmails);
    await settle(booking, '330.00');
    await waitFor(booking, 'payment_settled', 'charge_settled');
    await mailbox.comeBack();
    await sendAll();
    const [player, host, admin] = people().map((member) => new Map(received(member)));
    expect(player!.get('We received your payment')).toContain('We received $330.00');
    expect(host!.get('The player has paid')).toContain('The player paid $330.00');
    for (const emails of [player!, host!, admin!])
      expect([...emails.keys()].filter((subject) => subjectsOfDebt.test(subject))).toEqual([]);
  });

  it('are sent while part of the debt is owed, and so are the confirmations', async () => {
    const counts = people().map((member) => received(member).length);
    await mailbox.leave();
    const booking = await payouts.overdue();
    await waitFor(booking, ...debtEmails);
    await settle(booking, '165.00');
    await waitFor(booking, 'payment_settled', 'charge_settled');
    await mailbox.comeBack();
    await sendAll();
    const [player, host, admin] = people().map(
      (member, index) => new Map(received(member, counts[index])),
    );
    expect(player!.get("We couldn't charge your card")).toContain('$330.00');
    expect(player!.get('We received your payment')).toContain('$165.00');
    expect(host!.get("A player's card couldn't be charged")).toContain('$330.00');
    expect(host!.get('The player has paid')).toContain('$165.00');
    expect(admin!.get('A booked hour is unpaid')).toContain('$330.00');
  });
});
