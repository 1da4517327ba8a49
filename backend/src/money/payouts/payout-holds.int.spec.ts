import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BalanceReport, PayoutHold } from '@courtly/contracts/admin-money';
import type { AccountDetail } from '@courtly/contracts/admin-users';
import { type Payouts, dueAt, startPayouts } from '../../../testing/payouts.js';
import { eventually } from '../../../testing/stores.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';

let payouts: Payouts;
let paidCourtly: Payouts['paidCourtly'];
let stripe: Payouts['stripe'];
let host: Payouts['host'];
let admin: Payouts['admin'];
let settle: Payouts['settle'];
let payHost: Payouts['payHost'];
let played: Payouts['played'];
let transfersOf: Payouts['transfersOf'];

beforeAll(async () => {
  payouts = await startPayouts();
  ({ paidCourtly, stripe, host, admin, settle, payHost, played, transfersOf } = payouts);
});

afterAll(() => payouts?.paidCourtly.stop());

const change = (path: string) =>
  admin.agent.post(path).send({ reason: 'The player reported a no-show.' }).expect(200);
const holds = async () =>
  (await admin.agent.get('/api/admin/payout-holds').expect(200)).body as PayoutHold[];

describe('the balance of the platform', () => {
  const report = async () =>
    (await admin.agent.get('/api/admin/platform-balance').expect(200)).body as BalanceReport;

  it('must pay a due payout, even one on hold, once its charge no longer funds it', async () => {
    const { config } = payouts.courtly;
    const originalOffset = config.CLOCK_OFFSET_MS;
    const dueToHostsAt = async (instant: number) => {
      config.CLOCK_OFFSET_MS = instant - Date.now();
      return (await report()).dueToHosts;
    };
    const path = `/api/admin/users/${host.user.id}`;
    await change(`${path}/payout-holds`);
    try {
      // Two days before the hour, so that the payout is due before the charge has settled.
      config.CLOCK_OFFSET_MS += 18 * DAY_MS;
      const dueTime = Date.parse(dueAt(await played()));
      expect(await dueToHostsAt(dueTime + 1_000)).toBe('0.00');
      expect(await dueToHostsAt(dueTime + 5 * DAY_MS)).toBe('297.00');
    } finally {
      config.CLOCK_OFFSET_MS = originalOffset;
    }
    await change(`${path}/payout-releases`);
    await eventually('the hold is released', async () => (await holds()).length === 0);
  });

  it("is compared with the hosts' money, and unsafe payouts are shown", async () => {
    await played();
    await eventually(
      'the payout counts',
      async () => Number((await report()).belongsToHosts) >= 297,
    );
    expect((await report()).stripe).toMatchObject({ hasManualPayouts: true, isSafe: true });
    const setInterval = (interval: 'manual' | 'daily') =>
      stripe.balanceSettings.update({ payments: { payouts: { schedule: { interval } } } });
    await setInterval('daily');
    expect((await report()).stripe).toMatchObject({ hasManualPayouts: false, isSafe: false });
    await setInterval('manual');
    await paidCourtly.control('POST', '/faults', {
      call: 'GET /v1/balance',
      when: 'before',
      cut: true,
      times: 2,
    });
    expect(await report()).toMatchObject({ stripe: null });
    await paidCourtly.control('DELETE', '/faults');
  });
});

describe('a hold', () => {
  it('stops the payout of a booking until it is released', async () => {
    const booking = await played();
    const path = `/api/admin/bookings/${booking.id}`;
    await host.agent.post(`${path}/payout-holds`).send({ reason: 'A test.' }).expect(403);
    await change(`${path}/payout-holds`);
    await settle(booking);
    await payHost(dueAt(booking));
    expect(await transfersOf(booking)).toEqual([]);
    const [hold] = await holds();
    expect(hold).toMatchObject({
      host: { id: host.user.id },
      booking: { id: booking.id, court: '=Camelback' },
      cause: 'admin',
      reason: 'The player reported a no-show.',
      by: { id: admin.user.id },
      due: '297.00',
    });
    await change(`${path}/payout-releases`);
    await eventually('the hold is released', async () => (await holds()).length === 0);
    await settle(booking);
    expect(await transfersOf(booking)).toHaveLength(1);
  });

  it('stops all payouts of a host', async () => {
    const booking = await played();
    const path = `/api/admin/users/${host.user.id}`;
    const holdBecomes = (reason: string | undefined) =>
      eventually(`the account shows the hold ${reason}`, async () => {
        const { body } = await admin.agent.get(path).expect(200);
        return (body as AccountDetail).payoutHold?.reason === reason;
      });
    await change(`${path}/payout-holds`);
    await holdBecomes('The player reported a no-show.');
    await settle(booking);
    expect(await transfersOf(booking)).toEqual([]);
    await change(`${path}/payout-releases`);
    await holdBecomes(undefined);
    await settle(booking);
    expect(await transfersOf(booking)).toHaveLength(1);
  });
});

// This test ends the host's sessions, so it must be the last one.
describe('a suspended host', () => {
  it('is not paid until the suspension ends', async () => {
    const booking = await played();
    const path = `/api/admin/users/${host.user.id}`;
    await change(`${path}/suspensions`);
    await settle(booking);
    expect(await transfersOf(booking)).toEqual([]);
    await eventually('the hold is listed', async () => (await holds())[0]?.cause === 'suspension');
    expect(await holds()).toMatchObject([{ host: { id: host.user.id }, booking: null, by: null }]);
    await change(`${path}/suspension-ends`);
    await settle(booking);
    expect(await transfersOf(booking)).toHaveLength(1);
  });
});
