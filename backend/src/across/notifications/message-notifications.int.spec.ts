import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Slot } from '@courtly/contracts/availability';
import type { Booking } from '@courtly/contracts/bookings';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { NotificationItem } from '@courtly/contracts/notifications';
import { addDays, localDate } from '../../platform/kernel/local-time.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { type Mailbox, startMailbox } from '../../../testing/mailbox.js';
import { eventually } from '../../../testing/stores.js';

let mailbox: Mailbox;
let courtly: Courtly;
let host: Member;
let player: Member;
let court: CourtDetail;
let freeSlots: Slot[];

type PositionHeader = { get(name: string): string | undefined };

const request = async (requester = player): Promise<Booking> =>
  (await courtly.book(requester, court.id, freeSlots.shift()!).expect(201)).body as Booking;
const write = ({ agent }: Member, { id }: Booking, text: string) =>
  agent.post(`/api/bookings/${id}/messages`).send({ text });
const notificationOf = async ({ agent }: Member, { id }: Booking, after: PositionHeader) => {
  const listResponse = await agent
    .get('/api/notices')
    .set('Courtly-After', after.get('Courtly-Position')!)
    .expect(200);
  return (listResponse.body as NotificationItem[]).filter(
    ({ type, bookingId }) => type === 'message_received' && bookingId === id,
  );
};

beforeAll(async () => {
  mailbox = await startMailbox();
  courtly = await startCourtly({
    MAIL_URL: mailbox.url,
    PUBLIC_URL: 'http://courtly.example',
    POLICY_FILE: 'deploy/policies/open.json',
  });
  host = await courtly.register('owner', { firstName: 'Hana', lastName: 'Hostley' });
  player = await courtly.player();
  court = await courtly.court(host);
  freeSlots = await courtly.slots(court.id, addDays(localDate(court.zone, Date.now()), 2));
});
afterAll(async () => {
  await courtly?.stop();
  await mailbox?.stop();
});

describe('message emails', () => {
  it('announce only the first unread message, without its text', async () => {
    const booking = await request();
    await write(player, booking, 'zq-first').expect(201);
    const secondResponse = await write(player, booking, 'zq-second').expect(201);
    const [notification, ...otherNotifications] = await notificationOf(
      host,
      booking,
      secondResponse,
    );
    expect(otherNotifications).toEqual([]);
    expect(notification).toMatchObject({
      side: 'host',
      read: false,
      startTime: booking.startTime,
      court: { id: court.id },
      player: { firstName: 'Robin', lastName: 'Baseline' },
    });
    const writeResponse = await write(host, booking, 'zq-answer').expect(201);
    const [replyNotification] = await notificationOf(player, booking, writeResponse);
    expect(replyNotification).toMatchObject({
      side: 'player',
      player: { firstName: 'Hana', lastName: '' },
    });

    const mailOf = ({ email }: Member, path: string) =>
      eventually('the email arrives', async () =>
        mailbox.to(email).find(({ text }) => text!.includes(path + booking.id)),
      );
    const mail = await mailOf(host, 'courtly.example/host-dashboard?tab=bookings&conversation=');
    expect(mail.subject).toBe('Robin wrote to you');
    expect(mail.text).toContain(court.name);
    expect(mail.text).not.toContain('zq-');
    expect((await mailOf(player, 'courtly.example/bookings?conversation=')).subject).toBe(
      'Hana wrote to you',
    );
    const about = mailbox
      .to(host.email)
      .filter(({ text }) => text!.includes(`conversation=${booking.id}`));
    expect(about).toHaveLength(1);

    const readResponse = await host.agent
      .post(`/api/bookings/${booking.id}/messages/read`)
      .send({ number: 2 })
      .expect(200);
    expect(await notificationOf(host, booking, readResponse)).toMatchObject([
      { id: notification!.id, read: true },
    ]);
    const thirdResponse = await write(player, booking, 'zq-third').expect(201);
    expect(await notificationOf(host, booking, thirdResponse)).toMatchObject([
      { id: notification!.id, read: false },
    ]);
  });

  it('stop once the recipient turns them off', async () => {
    const guest = await courtly.player();
    const mail = {
      requests: true,
      bookings: true,
      reminders: true,
      matches: true,
      messages: false,
    };
    await guest.agent.put('/api/notices/preferences').send({ mail }).expect(200);
    const booking = await request(guest);
    const writtenResponse = await write(host, booking, 'Welcome').expect(201);
    expect(await notificationOf(guest, booking, writtenResponse)).toHaveLength(1);
    // Emails are sent in order, so a later one proves that the earlier one was not sent.
    const later = await request();
    await write(host, later, 'Welcome').expect(201);
    const isThere = async () =>
      mailbox.to(player.email).some(({ text }) => text!.includes(`conversation=${later.id}`));
    await eventually('the later email arrives', isThere);
    const aboutMessages = ({ text }: { text?: string }) => text!.includes('conversation=');
    expect(mailbox.to(guest.email).filter(aboutMessages)).toEqual([]);
  });
});
