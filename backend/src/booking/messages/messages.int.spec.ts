import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditEntry } from '@courtly/contracts/audit';
import type { Slot } from '@courtly/contracts/availability';
import type { Booking } from '@courtly/contracts/bookings';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { Conversation, ReportedMessage } from '@courtly/contracts/messages';
import { CommandBus } from '@nestjs/cqrs';
import { RateLimits, type RateLimit } from '../../platform/http/rate-limits.js';
import { GrantRoleCommand } from '../../people/identity/identity.commands.js';
import { systemContext } from '../../platform/kernel/context.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { DAY_MS, addDays, localDate } from '../../platform/kernel/local-time.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { listen } from '../../../testing/listen.js';
import { startPaidCourtly } from '../../../testing/paid-courtly.js';
import { moveClockTo } from '../../../testing/completed-booking.js';
import { eventually } from '../../../testing/stores.js';
import { messageReportsOfPerson } from './message-reports.commands.js';
import { messagesOfPerson } from './messages.commands.js';

let courtly: Courtly;
let host: Member;
let player: Member;
let stranger: Member;
let admin: Member;
let court: CourtDetail;
let freeSlots: Slot[];

type PositionHeader = { get(name: string): string | undefined };
const positionOf = (response: PositionHeader) => response.get('Courtly-Position')!;

const request = async (member = player): Promise<Booking> => {
  const requestAnswer = await courtly.book(member, court.id, freeSlots.shift()!).expect(201);
  const { id } = requestAnswer.body as Booking;
  const bookingRequest = member.agent
    .get(`/api/bookings/${id}`)
    .set('Courtly-After', positionOf(requestAnswer));
  return (await bookingRequest.expect(200)).body as Booking;
};
const approve = ({ id }: Booking) =>
  host.agent.patch(`/api/bookings/${id}/status`).send({ status: 'confirmed' }).expect(200);

const write = ({ agent }: Member, { id }: Booking, text: string) =>
  agent.post(`/api/bookings/${id}/messages`).send({ text });
const read = ({ agent }: Member, { id }: Booking, number: number) =>
  agent.post(`/api/bookings/${id}/messages/read`).send({ number });
const conversationOf = async ({ agent }: Member, { id }: Booking, after: PositionHeader) => {
  const conversationRequest = agent
    .get(`/api/bookings/${id}/messages`)
    .set('Courtly-After', positionOf(after));
  return (await conversationRequest.expect(200)).body as Conversation;
};
const textsFor = async (member: Member, booking: Booking, after: PositionHeader) =>
  (await conversationOf(member, booking, after)).messages.map(({ text }) => text);
const unreadOf = async (
  { agent }: Member,
  path: string,
  { id }: Booking,
  after: PositionHeader,
) => {
  const { body } = await agent.get(path).set('Courtly-After', positionOf(after)).expect(200);
  return [body as Booking | Booking[]].flat().find((listedBooking) => listedBooking.id === id)!
    .unreadMessages;
};
const reachLimit = async (limit: RateLimit, kind: string, { user }: Member) => {
  const key = courtly.app.get(KeyedHashes).hashOf(kind, user.id);
  for (let n = 0; n < limit.points; n++) await courtly.app.get(RateLimits).consume(limit, key);
};

beforeAll(async () => {
  courtly = await startCourtly({ POLICY_FILE: 'deploy/policies/open.json' });
  host = await courtly.register('owner', { firstName: 'Hana', lastName: 'Hostley' });
  [player, stranger, admin] = [
    await courtly.player(),
    await courtly.player(),
    await courtly.player(),
  ];
  const grant = new GrantRoleCommand(
    { email: admin.email, role: 'admin' },
    systemContext('an admin', new Date().toISOString()),
  );
  await courtly.app.get(CommandBus).execute(grant);
  court = await courtly.court(host);
  const days = [2, 3].map((ahead) => addDays(localDate(court.zone, Date.now()), ahead));
  freeSlots = (await Promise.all(days.map((day) => courtly.slots(court.id, day)))).flat();
});
afterAll(() => courtly?.stop());

