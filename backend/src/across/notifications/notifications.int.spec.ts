import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { NotificationItem as NotificationView } from '@courtly/contracts/notifications';
import { DAY_MS, MINUTE_MS, addDays, localDate } from '../../platform/kernel/local-time.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { EventStore } from '../../platform/stores/event-store.js';
import { createCompletedBooking } from '../../../testing/completed-booking.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { listen } from '../../../testing/listen.js';
import { nextPageUrl } from '../../../testing/pages.js';
import { eventually } from '../../../testing/stores.js';
import { MAX_LISTED } from './notification-list.js';
import { notifications } from './notifications.projection.js';

let courtly: Courtly;
let host: Member;
let player: Member;
let court: CourtDetail;

beforeAll(async () => {
  courtly = await startCourtly({ POLICY_FILE: 'deploy/policies/open.json' });
  [host, player] = await Promise.all([courtly.register('owner'), courtly.player()]);
  court = await courtly.court(host);
});
afterAll(() => courtly?.stop());

let days = 2;
const request = async (requester = player) => {
  const [slot] = await courtly.slots(court.id, addDays(localDate(court.zone, Date.now()), ++days));
  const response = await courtly.book(requester, court.id, slot!).expect(201);
  return { booking: response.body as Booking, after: response.get('Courtly-Position')! };
};
const respond = async ({ id }: Booking, requestBody: object) =>
  (await host.agent.patch(`/api/bookings/${id}/status`).send(requestBody).expect(200)).get(
    'Courtly-Position',
  )!;
/** A user's notifications, once the list has reached a position. */
const listOf = async ({ agent }: Member, after: string) =>
  (await agent.get('/api/notices').set('Courtly-After', after).expect(200))
    .body as NotificationView[];
const notified = (list: readonly NotificationView[], { id }: Booking) =>
  list.filter(({ bookingId }) => bookingId === id).map(({ type, read }) => [type, read]);
const unreadOf = async ({ agent }: Member, after: string) =>
  (await agent.get('/api/notices/unread').set('Courtly-After', after).expect(200)).body as object;
const marked = ({ agent }: Member, requestBody: object) =>
  agent.post('/api/notices/read').send(requestBody);

describe('notifications of a booking', () => {
  it('inform each side only of what the other did', async () => {
    const { booking, after } = await request();
    const [requestNotification] = await listOf(host, after);
    expect(requestNotification).toMatchObject({
      type: 'request_received',
      side: 'host',
      read: false,
      bookingId: booking.id,
      answerBy: booking.answerBy,
      court: { id: court.id, name: court.name },
      player: { firstName: 'Robin', lastName: 'Baseline' },
    });
    expect(notified(await listOf(player, after), booking)).toEqual([]);

    const approved = await respond(booking, { status: 'confirmed' });
    const [answered] = await listOf(player, approved);
    expect(answered).toMatchObject({
      type: 'request_approved',
      side: 'player',
      player: null,
      answerBy: null,
    });
    expect(notified(await listOf(host, approved), booking)).toEqual([['request_received', true]]);

    const cancellation = await player.agent
      .post(`/api/bookings/${booking.id}/cancel`)
      .send({ reason: 'ill' })
      .expect(200);
    expect(notified(await listOf(host, cancellation.get('Courtly-Position')!), booking)).toEqual([
      ['cancelled_by_player', false],
      ['request_received', true],
    ]);
    expect(notified(await listOf(player, cancellation.get('Courtly-Position')!), booking)).toEqual([
      ['request_approved', false],
    ]);
  });

  it('give the reason for a decline, and report a closure', async () => {
    const [declined, closed] = [(await request()).booking, (await request()).booking];
    await respond(declined, { status: 'cancelled', reason: 'maintenance', note: 'A new surface.' });
    const { startTime, endTime } = closed;
    const body = { startTime, endTime, cancelBookings: true };
    const closing = await host.agent
      .post(`/api/courts/${court.id}/closures`)
      .send(body)
      .expect(201);
    const list = await listOf(player, closing.get('Courtly-Position')!);
    expect(notified(list, closed)).toEqual([['cancelled_by_closure', false]]);
    expect(list.find(({ bookingId }) => bookingId === declined.id)).toMatchObject({
      type: 'request_declined',
      declineReason: 'maintenance',
    });
    expect(JSON.stringify(list)).not.toContain('A new surface.');
  });
});

describe('marking notifications as read', () => {
  it("marks only the user's own notifications, up to an id, and counts the rest", async () => {
    const emailReader = await courtly.player();
    const firstBooking = (await request(emailReader)).booking;
    const secondBooking = (await request(emailReader)).booking;
    await respond(firstBooking, { status: 'confirmed' });
    const after = await respond(secondBooking, { status: 'cancelled', reason: 'other' });
    expect(await unreadOf(emailReader, after)).toEqual({ unread: 2 });
    const [newest, older] = await listOf(emailReader, after);

    await marked(player, { upTo: newest!.id }).expect(404);
    expect(
      (await marked(player, { ids: [newest!.id] }).expect(200)).headers['courtly-position'],
    ).toBeUndefined();
    expect(await unreadOf(emailReader, after)).toEqual({ unread: 2 });

    const firstMark = await marked(emailReader, { upTo: older!.id }).expect(200, { unread: 1 });
    expect(
      notified(await listOf(emailReader, firstMark.get('Courtly-Position')!), firstBooking),
    ).toEqual([['request_approved', true]]);
    const response = await marked(emailReader, { ids: [newest!.id, older!.id, 'unknown'] }).expect(
      200,
      {
        unread: 0,
      },
    );
    expect(await unreadOf(emailReader, response.get('Courtly-Position')!)).toEqual({ unread: 0 });
    await marked(emailReader, { upTo: newest!.id }).expect(200, { unread: 0 });

    const month = new Date().toISOString().slice(0, 7);
    const events = await courtly.app
      .get(EventStore)
      .read(`noticeMarks-${emailReader.user.id}_${month}`);
    expect(events.map(({ data }) => (data as { noticeIds: string[] }).noticeIds)).toEqual([
      [older!.id],
      [newest!.id],
    ]);
  });

  it('responds to a repeated request in the same way', async () => {
    const player = await courtly.player();
    const { booking } = await request(player);
    const [notification] = await listOf(player, await respond(booking, { status: 'confirmed' }));
    const send = () =>
      marked(player, { upTo: notification!.id })
        .set('Idempotency-Key', 'once')
        .expect(200, { unread: 0 });
    await send();
    await send();
  });

  it.each([
    {},
    { ids: [] },
    { upTo: 'a', ids: ['a'] },
    { ids: Array.from({ length: 201 }, String) },
  ])('rejects %j', async (body) => {
    expect((await marked(player, body).expect(400)).body).toMatchObject({
      code: 'invalid_request',
    });
  });
});

