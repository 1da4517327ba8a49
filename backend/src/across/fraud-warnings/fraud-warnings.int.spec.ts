import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { MoneyCase } from '@courtly/contracts/money-desk';
import type { NotificationItem } from '@courtly/contracts/notifications';
import { loadBooking } from '../../booking/bookings/load-booking.js';
import { fraudWarning } from '../../money/cases/fraud-warning.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { systemContext } from '../../platform/kernel/context.js';
import { addDays, localDate } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { anAdmin } from '../../../testing/admin.js';
import type { Member } from '../../../testing/courtly.js';
import { fraudWarned } from '../../../testing/paid-booking.js';
import { type Memberships, startMemberships } from '../../../testing/memberships.js';
import { eventually } from '../../../testing/stores.js';

let memberships: Memberships;
let admin: Member;
beforeAll(async () => {
  memberships = await startMemberships();
  admin = await anAdmin(memberships.courtly);
});
afterAll(() => memberships?.stop());

/** A booking that was charged. */
const charged = async () => {
  const { courtly, paidCourtly } = memberships;
  const [host, player] = [await courtly.register('owner'), await courtly.player()];
  const court = await courtly.court(host);
  const [slot] = await courtly.slots(court.id, addDays(localDate(court.zone, Date.now()), 2));
  const booking = (await courtly.book(player, court.id, slot!).expect(201)).body as Booking;
  await paidCourtly.pay(booking.id);
  await paidCourtly.untilAuthorized(booking.id);
  await host.agent
    .patch(`/api/bookings/${booking.id}/status`)
    .send({ status: 'confirmed' })
    .expect(200);
  await eventually(
    'the booking is charged',
    async () => (await paidCourtly.payment(booking.id))?.status === 'captured',
  );
  return { booking, intentId: (await paidCourtly.payment(booking.id))!.intentId };
};

const warn = async (intentId: string) => {
  const { latest_charge: chargeId } = await memberships.stripe.paymentIntents.retrieve(intentId);
  const path = `/charges/${chargeId as string}/fraud_warning`;
  await memberships.paidCourtly.control('POST', path, {});
};
const caseOf = (id: string, status: MoneyCase['status']) =>
  eventually(`the case ${id} is ${status}`, async () => {
    const { body } = await admin.agent.get('/api/admin/money/cases').query({ status });
    return (body as MoneyCase[]).find((item) => item.id === `fraud.${id}`);
  });
const alarms = async (type: NotificationItem['type']) => {
  const { body } = await admin.agent.get('/api/notices').expect(200);
  return (body as NotificationItem[]).filter((item) => item.type === type);
};

it('opens a case until the charge of a booking is refunded, and alerts admins once', async () => {
  const { booking, intentId } = await charged();
  await warn(intentId);
  expect(await caseOf(booking.id, 'open')).toMatchObject({
    section: 'disputes',
    problem: 'fraud_warning',
    amount: { amount: booking.totalAmount },
    stripeId: intentId,
    code: 'made_with_stolen_card',
    booking: { id: booking.id },
  });
  await eventually(
    'an admin is alerted',
    async () => (await alarms('payment_fraud_warned')).length > 0,
  );

  const { data: events } = await memberships.stripe.events.list({
    type: 'radar.early_fraud_warning.created',
  });
  await memberships.paidCourtly.control('POST', `/events/${events[0]!.id}/resend`, {});
  await admin.agent
    .post(`/api/admin/bookings/${booking.id}/refunds`)
    .send({ amount: booking.totalAmount, bearer: 'platform', reason: 'A stolen card.' })
    .expect(202);
  expect(await caseOf(booking.id, 'done')).toMatchObject({ outcome: 'moved' });
  expect(await alarms('payment_fraud_warned')).toHaveLength(1);
});

it('closes the case if the refund is recorded before the warning', async () => {
  const { courtly, paidCourtly, stripe } = memberships;
  const { booking, intentId } = await charged();
  await paidCourtly.control('POST', '/webhooks', { lose: { fraction: 1 } });
  await warn(intentId);
  await admin.agent
    .post(`/api/admin/bookings/${booking.id}/refunds`)
    .send({ amount: booking.totalAmount, bearer: 'platform', reason: 'A stolen card.' })
    .expect(202);
  await eventually('the refund is recorded', async () =>
    Object.values((await paidCourtly.payment(booking.id))!.refunds).some(Boolean),
  );
  await paidCourtly.control('DELETE', '/webhooks');
  const { data: warnings } = await stripe.radar.earlyFraudWarnings.list({
    payment_intent: intentId,
  });
  const warningId = warnings[0]!.id;
  // The worker read the charge before the refund.
  const { courtId, hostId, playerId } = (await loadBooking(
    courtly.app.get(Streams, { strict: false }),
    booking.id,
  ))!;
  const { data } = fraudWarned({
    warningId,
    bookingId: booking.id,
    courtId,
    hostId,
    playerId,
    paidBy: intentId,
  });
  await courtly.app
    .get(CommandHandling, { strict: false })
    .handle(
      fraudWarning,
      warningId,
      { type: 'RecordFraudWarning', data },
      systemContext(warningId, data.receivedAt),
    );
  expect(await caseOf(booking.id, 'done')).toMatchObject({ outcome: 'moved' });
});

it('lets an admin who trusts the payment mark the case as done', async () => {
  const { booking, intentId } = await charged();
  await warn(intentId);
  await caseOf(booking.id, 'open');
  await admin.agent
    .post(`/api/admin/money/cases/fraud.${booking.id}/closure`)
    .send({ reason: 'The player called; it was a mistake.' })
    .expect(200);
  expect(await caseOf(booking.id, 'done')).toMatchObject({ outcome: 'closed' });
});

it.each(['founder', 'subscriber'] as const)('names the membership of a %s', async (kind) => {
  const member =
    kind === 'founder' ? await memberships.joinAsFounder() : await memberships.joinMonthly();
  await warn(member.intentId);
  const [payment] = (await memberships.loadMembership(member)).payments;
  const { paidBy } = payment!;
  expect(await caseOf(paidBy, 'open')).toMatchObject({
    problem: 'fraud_warning',
    stripeId: paidBy,
    booking: null,
    member: { id: member.user.id },
  });
  await admin.agent
    .post(`/api/admin/users/${member.user.id}/membership-refunds`)
    .send({ paidBy, amount: kind === 'founder' ? '199.00' : '100.00', reason: 'A stolen card.' })
    .expect(202);
  expect(await caseOf(paidBy, 'done')).toMatchObject({ outcome: 'moved' });
});
