import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PayoutHold } from '@courtly/contracts/admin-money';
import type {
  ApplicationLink,
  HostApplication,
  HostApproval,
} from '@courtly/contracts/applications';
import type { Booking } from '@courtly/contracts/bookings';
import { payoutAccountOf } from '../../../testing/payout-account.js';
import { type Payouts, dueAt, startPayouts } from '../../../testing/payouts.js';
import { changePolicy } from '../../../testing/policy.js';
import { eventually } from '../../../testing/stores.js';
import { ApplicationTokens } from '../../people/applications/application-tokens.service.js';
import { applications } from '../../people/applications/applications.projection.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ReadModels } from '../../platform/projections/read-models.js';

let payouts: Payouts;
let courtly: Payouts['courtly'];
let host: Payouts['host'];
let admin: Payouts['admin'];

beforeAll(async () => {
  payouts = await startPayouts({}, { hostApproval: { payouts: true, listing: false } });
  ({ courtly, host, admin } = payouts);
});
afterAll(() => payouts?.paidCourtly.stop());

const holds = async () =>
  (await admin.agent.get('/api/admin/payout-holds').expect(200)).body as PayoutHold[];
const changeRole = (path: 'roles' | 'role-removals') =>
  admin.agent
    .post(`/api/admin/users/${host.user.id}/${path}`)
    .send({ role: 'host', reason: 'A test.' })
    .expect(200);
const changeHost = (path: 'payout-holds' | 'payout-releases' | 'suspensions') =>
  admin.agent
    .post(`/api/admin/users/${host.user.id}/${path}`)
    .send({ reason: 'A test.' })
    .expect(200);
const causesBecome = (causes: string) =>
  eventually(`the holds are ${causes}`, async () => {
    return (await holds()).map(({ cause }) => cause).join() === causes;
  });
const reminders = async () =>
  (
    await courtly.app.get(Streams, { strict: false }).events(`payoutReminder-${host.user.id}`)
  ).filter(({ type }) => type === 'HostPayoutsAwaitingApproval').length;
const approval = async () =>
  (await host.agent.get('/api/host/approval').expect(200)).body as HostApproval;
const transfersBecome = (booking: Booking, count: number) =>
  eventually(`there are ${count} transfers`, async () => {
    return (await payouts.transfersOf(booking)).length === count;
  });

describe('a policy that pays only approved hosts', () => {
  it('applies to payouts made while it is in force, without a restart', async () => {
    const [first, second] = [await payouts.played(), await payouts.played()];
    await changePolicy(courtly, admin, { 'hostApproval.payouts': false });
    await payouts.settle(first);
    expect(await payouts.transfersOf(first)).toHaveLength(1);
    await changePolicy(courtly, admin, { 'hostApproval.payouts': true });
    await payouts.settle(second);
    expect(await payouts.transfersOf(second)).toEqual([]);
    await changePolicy(courtly, admin, { 'hostApproval.payouts': false });
    await payouts.settle(second);
    expect(await payouts.transfersOf(second)).toHaveLength(1);
    await changePolicy(courtly, admin, { 'hostApproval.payouts': true });
  });

  it('pays a booking once if the approval and the payout coincide', async () => {
    const booking = await payouts.played();
    await payouts.settle(booking);
    expect(await payouts.transfersOf(booking)).toEqual([]);
    const at = dueAt(booking);
    await Promise.all([changeRole('roles'), payouts.settle(booking, at), payouts.payHost(at)]);
    await payouts.settle(booking, at);
    expect(await payouts.transfersOf(booking)).toHaveLength(1);
    expect(await payouts.eventsOf(booking)).toEqual(['PayoutTransferred']);
  });

  it('holds the payout until the host is approved, and says who must act', async () => {
    await changeRole('role-removals');
    const booking = await payouts.played();
    courtly.config.CLOCK_OFFSET_MS += Date.parse(dueAt(booking)) - Date.now() + 1_000;
    await payouts.settle(booking);
    await payouts.payHost(dueAt(booking));
    expect(await payouts.transfersOf(booking)).toEqual([]);
    await payouts.shows(booking, { waitsFor: 'approval' });
    expect((await payoutAccountOf(host)).needsApproval).toBe(true);
    expect(await approval()).toEqual({ state: 'missing' });
    expect(await reminders()).toBe(1);
    expect(await holds()).toMatchObject([
      {
        host: { id: host.user.id },
        booking: null,
        cause: 'approval',
        waitsFor: 'host',
        approval: 'missing',
        by: null,
        since: dueAt(booking),
        due: '297.00',
      },
    ]);

    await changeHost('payout-holds');
    await causesBecome('admin');
    await changeHost('payout-releases');
    await causesBecome('approval');

    const application = {
      fullName: 'Robin Baseline',
      email: host.email,
      phoneNumber: '4805550123',
      propertyAddress: '8412 E Horseshoe Ln, Paradise Valley, AZ 85253',
      courtType: 'tennis',
      courtSurface: 'clay',
      availability: 'Weekday mornings',
      courtDescription: 'A quiet court between citrus trees.',
      agreeToTerms: 'true',
    };
    const apply = host.agent.post('/api/host-apply');
    for (const [field, value] of Object.entries(application)) void apply.field(field, value);
    await apply.expect(201);
    await eventually('the payout waits for an admin', async () => {
      return (await holds())[0]?.waitsFor === 'admin';
    });
    expect(await approval()).toEqual({ state: 'missing' });

    const { body } = await admin.agent.get('/api/admin/host-applications').expect(200);
    const [{ id }] = body as [HostApplication];
    await admin.agent
      .patch(`/api/admin/host-applications/${id}/status`)
      .send({ status: 'approved' })
      .expect(200);
    await eventually('the payout waits for the host, who has not verified the email', async () => {
      return (await holds())[0]?.approval === 'approved';
    });
    await host.agent.post('/api/host/approval/link').expect(404);
    await courtly.verifyEmail(host);
    expect(await approval()).toMatchObject({ state: 'approved', email: host.email });
    const renewed = await host.agent.post('/api/host/approval/link').expect(200);
    const storedApplication = await courtly.app
      .get(ReadModels, { strict: false })
      .read(applications, (collection) => collection.findOne({ _id: id }));
    const token = courtly.app
      .get(ApplicationTokens, { strict: false })
      .issueToken(storedApplication!, (renewed.body as ApplicationLink).expiresAt);
    await host.agent.post('/api/applications/claims').send({ token }).expect(200);
    await transfersBecome(booking, 1);
    await eventually('no hold is left', async () => (await holds()).length === 0);
    expect(await approval()).toEqual({ state: 'granted' });
    await host.agent.post('/api/host/approval/link').expect(404);
  });

  it('lists one hold for a host who is suspended while an admin holds the payouts', async () => {
    courtly.config.CLOCK_OFFSET_MS = 0;
    await payouts.played();
    await changeHost('payout-holds');
    await causesBecome('admin');
    await changeHost('suspensions');
    await eventually('the host is suspended', async () => {
      const { body } = await admin.agent.get(`/api/admin/users/${host.user.id}`).expect(200);
      return (body as { suspension: object | null }).suspension !== null;
    });
    expect((await holds()).map(({ cause }) => cause)).toEqual(['admin']);
    await changeHost('payout-releases');
    await causesBecome('suspension');
  });
});
