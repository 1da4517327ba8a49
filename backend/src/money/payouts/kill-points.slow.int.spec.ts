import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { CourtDetail } from '@courtly/contracts/courts';
import type Stripe from 'stripe';
import { PassDeadlineCommand } from '../../booking/bookings/bookings.commands.js';
import { systemContext } from '../../platform/kernel/context.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { SettleBookingCommand } from '../settlement/settlement.commands.js';
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
import { ReadAccountCommand } from './accounts.commands.js';
import { PayoutCalls } from './payout-calls.service.js';
import { payout } from './payout.js';
import { SettlePayoutCommand } from './payouts.commands.js';

/** One transfer and one reversal. */
const CALLS_OF_A_LIFE = 2;
const LIVES = Math.ceil(killsPerPoint / CALLS_OF_A_LIFE);

let paidCourtly: PaidCourtly;
let courtly: Courtly;
let host: Member;
let player: Member;
let court: CourtDetail;
let slots: ReturnType<typeof freeSlots>;
let points: ReturnType<typeof aroundCalls>;

type Settling =
  | SettleBookingCommand
  | SettlePayoutCommand
  | PassDeadlineCommand
  | ReadAccountCommand;
const run = (command: Settling) =>
  courtly.app.get(CommandBus, { strict: false }).execute<Settling, unknown>(command);
const settle = ({ id }: Booking) =>
  run(
    new SettleBookingCommand(
      { bookingId: id },
      systemContext(`settle ${id}`, new Date().toISOString()),
    ),
  );

const pay = ({ id, endTime }: Booking) => {
  const dueAt = new Date(Date.parse(endTime) + DAY_MS).toISOString();
  return run(new SettlePayoutCommand({ bookingId: id }, systemContext(`pay ${id}`, dueAt)));
};

/** Pays until the process dies at a point, and then continues as its replacement would. */
const payThroughDeath = async (booking: Booking, point: CallPoint) => {
  points.arm(point);
  await expect(pay(booking)).rejects.toThrow(Killed);
  await pay(booking);
};

beforeAll(async () => {
  // No worker runs, because it would finish the interrupted steps.
  paidCourtly = await startPaidCourtly({ ROLES: 'api,projector' });
  ({ courtly } = paidCourtly);
  host = await courtly.register('owner');
  player = await courtly.player();
  court = await courtly.court(host);
  slots = freeSlots(courtly, court.id);
  await host.agent.post('/api/host/payout-account').send({}).expect(200);
  const { id } = (await paidCourtly.stripe.accounts.list()).data[0]!;
  await paidCourtly.control('POST', `/accounts/${id}/transfers`, { status: 'active' });
  await run(
    new ReadAccountCommand(
      { hostId: host.user.id, accountId: null },
      systemContext('read', new Date().toISOString()),
    ),
  );

  const calls = courtly.app.get(PayoutCalls, { strict: false });
  points = aroundCalls(courtly, calls, ['createTransfer', 'reverseTransfer'], payout);
});

afterAll(async () => {
  jest.restoreAllMocks();
  await paidCourtly?.stop();
});

const live = async (point: CallPoint): Promise<string> => {
  const { value: slot } = await slots.next();
  const booking = (await courtly.book(player, court.id, slot).expect(201)).body as Booking;
  const { id, endTime } = booking;
  await settle(booking);
  expect((await paidCourtly.pay(id)).status).toBe(200);
  await settle(booking);
  await host.agent.patch(`/api/bookings/${id}/status`).send({ status: 'confirmed' }).expect(200);
  await settle(booking);
  await run(
    new PassDeadlineCommand(
      { bookingId: id, deadline: 'end' },
      systemContext(`end.${id}`, endTime),
    ),
  );
  await payThroughDeath(booking, point);
  const { chargeId } = (await paidCourtly.payment(id))!;
  const dispute = await paidCourtly.control('POST', `/charges/${chargeId}/dispute`, {});
  const { id: disputeId } = dispute as Stripe.Dispute;
  await paidCourtly.control('POST', `/disputes/${disputeId}/close`, { status: 'lost' });
  await payThroughDeath(booking, point);
  return id;
};

it.each(callPoints)(
  'creates and records each transfer and reversal once even if processes die %s',
  async (point) => {
    points.reset();
    for (let life = 0; life < LIVES; life++) {
      const id = await live(point);
      const [{ data }, events] = await Promise.all([
        paidCourtly.stripe.transfers.list({ transfer_group: `booking_${id}` }),
        courtly.app.get(Streams, { strict: false }).events(`payout-${id}`),
      ]);
      expect(
        data.map(({ amount, reversals }) => [
          amount,
          reversals.data.map((reversal) => reversal.amount),
        ]),
      ).toEqual([[29_700, [29_700]]]);
      expect(events.map(({ type }) => type)).toEqual(['PayoutTransferred', 'PayoutReversed']);
    }
    expect(points.kills()).toBeGreaterThanOrEqual(killsPerPoint);
  },
  maxDurationMs,
);

it('leaves nothing for verify and reconcile to find', () => expectCleanMoney(paidCourtly));
