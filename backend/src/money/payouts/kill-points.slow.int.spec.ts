import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Slot } from '@courtly/contracts/availability';
import type { Booking } from '@courtly/contracts/bookings';
import type { CourtDetail } from '@courtly/contracts/courts';
import { PassDeadlineCommand } from '../../booking/bookings/bookings.commands.js';
import { systemContext } from '../../platform/kernel/context.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { SettleBookingCommand } from '../settlement/settlement.commands.js';
import type { Courtly, Member } from '../../../testing/courtly.js';
import { type CallPoint, Killed, aroundCalls, callPoints } from '../../../testing/kill-points.js';
import { type PaidCourtly, startPaidCourtly } from '../../../testing/paid-courtly.js';
import { ReadAccountCommand } from './accounts.commands.js';
import { PayoutCalls } from './payout-calls.service.js';
import { payout } from './payout.js';
import { SettlePayoutCommand } from './payouts.commands.js';

const KILLS = 50;
const CALLS_OF_A_LIFE = 2;
const LIVES = Math.ceil(KILLS / CALLS_OF_A_LIFE);

let paidCourtly: PaidCourtly;
let courtly: Courtly;
let host: Member;
let player: Member;
let court: CourtDetail;
let points: ReturnType<typeof aroundCalls>;

type Settling =
  SettleBookingCommand | SettlePayoutCommand | PassDeadlineCommand | ReadAccountCommand;
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

/** Pays until the process dies at a point, and then once more like its replacement. */
const payThroughDeath = async (booking: Booking, point: CallPoint) => {
  points.arm(point);
  await expect(pay(booking)).rejects.toThrow(Killed);
  await pay(booking);
};

beforeAll(async () => {
  // Without a worker, because it would finish the interrupted steps.
  paidCourtly = await startPaidCourtly({ ROLES: 'api,projector' });
  ({ courtly } = paidCourtly);
  host = await courtly.register('owner');
  player = await courtly.player();
  court = await courtly.court(host);
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
}, 60_000);

afterAll(async () => {
  jest.restoreAllMocks();
  await paidCourtly?.stop();
});

const live = async (slot: Slot, point: CallPoint): Promise<string> => {
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
  const { intentId } = (await paidCourtly.payment(id))!;
  await paidCourtly.stripe.refunds.create({
    payment_intent: intentId,
    metadata: { bookingId: id },
  });
  await payThroughDeath(booking, point);
  return id;
};

it.each(callPoints)(
  'creates and records each transfer and reversal once if processes die %s',
  async (point) => {
    points.reset();
    const days = Array.from(
      { length: 2 },
      (_, index) => 20 + callPoints.indexOf(point) * 2 + index,
    );
    const dates = days.map((day) => new Date(Date.now() + day * DAY_MS).toISOString().slice(0, 10));
    const slots = (await Promise.all(dates.map((date) => courtly.slots(court.id, date))))
      .flat()
      .slice(0, LIVES);
    expect(slots).toHaveLength(LIVES);
    for (const slot of slots) {
      const id = await live(slot, point);
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
    expect(points.kills()).toBeGreaterThanOrEqual(KILLS);
  },
  120_000,
);
