import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AdminBooking } from '@courtly/contracts/admin-users';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { Match } from '@courtly/contracts/matches';
import type { MoneyCase } from '@courtly/contracts/money-desk';
import type { PlayerApplication } from '@courtly/contracts/applications';
import type { CaseSource, Route } from '@courtly/contracts/route';
import { routes } from '@courtly/contracts/routes';
import { accountCaseId } from '../../money/cases/money-case-document.js';
import {
  type PayoutAccountCommand,
  type StripeAccount,
  payoutAccount,
} from '../../money/payouts/payout-account.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { systemContext } from '../../platform/kernel/context.js';
import { DAY_MS, localDate } from '../../platform/kernel/local-time.js';
import { type Target, matrixRows } from '../../../testing/access-matrix.js';
import { anAdmin } from '../../../testing/admin.js';
import { createCompletedBooking } from '../../../testing/completed-booking.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { eventually } from '../../../testing/stores.js';
import { type ConfirmationCommand, confirmation } from '../confirmations/confirmation.js';
import { incidentIdOf } from '../incidents/incident.js';
import type { CheckedFinding } from '../money-checks/money-check.events.js';
import { ALL_CHECKS, type MoneyCheckCommand, moneyChecks } from '../money-checks/money-checks.js';

let courtly: Courtly;
let admin: Member;
let colleague: Member;
let host: Member;
let court: CourtDetail;
const reason = 'As we agreed on the phone.';

beforeAll(async () => {
  courtly = await startCourtly({ POLICY_FILE: 'deploy/policies/unpaid.json' });
  [admin, colleague] = [await anAdmin(courtly), await anAdmin(courtly)];
  host = await courtly.register('owner');
  court = await courtly.court(host);
});
afterAll(() => courtly?.stop());

const change = ({ agent }: Member, path: string, body: object = {}) =>
  agent.post(`/api/admin/${path}`).send({ reason, ...body });
const refusal = { code: 'forbidden', message: expect.stringContaining('another admin') };
const expectRefusal = async (path: string, body: object = {}) =>
  expect((await change(admin, path, body).expect(403)).body).toEqual(refusal);

const logMatch = async ({ agent }: Member, opponent: Member, bookingId: string) => {
  const match = {
    bookingId,
    result: 'win',
    gamesWon: 6,
    gamesLost: 4,
    discipline: 'singles',
    players: [{ side: 'opponent', playerName: 'Olga', playerEmail: opponent.email }],
  };
  return ((await agent.post('/api/match-results').send(match).expect(201)).body as Match).id;
};
/** The applicant is signed out. Returns the id of the application. */
const applyAsPlayer = async ({ email }: Member) => {
  const form = {
    fullName: 'Ada Admin',
    email,
    city: 'Austin',
    skillLevel: 'Advanced',
    otherClubs: 'The Phoenician',
    whyJoin: 'I would like to play more often.',
    agreeToTerms: true,
  };
  await courtly.visitor().post('/api/player-applications').send(form).expect(201);
  const application = await eventually('the application is listed', async () => {
    const { body } = await colleague.agent.get('/api/admin/player-applications').expect(200);
    return (body as PlayerApplication[]).find((listed) => listed.email === email);
  });
  return application.id;
};

it('refuses every change by an admin to their own booking, messages, and match', async () => {
  const { id } = await createCompletedBooking(courtly, host, court, admin);
  await expectRefusal(`bookings/${id}/cancellations`);
  await expectRefusal(`bookings/${id}/refunds`, { amount: '1.00', bearer: 'platform' });
  await expectRefusal(`bookings/${id}/payout-adjustments`, {
    direction: 'deduct',
    amount: '1.00',
    hostNote: reason,
  });
  await expectRefusal(`bookings/${id}/payout-holds`);

  await host.agent.post(`/api/bookings/${id}/messages`).send({ text: 'Hello' }).expect(201);
  const report = { bookingId: id, number: 1, reason: 'other', words: '' };
  await admin.agent.post('/api/message-reports').send(report).expect(201);
  await expectRefusal(`bookings/${id}/message-removals`, { number: 1 });
  await expectRefusal('message-reports/dismissals', { bookingId: id, number: 1 });

  await expectRefusal(`bookings/${id}/review-removals`, { side: 'host' });
  await expectRefusal('review-reports/dismissals', { reviewId: `${id}.host` });

  const opponent = await courtly.player();
  await courtly.verifyEmail(admin);
  const matchId = await logMatch(admin, opponent, id);
  const settlement = { upheld: true, reason };
  const ruling = await admin.agent.post(`/api/admin/disputes/${matchId}`).send(settlement);
  expect(ruling.body).toEqual(refusal);
  const uninvolved = await colleague.agent.post(`/api/admin/disputes/${matchId}`).send(settlement);
  expect(uninvolved.body).toMatchObject({ code: 'wrong_status' });

  await change(colleague, `bookings/${id}/message-removals`, { number: 1 }).expect(200);
  const bookings = await colleague.agent
    .get(`/api/admin/users/${admin.user.id}/bookings?when=past`)
    .expect(200);
  expect((bookings.body as AdminBooking[]).map((booking) => booking.id)).toEqual([id]);
});