describe('a long list of notifications', () => {
  const at = (recipientIndex: number) =>
    new Date(Date.now() - DAY_MS - Math.floor(recipientIndex / 2) * 1_000).toISOString();

  it('shows each of the latest 200 once across pages, none older than 90 days', async () => {
    const player = await courtly.player();
    const { booking } = await request(player);
    await listOf(player, await respond(booking, { status: 'confirmed' }));
    const read = courtly.app.get(ReadModels);
    const storedNotification = (await read.read(notifications, (documents) =>
      documents.findOne({ _id: `${booking.id}.approved` }),
    ))!;
    const add = (...some: { _id: string; at: string }[]) =>
      read.read(notifications, (documents) =>
        documents.insertMany(
          some.map((insertedFields) => ({ ...storedNotification, ...insertedFields })),
        ),
      );
    await add({ _id: 'older.approved', at: new Date(Date.now() - 91 * DAY_MS).toISOString() });
    const pages: NotificationView[][] = [];
    const firstResponse = await player.agent.get('/api/notices?limit=70').expect(200);
    expect([nextPageUrl(firstResponse), firstResponse.get('X-Total-Count')]).toEqual([
      undefined,
      '1',
    ]);

    await add(
      ...Array.from({ length: 250 }, (_, recipientIndex) => ({
        _id: `more-${1_000 + recipientIndex}.approved`,
        at: at(recipientIndex),
      })),
    );
    for (let next: string | undefined = '/api/notices?limit=70'; next;) {
      const dashboardPath = await player.agent.get(next).expect(200);
      if (pages.push(dashboardPath.body as NotificationView[]) === 1) {
        expect(dashboardPath.get('X-Total-Count')).toBe(String(MAX_LISTED));
        await add({ _id: 'newest.approved', at: new Date().toISOString() });
      }
      next = nextPageUrl(dashboardPath);
    }
    expect(pages.map(({ length }) => length)).toEqual([70, 70, 60]);
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(MAX_LISTED);
    const order = pages.flat().map((existingNotification) => existingNotification.at);
    expect(order).toEqual([...order].sort().reverse());
    expect((await player.agent.get('/api/notices/unread').expect(200)).body).toEqual({
      unread: 99,
    });
    await marked(player, { upTo: pages[0]![0]!.id }).expect(200, { unread: 1 });
  });

  it('rejects a cursor from another list', async () => {
    const cursor = Buffer.from('{"month":"2027-03"}').toString('base64url');
    await player.agent.get(`/api/notices?cursor=${cursor}`).expect(400);
  });
});

describe('an open screen', () => {
  it("receives live updates only for the user's own notifications", async () => {
    const [ownUpdates, otherUpdates] = [
      await listen(courtly, host),
      await listen(courtly, await courtly.player()),
    ];
    const { booking } = await request();
    await eventually('the host is notified', async () =>
      ownUpdates.idsOf('notices').some((id) => id.includes(`${booking.id}.requested`)),
    );
    const { after } = await request();
    await listOf(host, after);
    expect(otherUpdates.idsOf('notices').filter((id) => id.includes('requested'))).toEqual([]);
    for (const observer of [ownUpdates, otherUpdates]) observer.stop();
  });
});

describe('a review that is due', () => {
  it('is listed and counted only while it can be written', async () => {
    const guest = await courtly.player();
    const booking = await createCompletedBooking(courtly, host, court, guest);
    const dueReviews = async () => {
      const { body } = await guest.agent.get('/api/notices').expect(200);
      return (body as NotificationView[]).filter(({ type }) => type === 'review_due');
    };
    await eventually('the review is due', async () => (await dueReviews()).length === 1);
    const unreadCount = async () => {
      const { body } = await guest.agent.get('/api/notices/unread').expect(200);
      return (body as { unread: number }).unread;
    };
    const unreadBefore = await unreadCount();
    const reviewMs = courtly.config.policy.reviewDays * DAY_MS;
    const lastMoment = Date.parse(booking.endTime) + reviewMs;
    courtly.config.CLOCK_OFFSET_MS = lastMoment - MINUTE_MS - Date.now();
    expect(await dueReviews()).toHaveLength(1);
    courtly.config.CLOCK_OFFSET_MS = lastMoment + MINUTE_MS - Date.now();
    expect(await dueReviews()).toEqual([]);
    expect(await unreadCount()).toBe(unreadBefore - 1);
  });
});