describe('the two sides of a booking', () => {
  it('write to each other and see unread counts in their lists', async () => {
    const booking = await request();
    const firstResponse = await write(player, booking, 'Is the gate open?').expect(201);
    expect(firstResponse.body).toMatchObject({
      side: 'player',
      unread: 0,
      canWrite: true,
      messages: [{ number: 1 }],
    });
    const secondResponse = await write(player, booking, '  And the light?  ').expect(201);
    expect(await conversationOf(host, booking, secondResponse)).toMatchObject({
      side: 'host',
      unread: 2,
      canWrite: true,
      messages: [
        { number: 1, side: 'player', text: 'Is the gate open?', isReported: false },
        { number: 2, side: 'player', text: 'And the light?', isReported: false },
      ],
    });
    for (const path of ['/api/host/bookings', '/api/owner/bookings', `/api/bookings/${booking.id}`])
      expect([path, await unreadOf(host, path, booking, secondResponse)]).toEqual([path, 2]);
    expect(await unreadOf(player, '/api/bookings', booking, secondResponse)).toBe(0);

    const firstRead = await read(host, booking, 1).expect(200);
    expect((firstRead.body as Conversation).unread).toBe(1);
    const lastRead = await read(host, booking, 2).expect(200);
    expect(await unreadOf(host, '/api/host/bookings', booking, lastRead)).toBe(0);
    const replyResponse = await write(host, booking, 'Both, from nine on.').expect(201);
    expect(await unreadOf(player, '/api/bookings', booking, replyResponse)).toBe(1);
    expect(await unreadOf(host, '/api/host/bookings', booking, replyResponse)).toBe(0);
  });

  it('see masked contact details until the booking is confirmed', async () => {
    const booking = await request();
    const [toHost, toPlayer] = ['Call me: 480 555 0123', 'Write to hana@example.test please'];
    await write(player, booking, toHost).expect(201);
    const writtenResponse = await write(host, booking, toPlayer).expect(201);
    expect(await textsFor(host, booking, writtenResponse)).toEqual(['Call me: •••', toPlayer]);
    expect(await textsFor(player, booking, writtenResponse)).toEqual([
      toHost,
      'Write to ••• please',
    ]);
    const approvalResponse = await approve(booking);
    for (const side of [host, player])
      expect(await textsFor(side, booking, approvalResponse)).toEqual([toHost, toPlayer]);
  });

  it('are the only ones who can use the conversation', async () => {
    const booking = await request();
    await write(player, booking, 'Is the gate open?').expect(201);
    for (const otherMember of [stranger, admin]) {
      await otherMember.agent.get(`/api/bookings/${booking.id}/messages`).expect(404);
      await write(otherMember, booking, 'Hello').expect(404);
      await read(otherMember, booking, 1).expect(404);
    }
    const { id: bookingId } = booking;
    const report = { bookingId, number: 1, reason: 'offensive' };
    await stranger.agent.post('/api/message-reports').send(report).expect(404);
    await player.agent.post('/api/message-reports').send(report).expect(404);
  });

  it('send a message once despite retries, and never one that is empty or too long', async () => {
    const booking = await request();
    const idempotencyKey = randomUUID();
    const send = () =>
      write(player, booking, 'Hello').set('Idempotency-Key', idempotencyKey).expect(201);
    expect((await send()).body).toEqual((await send()).body);
    await write(player, booking, ' \n ').expect(400);
    await write(player, booking, 'a'.repeat(1_001)).expect(400);
    const lastResponse = await write(player, booking, 'a'.repeat(1_000)).expect(201);
    expect((lastResponse.body as Conversation).messages).toHaveLength(2);
  });
});

