import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { NotificationItem } from '@courtly/contracts/notifications';
import { CommandBus } from '@nestjs/cqrs';
import type { ParsedMail } from 'mailparser';
import { RateLimits } from '../../platform/http/rate-limits.js';
import { person } from '../../people/identity/person.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { courtDayIdOf } from '../../booking/bookings/booking-id.js';
import { courtDay } from '../../booking/bookings/court-day.js';
import { systemContext } from '../../platform/kernel/context.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import {
  DAY_MS,
  addDays,
  localDate,
  offsetAt,
  offsetLabel,
} from '../../platform/kernel/local-time.js';
import { StreamCache } from '../../platform/kernel/stream-cache.js';
import { Queues } from '../../platform/processes/queues.js';
import { EventStore } from '../../platform/stores/event-store.js';
import { requestBooking } from '../../../testing/court-day.js';
import { anAdmin } from '../../../testing/admin.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { type Mailbox, startMailbox } from '../../../testing/mailbox.js';
import { eventually } from '../../../testing/stores.js';
import { VaultKeys } from '../../platform/vault/person-keys.js';
import { type BookingEmailJob, SendBookingEmailCommand } from './notification-emails.commands.js';
import { unsubscribesFromAddress } from './notifications.commands.js';

let mailbox: Mailbox;
let courtly: Courtly;
let host: Member;
let court: CourtDetail;

beforeAll(async () => {
  mailbox = await startMailbox();
  courtly = await startCourtly({
    MAIL_URL: mailbox.url,
    PUBLIC_URL: 'http://courtly.example',
    POLICY_FILE: 'deploy/policies/open.json',
    TRUST_PROXY: '1',
  });
  host = await courtly.register('owner');
  await courtly.verifyEmail(host);
  court = await courtly.court(host);
});
afterAll(async () => {
  await courtly?.stop();
  await mailbox?.stop();
});

let days = 2;
const request = async (requester: Member): Promise<Booking> => {
  const [slot] = await courtly.slots(court.id, addDays(localDate(court.zone, Date.now()), ++days));
  return (await courtly.book(requester, court.id, slot!).expect(201)).body as Booking;
};
const respond = ({ id }: Booking, requestBody: object) =>
  host.agent.patch(`/api/bookings/${id}/status`).send(requestBody).expect(200);
const approve = (remindedBooking: Booking) => respond(remindedBooking, { status: 'confirmed' });
const subjects = ({ email }: Member) => mailbox.to(email).map(({ subject }) => subject);
const arrived = async (recipient: Member, emailSubject: string): Promise<ParsedMail> =>
  eventually(`the email "${emailSubject}" arrives`, async () =>
    mailbox.to(recipient.email).find((mail) => mail.subject === emailSubject),
  );

/** Waits until every due job has run. */
const idle = () =>
  eventually('all jobs are done', async () => {
    const counts = await courtly.app.get(Queues).countJobs();
    return [...counts.values()].every(({ waiting, active }) => waiting === 0 && active === 0);
  });

/** The path of the one-click unsubscribe link. */
const oneClickOf = ({ headers }: ParsedMail) => {
  const { unsubscribe } = headers.get('list') as unknown as { unsubscribe: { url: string } };
  return unsubscribe.url.replace('http://courtly.example', '');
};
let addresses = 0;
const post = (path: string, callerAddress = `203.0.113.${++addresses}`) =>
  courtly
    .visitor()
    .post(path)
    .set('X-Forwarded-For', callerAddress)
    .type('form')
    .send('List-Unsubscribe=One-Click');
const preferencesOf = async ({ agent }: Member) =>
  (await agent.get('/api/notices/preferences').expect(200)).body.mail as Record<string, boolean>;

