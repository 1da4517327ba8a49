import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MoneyCase } from '@courtly/contracts/money-desk';
import type { NotificationItem } from '@courtly/contracts/notifications';
import type { PayoutAccount } from '@courtly/contracts/payouts';
import { CommandBus } from '@nestjs/cqrs';
import type Stripe from 'stripe';
import { SettleRecentEventsCommand } from '../../across/money-checks/check-money.commands.js';
import { systemContext } from '../../platform/kernel/context.js';
import { Streams } from '../../platform/kernel/streams.js';
import { anAdmin } from '../../../testing/admin.js';
import type { Courtly, Member } from '../../../testing/courtly.js';
import { payoutAccountOf } from '../../../testing/payout-account.js';
import { type PaidCourtly, startPaidCourtly } from '../../../testing/paid-courtly.js';
import { eventually } from '../../../testing/stores.js';
import { payoutAccount } from './payout-account.js';

let paidCourtly: PaidCourtly;
let courtly: Courtly;
let stripe: Stripe;
let host: Member;
let accountId: string;

const accountOf = () => payoutAccountOf(host);
const eventsOf = ({ user }: Member) =>
  courtly.app.get(Streams, { strict: false }).events(`${payoutAccount.category}-${user.id}`);
const shows = (state: PayoutAccount['state']) =>
  eventually(`the account is ${state}`, async () => (await accountOf()).state === state);
const capability = (status: string) =>
  paidCourtly.control('POST', `/accounts/${accountId}/transfers`, { status });
const loseWebhooks = () => paidCourtly.control('POST', '/webhooks', { lose: { fraction: 1 } });
const receiveWebhooks = () => paidCourtly.control('DELETE', '/webhooks');
const open = async () =>
  (await host.agent.post('/api/host/payout-account').send({}).expect(200)).body as { url: string };

beforeAll(async () => {
  paidCourtly = await startPaidCourtly();
  ({ courtly, stripe } = paidCourtly);
  host = await courtly.register('owner');
});

afterAll(() => paidCourtly?.stop());

describe('the payout account of a host', () => {
  it('is not available to players', async () => {
    const player = await courtly.player();
    await player.agent.post('/api/host/payout-account').send({}).expect(403);
  });

  it('opens once for repeated onboarding links', async () => {
    expect(await accountOf()).toMatchObject({ state: 'none', isNeeded: true });
    const responses = await Promise.all(
      [1, 2].map(() => host.agent.post('/api/host/payout-account').send({}).expect(200)),
    );
    const urls = responses.map(({ body }) => (body as { url: string }).url);
    expect(new Set(urls).size).toBe(2);
    const { data } = await stripe.accounts.list({ limit: 100 });
    expect(data.map(({ metadata }) => metadata!['hostId'])).toEqual([host.user.id]);
    accountId = data[0]!.id;
    await shows('onboarding');
  });

  it('opens once if Stripe responds with 500 after creating it', async () => {
    const otherMember = await courtly.register('owner');
    await paidCourtly.control('POST', '/faults', {
      call: 'POST /v1/accounts',
      when: 'after',
      status: 500,
    });
    await otherMember.agent.post('/api/host/payout-account').send({}).expect(200);
    const { data } = await stripe.accounts.list({ limit: 100 });
    expect(data.filter(({ metadata }) => metadata!['hostId'] === otherMember.user.id)).toHaveLength(
      1,
    );
  });

  it('reports that Stripe is unavailable and changes nothing', async () => {
    await paidCourtly.control('POST', '/faults', {
      call: 'POST /v1/account_links',
      when: 'before',
      cut: true,
      times: 2,
    });
    const [account, events] = [await accountOf(), await eventsOf(host)];
    expect(events).not.toEqual([]);
    await host.agent.post('/api/host/payout-account').send({}).expect(503);
    await paidCourtly.control('DELETE', '/faults');
    expect([await accountOf(), await eventsOf(host)]).toEqual([account, events]);
  });

  it('follows Stripe webhooks', async () => {
    await capability('active');
    await shows('active');
    await capability('inactive');
    await shows('restricted');
  });

  it('opens the Stripe dashboard once it is active', async () => {
    expect((await open()).url).not.toContain('/express/');
    await capability('active');
    await shows('active');
    expect((await open()).url).toContain('/express/');
    // The bank returned a payout.
    await paidCourtly.control('POST', `/accounts/${accountId}/payouts`, { enabled: false });
    await shows('restricted');
    expect((await accountOf()).needs).toEqual(['bank_account']);
    expect((await open()).url).not.toContain('/express/');
    await capability('inactive');
    await shows('restricted');
  });

  it('reloads on request if a webhook was lost', async () => {
    await loseWebhooks();
    await capability('active');
    await paidCourtly.control('DELETE', '/webhooks');
    expect((await accountOf()).state).toBe('restricted');
    await host.agent.post('/api/host/payout-account/check').send({}).expect(202);
    await shows('active');
  });
});

