import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { PayoutHold } from '@courtly/contracts/admin-money';
import type { Incident } from '@courtly/contracts/incidents';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import { moveClockTo } from '../../../testing/completed-booking.js';
import { type Payouts, dueAt, startPayouts } from '../../../testing/payouts.js';
import { eventually } from '../../../testing/stores.js';

let payouts: Payouts;
beforeAll(async () => {
  payouts = await startPayouts();
});
afterAll(() => payouts?.paidCourtly.stop());

it('a damage claim after the payout takes nothing back, and a compensation follows', async () => {
  const { admin, courtly, host, player, played, settle, shows, stripe, transfersOf } = payouts;
  const booking = await played();
  const { conduct } = courtly.config.policy;
  const claimMs = Date.parse(booking.endTime) + conduct.damageReportMinutes * MINUTE_MS;
  const claimAt = new Date(claimMs - MINUTE_MS).toISOString();
  expect(dueAt(booking) < claimAt).toBe(true);
  await settle(booking);
  const amountsSent = async () =>
    (await transfersOf(booking)).map(({ amount, amount_reversed }) => [amount, amount_reversed]);
  await eventually('the host is paid', async () => (await amountsSent()).length === 1);
  await moveClockTo(courtly, claimAt);
  const incidents = `/api/bookings/${booking.id}/incidents`;
  const { body } = await host.agent
    .post(incidents)
    .send({ kind: 'damage', words: 'The net is torn.', amount: '20.00' })
    .expect(201);
  await settle(booking, claimAt);
  expect(await amountsSent()).toEqual([[29_700, 0]]);

  await player.agent.post(`${incidents}/damage/answer`).send({ agrees: true }).expect(200);
  await eventually('the decision is carried out', async () => {
    const { body: holds } = await admin.agent.get('/api/admin/payout-holds').expect(200);
    return (holds as PayoutHold[]).length === 0;
  });
  expect(await amountsSent()).toEqual([[29_700, 0]]);
  const { body: after } = await host.agent.get(incidents).expect(200);
  expect((after as { incidents: Incident[] }).incidents).toMatchObject([
    { id: (body as Incident).id, status: 'upheld' },
  ]);

  // A later transfer uses the available balance, which does not include the charge yet.
  await stripe.topups.create({ amount: 1_000_000, currency: 'usd' });
  await admin.agent
    .post(`/api/admin/bookings/${booking.id}/payout-adjustments`)
    .send({
      direction: 'add',
      amount: '20.00',
      hostNote: 'For the torn net.',
      reason: 'The player agreed to the damage.',
    })
    .expect(202);
  await settle(booking, claimAt);
  await eventually('the host has the compensation too', async () => {
    const sent = (await amountsSent()).map(([amount]) => amount);
    return sent.toSorted().join() === '2000,29700';
  });
  await shows(booking, { amount: '317.00' });
});