describe('a booking email', () => {
  it('goes to the host for a request and to the player for the response', async () => {
    const player = await courtly.player();
    await courtly.verifyEmail(player);
    const booking = await request(player);
    const requestEmail = await arrived(host, 'New request for your court');
    expect(requestEmail.text).toContain('Camelback Court, Paradise Valley:');
    expect(requestEmail.text).toContain('http://courtly.example/host/bookings');
    expect(requestEmail.text).toMatch(/Player: \w+ \w+\n/);
    expect(requestEmail.text).toContain('You receive: $');
    expect(requestEmail.text).toMatch(
      /Approve:\nhttp:\/\/courtly\.example\/answer-request#\S+\.approve\.\d+\.[0-9a-f]{64}\n/,
    );
    await arrived(player, 'We sent your request');
    expect(requestEmail.text).not.toContain('8412');
    expect(requestEmail.text).not.toContain(player.email);
    await approve(booking);
    const approved = await arrived(player, 'Your request was approved');
    expect(approved.text).toContain(`Address: ${court.address}`);
    const [invitation] = approved.attachments;
    expect(invitation!.contentType).toMatch(/^(?:text\/calendar|application\/ics)/);
    const calendar = invitation!.content.toString();
    expect(calendar).toContain('METHOD:REQUEST');
    expect(calendar).toContain(`UID:${booking.id}`);
    expect(calendar).toContain('SEQUENCE:1');
    expect(approved.headers.get('auto-submitted')).toBe('auto-generated');
    expect(approved.headerLines.map(({ line }) => line).join('\n')).toContain(
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    );
    expect(oneClickOf(approved)).toMatch(
      /^\/api\/notices\/unsubscribe\/[\w-]+\.requests\.[0-9a-f]{64}$/,
    );
    expect(approved.text).toContain(
      `http://courtly.example${oneClickOf(approved).replace('/api/notices', '')}`,
    );
  });

  it("sends neither names nor the address to a mailbox that may be a stranger's", async () => {
    const [owner, player] = await Promise.all([courtly.register('owner'), courtly.player()]);
    const { id, zone } = await courtly.court(owner);
    const [slot] = await courtly.slots(id, addDays(localDate(zone, Date.now()), 3));
    const booking = (await courtly.book(player, id, slot!).expect(201)).body as Booking;
    const requested = await arrived(owner, 'New request for your court');
    expect(requested.text).toContain(
      'Verify your email:\nhttp://courtly.example/profile?tab=settings',
    );
    expect(requested.text).not.toMatch(/Player:|Robin Baseline|answer-request/);
    await owner.agent
      .patch(`/api/bookings/${booking.id}/status`)
      .send({ status: 'confirmed' })
      .expect(200);
    const approved = await arrived(player, 'Your request was approved');
    expect(approved.text).toContain('Verify your email:\n');
    expect(approved.text).not.toMatch(/8412|maps/);
    expect(approved.attachments).toEqual([]);
  });

  it('takes a booking that its player canceled out of their calendar', async () => {
    const player = await courtly.player();
    await courtly.verifyEmail(player);
    const booking = await request(player);
    await approve(booking);
    await arrived(player, 'Your request was approved');
    await player.agent.post(`/api/bookings/${booking.id}/cancel`).send({}).expect(200);
    const { attachments } = await arrived(player, 'You canceled your booking');
    const calendar = attachments[0]!.content.toString();
    expect(calendar).toContain('METHOD:CANCEL');
    expect(calendar).toContain(`UID:${booking.id}`);
    expect(calendar).toContain('SEQUENCE:2');
  });

  it('goes once to each side for an instant booking without payment', async () => {
    const [owner, player] = await Promise.all([courtly.register('owner'), courtly.player()]);
    const ownerCourt = await courtly.court(owner);
    const policy = { leadMinutes: null, horizonDays: null, instantBook: true };
    const { weeklyHours } = ownerCourt;
    await owner.agent
      .put(`/api/courts/${ownerCourt.id}/hours`)
      .send({ weeklyHours, policy })
      .expect(200);
    const [slot] = await courtly.slots(
      ownerCourt.id,
      addDays(localDate(ownerCourt.zone, Date.now()), 3),
    );
    await courtly.book(player, ownerCourt.id, slot!).expect(201);
    await arrived(owner, 'Your court was booked');
    await arrived(player, 'Your court is booked');
    await idle();
    expect([subjects(owner), subjects(player)]).toEqual([
      ['Your court was booked'],
      ['Your court is booked'],
    ]);
  });

  it('is not sent for an outdated status or to an erased recipient, but is sent days late', async () => {
    const player = await courtly.player();
    const booking = await request(player);
    await arrived(player, 'We sent your request');
    await approve(booking);
    await arrived(player, 'Your request was approved');
    const sendBookingEmail = (
      notificationType: 'request_approved' | 'request_declined',
      ago: number,
      cause: string,
    ) => {
      const [now, at] = [Date.now(), Date.now() - ago].map((ms) => new Date(ms).toISOString()) as [
        string,
        string,
      ];
      const news = {
        personId: player.user.id,
        bookingId: booking.id,
        type: notificationType,
        amountCents: null,
        at,
      };
      return courtly.app
        .get(CommandBus)
        .execute(new SendBookingEmailCommand(news, systemContext(`${cause} ${booking.id}`, now)));
    };
    await sendBookingEmail('request_declined', 0, 'not so');
    expect(subjects(player)).toEqual(['We sent your request', 'Your request was approved']);
    await sendBookingEmail('request_approved', 2 * DAY_MS, 'held back');
    expect(subjects(player)).toHaveLength(3);
    await courtly.app.get(VaultKeys).eraseKey(player.user.id, new Date().toISOString());
    courtly.app.get(StreamCache, { strict: false }).forget(person, `user-${player.user.id}`);
    await sendBookingEmail('request_approved', 0, 'erased');
    expect(subjects(player)).toHaveLength(3);
  });
});