describe('an open conversation', () => {
  it('updates both sides, and no one else, on each message and read', async () => {
    const booking = await request();
    const listeners = await Promise.all(
      [host, player, stranger, null].map((member) => listen(courtly, member)),
    );
    const receivedTimes = (times: number) => async () =>
      listeners.slice(0, 2).every((listener) => listener.idsOf('conversations').length === times);
    await write(player, booking, 'Is the gate open?').expect(201);
    await eventually('both sides receive the message', receivedTimes(1));
    await read(host, booking, 1).expect(200);
    await eventually('both sides see that it was read', receivedTimes(2));
    const later = await courtly.court(host, { name: 'A later court' });
    await eventually('everyone sees changes to a court', async () =>
      listeners.every((listener) => listener.idsOf('courts').includes(later.id)),
    );
    const twice = [booking.id, booking.id];
    expect(listeners.map((listener) => listener.idsOf('conversations'))).toEqual([
      twice,
      twice,
      [],
      [],
    ]);
    for (const listener of listeners) listener.stop();
  });
});

describe('a reported message', () => {
  const report = (member: Member, bookingId: string, number = 1) =>
    member.agent
      .post('/api/message-reports')
      .send({ bookingId, number, reason: 'offensive', words: 'Rude.' });
  const waiting = async ({ id }: Booking, after: PositionHeader) => {
    const listResponse = await admin.agent
      .get('/api/admin/message-reports')
      .set('Courtly-After', positionOf(after));
    return (listResponse.body as ReportedMessage[]).filter(({ bookingId }) => bookingId === id);
  };

  it('awaits an admin, who hides it from both sides by removing it', async () => {
    const booking = await request();
    await write(player, booking, 'You cheat.').expect(201);
    const reportResponse = await report(host, booking.id).expect(201);
    await report(host, booking.id).expect(201);
    expect(await waiting(booking, reportResponse)).toMatchObject([
      {
        number: 1,
        side: 'player',
        text: 'You cheat.',
        court: { id: court.id, name: court.name },
        author: { id: player.user.id, name: 'Robin Baseline' },
        report: {
          by: { id: host.user.id, name: 'Hana Hostley' },
          reason: 'offensive',
          words: 'Rude.',
        },
      },
    ]);
    const noted = { type: 'PersonalDataRead', person: player.user.id };
    await eventually('the read is recorded', async () => {
      const { body } = await admin.agent.get('/api/admin/audit').query(noted).expect(200);
      return (body as AuditEntry[]).some(({ actor }) => actor.id === admin.user.id);
    });
    expect((await conversationOf(host, booking, reportResponse)).messages[0]!.isReported).toBe(
      true,
    );
    expect((await conversationOf(player, booking, reportResponse)).messages[0]!.isReported).toBe(
      false,
    );

    const removal = admin.agent.post(`/api/admin/bookings/${booking.id}/message-removals`);
    const removalResponse = await removal.send({ number: 1, reason: 'Rude indeed.' }).expect(200);
    expect(await waiting(booking, removalResponse)).toEqual([]);
    for (const side of [host, player])
      expect((await conversationOf(side, booking, removalResponse)).messages).toMatchObject([
        { text: null, gone: 'removed' },
      ]);
  });

  it('stays if an admin dismisses the report and cannot be reported again', async () => {
    const booking = await request();
    await write(host, booking, 'Bring balls.').expect(201);
    const reportResponse = await report(player, booking.id).expect(201);
    expect(await waiting(booking, reportResponse)).toHaveLength(1);
    const dismissal = { bookingId: booking.id, number: 1, reason: 'Nothing wrong.' };
    const dismissed = await admin.agent
      .post('/api/admin/message-reports/dismissals')
      .send(dismissal)
      .expect(200);
    expect(await waiting(booking, dismissed)).toEqual([]);
    await report(player, booking.id).expect(201);
    expect(await waiting(booking, dismissed)).toEqual([]);
    expect(await textsFor(player, booking, dismissed)).toEqual(['Bring balls.']);
  });
});

