import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Slot } from '@courtly/contracts/availability';
import type { Booking } from '@courtly/contracts/bookings';
import type { CourtDetail } from '@courtly/contracts/courts';
import { systemContext } from '../../platform/kernel/context.js';
import { Streams } from '../../platform/kernel/streams.js';
import { payment } from '../payments/payment.js';
import type { Courtly, Member } from '../../../testing/courtly.js';
import { type CallPoint, Killed, aroundCalls, callPoints } from '../../../testing/kill-points.js';
import { type PaidCourtly, startPaidCourtly } from '../../../testing/paid-courtly.js';
import { SettleBookingCommand } from './settlement.commands.js';
import { StripeCalls } from './stripe-calls.service.js';

const KILLS = 100;
const CALLS_OF_A_LIFE = 3;
const LIVES = Math.ceil(KILLS / CALLS_OF_A_LIFE);

let paidCourtly: PaidCourtly;
let courtly: Courtly;
let host: Member;
let player: Member;
let court: CourtDetail;
let points: ReturnType<typeof aroundCalls>;

beforeAll(async () => {
  // Without a worker, because it would finish the interrupted steps.
  paidCourtly = await startPaidCourtly({ ROLES: 'api,projector' });
  ({ courtly } = paidCourtly);
  host = await courtly.register('owner');
  player = await courtly.player();
  court = await courtly.court(host);

  const calls = courtly.app.get(StripeCalls, { strict: false });
  points = aroundCalls(
    courtly,
    calls,
    ['createIntent', 'captureIntent', 'cancelIntent', 'refundIntent'],
    payment,
  );
}, 60_000);

afterAll(async () => {
  jest.restoreAllMocks();
  await paidCourtly?.stop();
});

const settle = (bookingId: string) =>
  courtly.app
    .get(CommandBus, { strict: false })
    .execute(
      new SettleBookingCommand(
        { bookingId },
        systemContext(`settle ${bookingId}`, new Date().toISOString()),
      ),
    );

/** Settles until the process dies at a point, and then once more like its replacement. */
const settleThroughDeath = async (bookingId: string, point: CallPoint) => {
  points.arm(point);
  await expect(settle(bookingId)).rejects.toThrow(Killed);
  await settle(bookingId);
};

const live = async (slot: Slot, point: CallPoint): Promise<string> => {
  const { id } = (await courtly.book(player, court.id, slot).expect(201)).body as Booking;
  await settleThroughDeath(id, point);
  expect((await paidCourtly.pay(id)).status).toBe(200);
  await settle(id);
  await host.agent.patch(`/api/bookings/${id}/status`).send({ status: 'confirmed' }).expect(200);
  await settleThroughDeath(id, point);
  await player.agent.post(`/api/bookings/${id}/cancel`).send({}).expect(200);
  await settleThroughDeath(id, point);
  return id;
};

it.each(callPoints)(
  'creates and records each intent, charge, and refund once if processes die %s',
  async (point) => {
    points.reset();
    const days = Array.from(
      { length: 3 },
      (_, index) => 20 + callPoints.indexOf(point) * 3 + index,
    );
    const dates = days.map((day) =>
      new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10),
    );
    const slots = (await Promise.all(dates.map((date) => courtly.slots(court.id, date))))
      .flat()
      .slice(0, LIVES);
    expect(slots).toHaveLength(LIVES);
    for (const slot of slots) {
      const id = await live(slot, point);
      const { intentId } = (await paidCourtly.payment(id))!;
      const [charges, refunds, events] = await Promise.all([
        paidCourtly.stripe.charges.list({ payment_intent: intentId }),
        paidCourtly.stripe.refunds.list({ payment_intent: intentId }),
        courtly.app.get(Streams, { strict: false }).events(`payment-${id}`),
      ]);
      expect(
        charges.data.map(({ captured, amount_refunded }) => [captured, amount_refunded]),
      ).toEqual([[true, 33_000]]);
      expect(refunds.data.map(({ amount }) => amount)).toEqual([33_000]);
      expect(events.map(({ type }) => type)).toEqual([
        ...['PaymentIntentCreated', 'PaymentAuthorised', 'PaymentCaptured', 'PaymentRefunded'],
      ]);
    }
    expect(points.kills()).toBeGreaterThanOrEqual(KILLS);
    const made: string[] = [];
    for await (const { metadata } of paidCourtly.stripe.paymentIntents.list({ limit: 100 }))
      made.push(metadata['bookingId']!);
    expect(new Set(made).size).toBe(made.length);
  },
  120_000,
);