describe('unsubscribing', () => {
  it('stops one kind and keeps the others', async () => {
    const player = await courtly.player();
    const mail = {
      requests: false,
      bookings: true,
      reminders: true,
      matches: true,
      messages: true,
    };
    expect(await preferencesOf(player)).toEqual({ ...mail, requests: true });
    await player.agent.put('/api/notices/preferences').send({ mail }).expect(200, { mail });
    expect(await preferencesOf(player)).toEqual(mail);
    await player.agent
      .put('/api/notices/preferences')
      .send({ mail: { ...mail, sms: true } })
      .expect(400);
    const queues = courtly.app.get(Queues);
    const added = [jest.spyOn(queues, 'addJobs'), jest.spyOn(queues, 'addTogether')];
    const booking = await request(player);
    await approve(booking);
    await host.agent
      .post(`/api/bookings/${booking.id}/cancel`)
      .send({ excuse: 'weather' })
      .expect(200);
    await arrived(player, 'Your booking was canceled');
    await idle();
    const queuedTypes = added
      .flatMap((add) => add.mock.calls.flatMap(([, jobs]) => jobs))
      .map(({ data }) => data as Partial<BookingEmailJob>)
      .filter(({ bookingId, personId }) => bookingId === booking.id && personId === player.user.id)
      .map(({ type }) => type);
    expect(new Set(queuedTypes)).toEqual(new Set(['cancelled_by_host']));
    const queuedEarlier = {
      personId: player.user.id,
      bookingId: booking.id,
      type: 'request_unanswered',
      amountCents: null,
      at: new Date().toISOString(),
    } as const;
    const context = systemContext('queued earlier', queuedEarlier.at);
    await courtly.app.get(CommandBus).execute(new SendBookingEmailCommand(queuedEarlier, context));
    expect(subjects(player)).toEqual(['Your booking was canceled']);
  });

  it('works repeatedly through the link in an email, without a session', async () => {
    const player = await courtly.player();
    await approve(await request(player));
    const path = oneClickOf(await arrived(player, 'Your request was approved'));
    const firstResponse = await post(path).expect(204);
    const repeatedResponse = await post(path).expect(204);
    expect(repeatedResponse.text).toBe(firstResponse.text);
    expect(await preferencesOf(player)).toEqual({
      requests: false,
      bookings: true,
      reminders: true,
      matches: true,
      messages: true,
    });
    const events = await courtly.app.get(EventStore).read(`noticePreferences-${player.user.id}`);
    expect(events).toHaveLength(1);
  });

  it('responds to an invalid link in the same way and changes nothing', async () => {
    const player = await courtly.player();
    await approve(await request(player));
    const good = oneClickOf(await arrived(player, 'Your request was approved'));
    const foreign = good.replace(player.user.id, host.user.id);
    const other = good.replace('.requests.', '.reminders.');
    for (const bad of [
      foreign,
      other,
      good.slice(0, -1),
      '/api/notices/unsubscribe/nonsense',
      `${good}0`,
    ]) {
      const response = await post(bad).expect(204);
      expect(response.text).toBe('');
    }
    const allEmails = {
      requests: true,
      bookings: true,
      reminders: true,
      matches: true,
      messages: true,
    };
    expect([await preferencesOf(player), await preferencesOf(host)]).toEqual([
      allEmails,
      allEmails,
    ]);
  });

  it('limits requests per address', async () => {
    const address = '198.51.100.1';
    const path = '/api/notices/unsubscribe/nonsense';
    await post(path, address).expect(204);
    const key = courtly.app.get(KeyedHashes).hashOf('address', address);
    for (let n = 1; n < unsubscribesFromAddress.points; n++)
      await courtly.app.get(RateLimits).consume(unsubscribesFromAddress, key);
    expect((await post(path, address).expect(429)).body).toMatchObject({
      code: 'too_many_requests',
    });
    await post(path).expect(204);
  });
});