describe("a payout to the host's bank", () => {
  const payOut = async (amount: number) => {
    await paidCourtly.control('POST', `/accounts/${accountId}/balance`, { amount });
    const payout = await stripe.payouts.create(
      { amount, currency: 'usd' },
      { stripeAccount: accountId },
    );
    await paidCourtly.control('POST', `/payouts/${payout.id}/pay`, {});
    return payout.id;
  };
  const fail = (payoutId: string) =>
    paidCourtly.control('POST', `/payouts/${payoutId}/fail`, { code: 'account_closed' });
  const settleRecentEvents = (name: string) =>
    courtly.app
      .get(CommandBus, { strict: false })
      .execute(new SettleRecentEventsCommand({}, systemContext(name, new Date().toISOString())));
  const casesOf = async (status: MoneyCase['status']) => {
    const { body } = await admin.agent.get(`/api/admin/money/cases?status=${status}`).expect(200);
    return (body as MoneyCase[]).filter(({ host: person }) => person?.id === host.user.id);
  };
  let admin: Member;
  beforeAll(async () => (admin = await anAdmin(courtly)));

  it('is shown as arrived, then as returned until the bank account works again', async () => {
    const payoutId = await payOut(29_700);
    await eventually(
      'the payout has arrived',
      async () => (await accountOf()).bankPayouts.length === 1,
    );
    expect((await accountOf()).bankPayouts).toMatchObject([
      { amount: '297.00', failureCode: null },
    ]);
    await fail(payoutId);
    await eventually('the payout is returned', async () => (await accountOf()).returned !== null);
    await shows('restricted');
    expect(await accountOf()).toMatchObject({
      needs: ['bank_account'],
      returned: { amount: '297.00', failureCode: 'account_closed' },
    });
    await eventually('the host is notified', async () => {
      const { body } = await host.agent.get('/api/notices').expect(200);
      return (body as NotificationItem[]).some(
        ({ type, amount }) => type === 'bank_payout_returned' && amount?.amount === '297.00',
      );
    });
    await eventually('an admin sees the case', async () => (await casesOf('open')).length === 1);
    expect(await casesOf('open')).toMatchObject([
      {
        problem: 'bank_return',
        amount: { amount: '297.00' },
        code: 'account_closed',
        stripeId: accountId,
      },
    ]);
    await paidCourtly.control('POST', `/accounts/${accountId}/payouts`, { enabled: true });
    await shows('active');
    expect((await accountOf()).returned).toBeNull();
    await eventually('the case ends', async () => (await casesOf('open')).length === 0);
  });

  it('is found by the nightly check if its webhooks were lost', async () => {
    await loseWebhooks();
    await fail(await payOut(10_000));
    await receiveWebhooks();
    expect((await accountOf()).returned).toBeNull();
    await settleRecentEvents('a night');
    await eventually('the payout is returned', async () => (await accountOf()).returned !== null);
    await shows('restricted');
  });
});
