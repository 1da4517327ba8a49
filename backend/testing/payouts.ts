import type { Slot } from '@courtly/contracts/availability';
import type { Booking } from '@courtly/contracts/bookings';
import type { BookingPayout } from '@courtly/contracts/payouts';
import { CommandBus } from '@nestjs/cqrs';
import type Stripe from 'stripe';
import { PassDeadlineCommand } from '../src/booking/bookings/bookings.commands.js';
import { PayHostCommand, SettlePayoutCommand } from '../src/money/payouts/payouts.commands.js';
import { systemContext } from '../src/platform/kernel/context.js';
import { DAY_MS } from '../src/platform/kernel/local-time.js';
import { Streams } from '../src/platform/kernel/streams.js';
import { anAdmin } from './admin.js';
import { openPayoutAccount } from './payout-account.js';
import { startPaidCourtly } from './paid-courtly.js';
import { eventually } from './stores.js';

type PayoutCommand = SettlePayoutCommand | PayHostCommand | PassDeadlineCommand;

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** When the payout of a booking is due (UTC). */
export const dueAt = ({ endTime }: Booking) => new Date(Date.parse(endTime) + DAY_MS).toISOString();

/** Starts a paid Courtly with a player, an admin, and a host who can be paid for a court. */
export const startPayouts = async (
  environment: Record<string, string> = {},
  policyChanges: object = {},
) => {
  const paidCourtly = await startPaidCourtly(environment, { ...policyChanges });
  const { courtly, stripe } = paidCourtly;
  const host = await courtly.register('owner');
  const player = await courtly.player();
  const admin = await anAdmin(courtly);
  const court = await courtly.court(host, { name: '=Camelback' });
  const accountId = await openPayoutAccount(paidCourtly, host);
  const slots: Slot[] = [
    ...(await courtly.slots(court.id, inDays(20))),
    ...(await courtly.slots(court.id, inDays(21))),
  ];

  const run = (command: PayoutCommand) =>
    courtly.app.get(CommandBus, { strict: false }).execute<PayoutCommand, unknown>(command);

  const settle = (booking: Booking, at = dueAt(booking)) =>
    run(new SettlePayoutCommand({ bookingId: booking.id }, systemContext(`pay ${booking.id}`, at)));

  const payHost = (at: string) =>
    run(new PayHostCommand({ hostId: host.user.id }, systemContext(`pay the host ${at}`, at)));

  const transfersOf = async ({ id }: Booking) =>
    (await stripe.transfers.list({ transfer_group: `booking_${id}` })).data;

  const eventsOf = async ({ id }: Booking) =>
    (await courtly.app.get(Streams, { strict: false }).events(`payout-${id}`)).map(
      ({ type }) => type,
    );

  const shows = (booking: Booking, changes: Partial<BookingPayout>) =>
    eventually(`the payout shows ${JSON.stringify(changes)}`, async () => {
      const { body } = await host.agent.get(`/api/bookings/${booking.id}/payout`).expect(200);
      const bookingPayout = (body as { payout: BookingPayout }).payout;
      return Object.entries(changes).every(
        ([key, value]) => bookingPayout[key as keyof BookingPayout] === value,
      );
    });

  /** A $330 booking that was charged and played. */
  const played = async (): Promise<Booking> => {
    const booking = (await courtly.book(player, court.id, slots.shift()!).expect(201))
      .body as Booking;
    const becomes = (paymentStatus: Booking['paymentStatus']) =>
      eventually(`the payment is ${paymentStatus}`, async () => {
        const { body } = await player.agent.get(`/api/bookings/${booking.id}`).expect(200);
        return (body as Booking).paymentStatus === paymentStatus;
      });
    await paidCourtly.pay(booking.id);
    await becomes('authorised');
    await host.agent
      .patch(`/api/bookings/${booking.id}/status`)
      .send({ status: 'confirmed' })
      .expect(200);
    await becomes('captured');
    await run(
      new PassDeadlineCommand(
        { bookingId: booking.id, deadline: 'end' },
        systemContext(`end.${booking.id}`, booking.endTime),
      ),
    );
    await shows(booking, { amount: '297.00' });
    return booking;
  };

  /** A played booking whose authorization was canceled before a charge succeeded. */
  const overdue = async (): Promise<Booking> => {
    const [slot] = await courtly.slots(court.id, inDays(22));
    const booking = (await courtly.book(player, court.id, slot!).expect(201)).body as Booking;
    const { id, endTime } = booking;
    const payment = () => paidCourtly.payment(id);
    await paidCourtly.pay(id);
    await eventually(
      'the payment is authorized',
      async () => (await payment())?.status === 'authorised',
    );
    const capture = { call: 'POST /v1/payment_intents/:id/capture', when: 'before' };
    await paidCourtly.control('POST', '/faults', { ...capture, status: 500, times: 1_000 });
    await host.agent.patch(`/api/bookings/${id}/status`).send({ status: 'confirmed' }).expect(200);
    await run(
      new PassDeadlineCommand(
        { bookingId: id, deadline: 'end' },
        systemContext(`end.${id}`, endTime),
      ),
    );
    await stripe.paymentIntents.cancel((await payment())!.intentId);
    await eventually('the payment is overdue', async () => (await payment())?.overdueAt != null);
    await paidCourtly.control('DELETE', '/faults');
    return booking;
  };

  const chargeOf = async ({ id }: Booking) => {
    const intent = await stripe.paymentIntents.retrieve((await paidCourtly.payment(id))!.intentId);
    return { intentId: intent.id, chargeId: intent.latest_charge as string };
  };

  const dispute = async (booking: Booking) => {
    const { chargeId } = await chargeOf(booking);
    return (await paidCourtly.control(
      'POST',
      `/charges/${chargeId}/dispute`,
      {},
    )) as Stripe.Dispute;
  };

  const people = { host, player, admin };
  const actions = { settle, payHost, played, overdue, dispute };
  const readings = { transfersOf, eventsOf, shows, chargeOf };
  return { paidCourtly, courtly, stripe, court, accountId, ...people, ...actions, ...readings };
};

export type Payouts = Awaited<ReturnType<typeof startPayouts>>;