describe('an admin action', () => {
  const reason = 'The fence is broken.';
  const notificationsOf = async ({ agent }: Member) =>
    (await agent.get('/api/notices').expect(200)).body as NotificationItem[];

  it('emails the host when it hides their court and when it shows the court again', async () => {
    const [admin, owner] = [await anAdmin(courtly), await courtly.register('owner')];
    const ownerCourt = await courtly.court(owner, { name: 'Cholla Court' });
    await admin.agent
      .post(`/api/admin/courts/${ownerCourt.id}/hidings`)
      .send({ reason })
      .expect(200);
    const hidden = await arrived(owner, 'Your court is hidden');
    expect(hidden.text).toContain('Cholla Court, Paradise Valley.');
    expect(hidden.text).toContain(`Reason: ${reason}`);
    expect(hidden.text).toContain('http://courtly.example/host/courts');
    await admin.agent
      .post(`/api/admin/courts/${ownerCourt.id}/hiding-ends`)
      .send({ reason: 'It is mended.' })
      .expect(200);
    expect((await arrived(owner, 'Your court is visible again')).text).not.toContain('mended');
    const notified = await eventually('both notifications are listed', async () => {
      const ownerNotifications = await notificationsOf(owner);
      return ownerNotifications.length === 2 && ownerNotifications;
    });
    expect(
      notified.map(({ type, court: { name }, player, ...otherFields }) => [
        type,
        name,
        player,
        otherFields.reason,
      ]),
    ).toEqual([
      ['court_shown', 'Cholla Court', null, undefined],
      ['court_hidden', 'Cholla Court', null, reason],
    ]);
    expect(subjects(owner)).toHaveLength(2);
  });

  it('emails both sides when it cancels a booking', async () => {
    const [admin, player] = [await anAdmin(courtly), await courtly.player()];
    const booking = await request(player);
    await admin.agent
      .post(`/api/admin/bookings/${booking.id}/cancellations`)
      .send({ reason })
      .expect(200);
    expect((await arrived(player, 'Your booking was canceled')).text).toContain(
      'Courtly canceled this booking.',
    );
    await eventually('the host receives an email', async () =>
      mailbox.to(host.email).some(({ text }) => text?.includes("It doesn't count against you")),
    );
    const notified = async (recipient: Member) =>
      (await notificationsOf(recipient))
        .filter(({ bookingId }) => bookingId === booking.id)
        .map(({ type }) => type);
    await expect(notified(host)).resolves.toEqual(['booking_cancelled_by_operator']);
    await expect(notified(player)).resolves.toEqual(['cancelled_by_operator']);
  });
});

it('notifies both sides if a booked hour has a different clock time on this server', async () => {
  const player = await courtly.player();
  const slot = (
    await courtly.slots(court.id, addDays(localDate(court.zone, Date.now()), ++days))
  )[0]!;
  const bookingId = `${court.id}-${localDate(court.zone, slot.start).replaceAll('-', '')}-zzzzzzzz`;
  const offsetMinutes = offsetAt(court.zone, Date.parse(slot.start));
  // Sells the hour as an API process with other zone data would.
  const request = requestBooking({
    bookingId,
    courtId: court.id,
    hostId: host.user.id,
    playerId: player.user.id,
    zone: court.zone,
    startTime: slot.start,
    endTime: slot.end,
    answerBy: slot.start,
    offsetMinutes: offsetMinutes - 60,
  });
  const at = new Date().toISOString();
  await courtly.app
    .get(CommandHandling)
    .handle(courtDay, courtDayIdOf(bookingId), request, systemContext('a sale', at));
  const noticeOf = ({ agent }: Member) =>
    eventually('the notification is listed', async () => {
      const notices = (await agent.get('/api/notices').expect(200)).body as NotificationItem[];
      return notices.find(({ type }) => type === 'local_time_changed');
    });
  for (const member of [player, host]) {
    const { offsets, startTime } = await noticeOf(member);
    expect(startTime).toBe(slot.start);
    expect(offsets).toEqual({
      before: offsetLabel(offsetMinutes - 60),
      after: offsetLabel(offsetMinutes),
    });
    const { text } = await arrived(member, 'The clock time of a booking changed');
    expect(text).toContain('this hour was shown as');
  }
});