it('refuses changes by admins to their own account and court', async () => {
  const { id } = admin.user;
  await expectRefusal(`users/${id}/roles`, { role: 'owner' });
  await expectRefusal(`users/${id}/payout-holds`);
  await expectRefusal(`users/${id}/membership-ends`);
  await change(colleague, `users/${id}/roles`, { role: 'owner' }).expect(200);
  const ownCourt = await courtly.court(admin);
  await expectRefusal(`courts/${ownCourt.id}/hidings`);
  await change(colleague, `courts/${ownCourt.id}/hidings`).expect(200);
  await expectRefusal(`courts/${ownCourt.id}/hiding-ends`);
});

it("refuses an admin's decision on their own application, even if sent while signed out", async () => {
  const id = await applyAsPlayer(admin);
  const decide = ({ agent }: Member) =>
    agent.patch(`/api/admin/player-applications/${id}/status`).send({ status: 'approved' });
  expect((await decide(admin).expect(403)).body).toEqual(refusal);
  await decide(colleague).expect(200);
});

describe("an admin's own case", () => {
  const at = '2027-01-01T00:00:00.000Z';
  let party: Member;
  let caseIds: Record<CaseSource, string>;
  let target: Target;

  beforeAll(async () => {
    party = await anAdmin(courtly);
    await courtly.verifyEmail(party);
    const userId = party.user.id;
    await change(colleague, `users/${userId}/roles`, { role: 'owner' }).expect(200);
    const commandHandling = courtly.app.get(CommandHandling, { strict: false });
    const context = systemContext(`the cases of ${userId}`, at);
    const booking = await createCompletedBooking(courtly, host, court, party);
    const report = { kind: 'no_show', words: 'No one came.' };
    await party.agent.post(`/api/bookings/${booking.id}/incidents`).send(report).expect(201);

    const confirmationId = `confirmation of ${userId}`;
    const request: ConfirmationCommand = {
      type: 'RequestConfirmation',
      data: {
        confirmationId,
        act: 'membership_refund',
        bookingId: null,
        userId,
        amountCents: 19_900,
        currency: 'usd',
        input: '{}',
        reason,
        requestedBy: colleague.user.id,
        requestedAt: at,
        expiresAt: '2099-01-01T00:00:00.000Z',
      },
    };
    await commandHandling.handle(confirmation, confirmationId, request, context);

    const findingId = 'a-finding';
    const finding: CheckedFinding = {
      findingId,
      source: 'verify',
      subject: `membership-${userId} #3`,
      text: 'A payment is missing.',
      canAcknowledge: true,
    };
    const check: MoneyCheckCommand = {
      type: 'RecordCheck',
      data: { since: at, findings: [finding], waiting: [], checkedAt: at },
    };
    await commandHandling.handle(moneyChecks, ALL_CHECKS, check, context);

    const account: StripeAccount = {
      accountId: 'acct_1',
      transfers: 'active',
      payoutsEnabled: true,
      isSubmitted: true,
      currentlyDue: [],
      pastDue: [],
      disabledReason: null,
      deadline: null,
    };
    const returned = { payoutId: 'po_1', amountCents: 29_700, failureCode: 'account_closed' };
    const record: PayoutAccountCommand = {
      type: 'RecordAccount',
      data: { hostId: userId, account, bankPayouts: [returned], at },
    };
    await commandHandling.handle(payoutAccount, userId, record, context);
    const moneyCase = accountCaseId(userId);
    await eventually('the money case is listed', async () => {
      const { body } = await colleague.agent.get('/api/admin/money/cases').expect(200);
      return (body as MoneyCase[]).some(({ id }) => id === moneyCase);
    });

    const tomorrow = Date.now() + courtly.config.CLOCK_OFFSET_MS + DAY_MS;
    const [slot] = await courtly.slots(court.id, localDate(court.zone, tomorrow));
    target = { courtId: court.id, bookingId: booking.id, slot: slot!, email: party.email };
    caseIds = {
      account: userId,
      application: await applyAsPlayer(party),
      booking: booking.id,
      confirmation: confirmationId,
      court: (await courtly.court(party)).id,
      finding: findingId,
      incident: incidentIdOf(booking.id, 'no_show', 'player'),
      match: await logMatch(party, await courtly.player(), booking.id),
      message: booking.id,
      moneyCase,
      review: booking.id,
    };
  });

  const decisions = (Object.entries(routes) as [keyof typeof routes, Route][]).flatMap(
    ([name, route]) =>
      typeof route.decides === 'string' ? [{ name, route, source: route.decides }] : [],
  );

  it.each(decisions)('is refused by $name', async ({ name, route, source }) => {
    const caseId = caseIds[source];
    // The first parameter names the case. Paths without one have its id in the body.
    const path = route.path.replace(/:\w+/, encodeURIComponent(caseId)).replace(/:\w+/g, 'unknown');
    const body = matrixRows[name].body?.({ ...target, bookingId: caseId });
    const method = route.method.toLowerCase() as 'post';
    const response = await party.agent[method](path).send({
      ...body,
      ...(body && 'reviewId' in body && { reviewId: `${caseId}.host` }),
    });
    expect([response.status, response.body]).toEqual([403, refusal]);
  });
});