describe('the limits of a conversation', () => {
  it('stop users after too many messages and reports in a day', async () => {
    const guest = await courtly.player();
    const booking = await request(guest);
    await reachLimit(messagesOfPerson, 'messages', guest);
    expect((await write(guest, booking, 'Hello').expect(429)).body).toMatchObject({
      code: 'too_many_requests',
    });
    await write(host, booking, 'Hello').expect(201);
    await reachLimit(messageReportsOfPerson, 'reporter', guest);
    const report = { bookingId: booking.id, number: 1, reason: 'offensive' };
    expect(
      (await guest.agent.post('/api/message-reports').send(report).expect(429)).body,
    ).toMatchObject({
      code: 'too_many_requests',
    });
  });

  it('prevent writing, but not reading, once the other side has deleted their account', async () => {
    const leaving = await courtly.player();
    const booking = await request(leaving);
    await write(leaving, booking, 'I have to cancel.').expect(201);
    await leaving.agent.post(`/api/bookings/${booking.id}/cancel`).send({}).expect(200);
    await write(host, booking, 'What a pity.').expect(201);
    const erasure = { currentPassword: leaving.password, confirmation: 'DELETE' };
    await eventually('nothing blocks the erasure', async () => {
      const { status } = await leaving.agent.post('/api/account/erase').send(erasure);
      return status === 202;
    });
    // A write can still succeed shortly after the request, because it uses cached accounts.
    await eventually('writing is refused', async () => {
      const { status, body } = await write(host, booking, 'Are you there?');
      return status === 409 && (body as { message: string }).message.includes('deleted');
    });
    await eventually('the conversation is closed', async () => {
      const { body } = await host.agent.get(`/api/bookings/${booking.id}/messages`).expect(200);
      const { canWrite, messages } = body as Conversation;
      expect(messages.slice(0, 2)).toMatchObject([{ number: 1 }, { number: 2 }]);
      return !canWrite;
    });
    await read(host, booking, 1).expect(200);
  });

  it('prevent writing, but not reading, fourteen days after the hour', async () => {
    const booking = await request();
    await write(player, booking, 'Is the gate open?').expect(201);
    const over = Date.parse(booking.endTime) + 14 * DAY_MS;
    await moveClockTo(courtly, new Date(over - 60_000).toISOString());
    const lastResponse = await write(host, booking, 'It was.').expect(201);
    await moveClockTo(courtly, new Date(over).toISOString());
    expect((await write(host, booking, 'Again?').expect(409)).body).toMatchObject({
      code: 'wrong_status',
    });
    expect(await conversationOf(player, booking, lastResponse)).toMatchObject({
      canWrite: false,
      unread: 1,
    });
    await read(player, booking, 2).expect(200);
  });
});

it('allows writing only once the request is paid', async () => {
  const paidCourtly = await startPaidCourtly();
  try {
    const [owner, guest] = [
      await paidCourtly.courtly.register('owner'),
      await paidCourtly.courtly.player(),
    ];
    const { id: courtId, zone } = await paidCourtly.courtly.court(owner);
    const [slot] = await paidCourtly.courtly.slots(
      courtId,
      addDays(localDate(zone, Date.now()), 2),
    );
    const requestAnswer = await paidCourtly.courtly.book(guest, courtId, slot!).expect(201);
    const booking = requestAnswer.body as Booking;
    expect((await write(guest, booking, 'Hello').expect(409)).body).toMatchObject({
      code: 'wrong_status',
    });
    expect((await conversationOf(guest, booking, requestAnswer)).canWrite).toBe(false);
    await write(owner, booking, 'Hello').expect(404);
    await paidCourtly.pay(booking.id);
    await eventually('the card is authorized', async () => {
      const { status } = await write(owner, booking, 'Hello');
      return status === 201;
    });
    await write(guest, booking, 'Hello').expect(201);
  } finally {
    await paidCourtly.stop();
  }
});
