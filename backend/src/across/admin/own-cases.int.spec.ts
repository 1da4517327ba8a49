import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AdminBooking } from '@courtly/contracts/admin-users';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { Match } from '@courtly/contracts/matches';
import type { PlayerApplication } from '@courtly/contracts/applications';
import { anAdmin } from '../../../testing/admin.js';
import { createCompletedBooking } from '../../../testing/completed-booking.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { eventually } from '../../../testing/stores.js';

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
  const logged = await admin.agent
    .post('/api/match-results')
    .send({
      bookingId: id,
      result: 'win',
      gamesWon: 6,
      gamesLost: 4,
      discipline: 'singles',
      players: [{ side: 'opponent', playerName: 'Olga', playerEmail: opponent.email }],
    })
    .expect(201);
  const matchId = (logged.body as Match).id;
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
  await courtly
    .visitor()
    .post('/api/player-applications')
    .send({
      fullName: 'Ada Admin',
      email: admin.email,
      city: 'Austin',
      skillLevel: 'Advanced',
      otherClubs: 'The Phoenician',
      whyJoin: 'I would like to play more often.',
      agreeToTerms: true,
    })
    .expect(201);
  const { id } = await eventually('the application is listed', async () => {
    const { body } = await colleague.agent.get('/api/admin/player-applications').expect(200);
    return (body as PlayerApplication[]).find(({ email }) => email === admin.email);
  });
  const decide = ({ agent }: Member) =>
    agent.patch(`/api/admin/player-applications/${id}/status`).send({ status: 'approved' });
  expect((await decide(admin).expect(403)).body).toEqual(refusal);
  await decide(colleague).expect(200);
});
