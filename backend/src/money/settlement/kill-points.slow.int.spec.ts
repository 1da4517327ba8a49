import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { CourtDetail } from '@courtly/contracts/courts';
import { systemContext } from '../../platform/kernel/context.js';
import { Streams } from '../../platform/kernel/streams.js';
import { payment } from '../payments/payment.js';
import type { Courtly, Member } from '../../../testing/courtly.js';
import {
  type CallPoint,
  Killed,
  aroundCalls,
  callPoints,
  expectCleanMoney,
  freeSlots,
  killsPerPoint,
  maxDurationMs,
} from '../../../testing/kill-points.js';
import { type PaidCourtly, startPaidCourtly } from '../../../testing/paid-courtly.js';
import { SettleBookingCommand } from './settlement.commands.js';
import { StripeCalls } from './stripe-calls.service.js';

/**
 * Bookings alternate between an intent that is charged and refunded and one whose authorization is
 * released.
 */
const CALLS_OF_TWO_LIVES = 5;
const LIVES = Math.ceil((2 * killsPerPoint) / CALLS_OF_TWO_LIVES);

let paidCourtly: PaidCourtly;
let courtly: Courtly;
let host: Member;
let player: Member;
let court: CourtDetail;
let slots: ReturnType<typeof freeSlots>;
let points: ReturnType<typeof aroundCalls>;

beforeAll(async () => {
  // No worker runs, because it would finish the interrupted steps.
  paidCourtly = await startPaidCourtly({ ROLES: 'api,projector' });
  ({ courtly } = paidCourtly);
  host = await courtly.register('owner');
  player = await courtly.player();
  court = await courtly.court(host);
  slots = freeSlots(courtly, court.id);

  const calls = courtly.app.get(StripeCalls, { strict: false });
  points = aroundCalls(
    courtly,
    calls,
    ['createIntent', 'captureIntent', 'cancelIntent', 'refundIntent'],
    payment,
  );
});

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

/** Settles until the process dies at a point, and then continues as its replacement would. */
const settleThroughDeath = async (bookingId: string, point: CallPoint) => {
  points.arm(point);
  await expect(settle(bookingId)).rejects.toThrow(Killed);
  await settle(bookingId);
};

const request = async (point: CallPoint): Promise<string> => {
  const { value: slot } = await slots.next();
  const { id } = (await courtly.book(player, court.id, slot).expect(201)).body as Booking;
  await settleThroughDeath(id, point);
  expect((await paidCourtly.pay(id)).status).toBe(200);
  await settle(id);
  return id;
};
const approve = (id: string) =>
  host.agent.patch(`/api/bookings/${id}/status`).send({ status: 'confirmed' }).expect(200);
const cancel = (id: string) => player.agent.post(`/api/bookings/${id}/cancel`).send({}).expect(200);

const effectsOf = async (id: string) => {
  const { intentId } = (await paidCourtly.payment(id))!;
  const [intent, charges, refunds, events] = await Promise.all([
    paidCourtly.stripe.paymentIntents.retrieve(intentId),
    paidCourtly.stripe.charges.list({ payment_intent: intentId }),
    paidCourtly.stripe.refunds.list({ payment_intent: intentId }),
    courtly.app.get(Streams, { strict: false }).events(`payment-${id}`),
  ]);
  return {
    status: intent.status,
    capturedCents: charges.data.map(({ amount_captured }) => amount_captured),
    refundedCents: refunds.data.map(({ amount }) => amount),
    events: events.map(({ type }) => type),
  };
};

const refundThroughDeaths = async (point: CallPoint) => {
  const id = await request(point);
  await approve(id);
  await settleThroughDeath(id, point);
  await cancel(id);
  await settleThroughDeath(id, point);
  expect(await effectsOf(id)).toEqual({
    status: 'succeeded',
    capturedCents: [33_000],
    refundedCents: [33_000],
    events: ['PaymentIntentCreated', 'PaymentAuthorised', 'PaymentCaptured', 'PaymentRefunded'],
  });
};

const releaseThroughDeaths = async (point: CallPoint) => {
  const id = await request(point);
  await cancel(id);
  await settleThroughDeath(id, point);
  expect(await effectsOf(id)).toEqual({
    status: 'canceled',
    capturedCents: [0],
    refundedCents: [],
    events: ['PaymentIntentCreated', 'PaymentAuthorised', 'PaymentReleased'],
  });
};

it.each(callPoints)(
  'creates and records each payment step once even if processes die %s',
  async (point) => {
    points.reset();
    for (let life = 0; life < LIVES; life++)
      await (life % 2 === 0 ? refundThroughDeaths(point) : releaseThroughDeaths(point));
    expect(points.kills()).toBeGreaterThanOrEqual(killsPerPoint);
    const bookingIds: string[] = [];
    for await (const { metadata } of paidCourtly.stripe.paymentIntents.list({ limit: 100 }))
      bookingIds.push(metadata['bookingId']!);
    expect(new Set(bookingIds).size).toBe(bookingIds.length);
  },
  maxDurationMs,
);

it('leaves nothing for verify and reconcile to find', () => expectCleanMoney(paidCourtly));
