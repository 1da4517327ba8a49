import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { CourtDetail } from '@courtly/contracts/courts';
import { anAdmin } from '../../../testing/admin.js';
import type { Courtly, Member } from '../../../testing/courtly.js';
import { type MailedCourtly, startMailedCourtly } from '../../../testing/mailed-courtly.js';
import { eventually } from '../../../testing/stores.js';
import { RateLimits } from '../../platform/http/rate-limits.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { addDays, localDate } from '../../platform/kernel/local-time.js';
import { EventStore } from '../../platform/stores/event-store.js';
import { courtDayIdOf } from './booking-id.js';
import { emailedAnswersFromAddress } from './emailed-answers.controller.js';

let mailed: MailedCourtly;
let courtly: Courtly;
let host: Member;
let player: Member;
let court: CourtDetail;

beforeAll(async () => {
  mailed = await startMailedCourtly({ TRUST_PROXY: '1' });
  ({ courtly } = mailed);
  host = await courtly.register('owner');
  await courtly.verifyEmail(host);
  court = await courtly.court(host);
  player = await courtly.player();
});
afterAll(() => mailed?.stop());

let days = 2;
/** A request, and the tokens in the host's email about it. */
const requestWithTokens = async () => {
  const day = addDays(localDate(court.zone, Date.now()), ++days);
  const [slot] = await courtly.slots(court.id, day);
  const { body } = await courtly.book(player, court.id, slot!).expect(201);
  const booking = body as Booking;
  const tokenIn = (text: string, action: string) =>
    new RegExp(`answer-request#(${booking.id}\\.${action}\\.\\S+)`).exec(text)?.[1];
  const text = await eventually(
    'the email about the request arrives',
    async () => mailed.mailbox.to(host.email).find(({ text }) => tokenIn(text!, 'approve'))?.text,
  );
  return { booking, approve: tokenIn(text, 'approve')!, decline: tokenIn(text, 'decline')! };
};
const show = (token: string) =>
  courtly.visitor().post('/api/emailed-answers/request').send({ token });
const respond = (token: string, reason?: string, note?: string) =>
  courtly.visitor().post('/api/emailed-answers').send({ token, reason, note });
const statusOf = async ({ id }: Booking) =>
  (await host.agent.get(`/api/bookings/${id}`).expect(200)).body.status as string;
const eventsOf = ({ id }: Booking) =>
  courtly.app.get(EventStore).read(`courtDay-${courtDayIdOf(id)}`);
const lastEventOf = async (booking: Booking) => (await eventsOf(booking)).at(-1)!;

describe('a request with links in an email', () => {
  it('is shown without an account, and opening the link changes nothing', async () => {
    const { booking, approve, decline } = await requestWithTokens();
    const eventCount = (await eventsOf(booking)).length;
    const { body, text } = await show(approve).expect(200);
    expect(body).toMatchObject({
      action: 'approve',
      courtName: court.name,
      playerName: expect.any(String),
      payoutAmount: booking.payoutAmount,
    });
    for (const secret of [player.email, court.address, host.email])
      expect(text).not.toContain(secret);
    await show(decline).expect(200);
    expect(await eventsOf(booking)).toHaveLength(eventCount);
  });

  it('is approved once, as the host, and the log records the use of the link', async () => {
    const { booking, approve, decline } = await requestWithTokens();
    expect((await respond(approve).expect(200)).body).toEqual({ status: 'confirmed' });
    expect(await lastEventOf(booking)).toMatchObject({
      type: 'BookingApproved',
      data: { approvedBy: 'host', byEmail: true },
      metadata: { actor: { id: host.user.id, role: 'owner' } },
    });
    const eventCount = (await eventsOf(booking)).length;
    expect((await respond(approve).expect(200)).body).toEqual({ status: 'confirmed' });
    expect((await show(approve).expect(200)).body.given).toBe('approve');
    expect((await show(decline).expect(200)).body.given).toBe('approve');
    expect((await respond(decline, 'weather').expect(409)).body.code).toBe('wrong_status');
    expect(await statusOf(booking)).toBe('confirmed');
    expect(await eventsOf(booking)).toHaveLength(eventCount);
  });

  it('is declined with a reason and a note', async () => {
    const { booking, decline } = await requestWithTokens();
    await respond(decline).expect(400);
    await respond(decline, 'other', 'Call 4805550123').expect(200);
    expect(await lastEventOf(booking)).toMatchObject({
      type: 'BookingCancelled',
      data: {
        reason: 'host_declined',
        declineReason: 'other',
        byEmail: true,
      },
    });
    const shown = (await player.agent.get(`/api/bookings/${booking.id}`).expect(200)).text;
    expect(shown).toContain('Call •••');
    const declined = await eventually('the email about the response arrives', async () =>
      mailed.mailbox
        .to(player.email)
        .find(({ subject }) => subject === 'Your request was declined'),
    );
    expect(declined.text).toContain("read the host's note");
  });

  it('is approved once even by simultaneous clicks', async () => {
    const { booking, approve } = await requestWithTokens();
    const statuses = await Promise.all(
      Array.from({ length: 4 }, async () => (await respond(approve)).status),
    );
    expect(statuses).toContain(200);
    const approvals = (await eventsOf(booking)).filter(({ type }) => type === 'BookingApproved');
    expect(approvals).toHaveLength(1);
  });

  it('cannot be approved by a suspended host', async () => {
    const { booking, approve } = await requestWithTokens();
    const admin = await anAdmin(courtly);
    await admin.agent
      .post(`/api/admin/users/${host.user.id}/suspensions`)
      .send({ reason: 'Complaints' })
      .expect(200);
    await eventually('the link is refused', async () => (await show(approve)).status === 403);
    expect((await respond(approve).expect(403)).body.code).toBe('suspended');
    expect((await lastEventOf(booking)).type).not.toBe('BookingApproved');
  });
});

it('links in emails are limited per address', async () => {
  const address = '203.0.113.77';
  const addressHash = courtly.app.get(KeyedHashes).hashOf('address', address);
  const limits = courtly.app.get(RateLimits);
  for (let used = 0; used < emailedAnswersFromAddress.points; used++)
    await limits.consume(emailedAnswersFromAddress, addressHash);
  await show('x').set('X-Forwarded-For', address).expect(429);
  await respond('x').set('X-Forwarded-For', address).expect(429);
});
