import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { AdminCourt } from '@courtly/contracts/admin-courts';
import type { Account, AccountDetail, AdminBooking } from '@courtly/contracts/admin-users';
import type { Test } from 'supertest';
import { addDays, localDate } from '../../platform/kernel/local-time.js';
import { anAdmin } from '../../../testing/admin.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { nextPageUrl } from '../../../testing/pages.js';
import {
  createConfirmedBooking as confirmed,
  moveClockTo,
  createCompletedBooking,
} from '../../../testing/completed-booking.js';
import { eventually } from '../../../testing/stores.js';

let courtly: Courtly;
let admin: Member;
const reason = 'As was said on the phone.';

beforeAll(async () => {
  courtly = await startCourtly({ POLICY_FILE: 'deploy/policies/unpaid.json' });
  admin = await anAdmin(courtly);
});
afterAll(() => courtly?.stop());

const post = (path: string, requestBody: object = {}, requester = admin): Test =>
  requester.agent.post(`/api/admin/${path}`).send({ reason, ...requestBody });
const find = async (query: Record<string, string | number>) => {
  const response = await admin.agent.get('/api/admin/users').query(query).expect(200);
  return response.body as Account[];
};
/** Registers an account and waits until the admin lists show it. */
const registered: Courtly['register'] = async (...registration) => {
  const member = await courtly.register(...registration);
  await eventually(
    'admin lists show the account',
    async () => (await find({ search: member.user.id })).length === 1,
  );
  return member;
};
const after = (response: Awaited<Test>, path: string) =>
  admin.agent.get(path).set('Courtly-After', response.get('Courtly-Position')!).expect(200);
const booked = async () => {
  const [host, player] = [await courtly.register('owner'), await courtly.player()];
  const court = await courtly.court(host);
  const [slot] = await courtly.slots(court.id, addDays(localDate(court.zone, Date.now()), 3));
  const response = await courtly.book(player, court.id, slot!).expect(201);
  return { host, player, court, slot: slot!, booking: response.body as Booking, response };
};

describe('searching accounts', () => {
  it('matches only an exact email, an id, or the beginning of a name', async () => {
    const { user, email } = await registered('player', { firstName: 'Quentín', lastName: 'Zwei' });
    const ids = async (search: string) => (await find({ search })).map(({ id }) => id);
    await expect(ids(email.toUpperCase())).resolves.toEqual([user.id]);
    await expect(ids(user.id)).resolves.toEqual([user.id]);
    await expect(ids('quentin')).resolves.toEqual([user.id]);
    await expect(ids('ZWEI')).resolves.toEqual([user.id]);
    await expect(ids(user.username.slice(0, 8))).resolves.toContain(user.id);
    await expect(ids(email.slice(1))).resolves.toEqual([]);
    await expect(ids('uentin')).resolves.toEqual([]);
    await expect(ids('Q.*')).resolves.toEqual([]);
  });

  it('returns each account once across pages', async () => {
    for (let n = 0; n < 3; n++) await registered('player', { lastName: 'Pagewise' });
    const firstResponse = await admin.agent
      .get('/api/admin/users')
      .query({ search: 'pagewise', limit: 2 })
      .expect(200);
    expect(firstResponse.get('X-Total-Count')).toBe('3');
    const secondResponse = await admin.agent.get(nextPageUrl(firstResponse)!).expect(200);
    const accounts = [...(firstResponse.body as Account[]), ...(secondResponse.body as Account[])];
    expect([
      accounts.length,
      new Set(accounts.map(({ id }) => id)).size,
      secondResponse.get('Link'),
    ]).toEqual([3, 3, undefined]);
  });

  it('shows an account with its courts and its upcoming bookings as player and host', async () => {
    const { host, player, court, booking, response } = await booked();
    const accountDetail = (await after(response, `/api/admin/users/${host.user.id}`))
      .body as AccountDetail;
    expect(accountDetail).toMatchObject({
      id: host.user.id,
      roles: ['owner'],
      openBookings: 1,
      membershipTier: 'free',
      suspension: null,
      courts: [{ id: court.id, isActive: true, isHidden: false }],
    });
    for (const { user } of [host, player]) {
      const list = (await admin.agent.get(`/api/admin/users/${user.id}/bookings`).expect(200))
        .body as AdminBooking[];
      expect(list).toMatchObject([
        { id: booking.id, player: { id: player.user.id }, host: { id: host.user.id } },
      ]);
    }
    await admin.agent.get('/api/admin/users/nobody').expect(404);
  });
});

describe('roles', () => {
  it('apply immediately to open sessions', async () => {
    const member = await courtly.register();
    await member.agent.get('/api/admin/users').expect(403);
    await post(`users/${member.user.id}/roles`, { role: 'admin' }).expect(200);
    await member.agent.get('/api/admin/users').expect(200);
    const removal = await post(`users/${member.user.id}/role-removals`, { role: 'admin' }).expect(
      200,
    );
    expect((removal.body as Account).roles).toEqual(['player']);
    await member.agent.get('/api/admin/users').expect(403);
    await member.agent.get('/api/auth/me').expect(200);
  });

  it('always include at least one admin, even if two admins remove each other', async () => {
    await post(`users/${admin.user.id}/role-removals`, { role: 'admin' }).expect(403);
    const [ada, eve] = [await anAdmin(courtly), await anAdmin(courtly)];
    const take = (from: Member, requester: Member) =>
      post(`users/${from.user.id}/role-removals`, { role: 'admin' }, requester);
    const responses = await Promise.all([take(ada, eve), take(eve, ada)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 403]);
    const adminLists = await Promise.all(
      [ada, eve].map(({ agent }) => agent.get('/api/admin/users')),
    );
    expect(adminLists.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  it('change only with a reason', async () => {
    const response = await post(`users/${admin.user.id}/roles`, {
      role: 'host',
      reason: ' ',
    }).expect(400);
    expect(response.body).toMatchObject({ details: { fields: [{ field: 'reason' }] } });
  });
});

describe('a suspension', () => {
  const signIn = ({ email, password }: Member) =>
    courtly.visitor().post('/api/auth/login').send({ email, password });

  it('ends all sessions and blocks sign-in until it is lifted, but keeps bookings', async () => {
    const { player, booking } = await booked();
    const suspended = await post(`users/${player.user.id}/suspensions`).expect(200);
    expect((suspended.body as Account).suspension).toMatchObject({ reason });
    await player.agent.get('/api/auth/me').expect(401);
    const refusedResponse = await signIn(player).expect(403);
    expect(refusedResponse.body).toMatchObject({
      code: 'suspended',
      message: expect.stringContaining('suspended'),
    });
    await courtly
      .visitor()
      .post('/api/auth/login')
      .send({ email: player.email, password: 'not-theirs' })
      .expect(401);
    const bookingsAfter = await after(suspended, `/api/admin/users/${player.user.id}/bookings`);
    expect(bookingsAfter.body).toMatchObject([{ id: booking.id, status: 'pending' }]);
    await expect(find({ suspended: 'true', search: player.email })).resolves.toHaveLength(1);
    await post(`users/${player.user.id}/suspension-ends`).expect(200);
    await signIn(player).expect(200);
  });

  it('lets admins cancel bookings with a full refund and gives both sides the reason', async () => {
    const { host, player, booking } = await booked();
    const cancelledResponse = await post(`bookings/${booking.id}/cancellations`).expect(200);
    expect(cancelledResponse.body).toEqual({ id: booking.id, status: 'cancelled' });
    for (const { agent } of [host, player]) {
      const listedCourt = agent
        .get(`/api/bookings/${booking.id}`)
        .set('Courtly-After', cancelledResponse.get('Courtly-Position')!);
      expect((await listedCourt.expect(200)).body).toMatchObject({
        cancelReason: 'operator_cancelled',
        cancelNote: reason,
      });
    }
    await post(`bookings/${booking.id}/cancellations`).expect(409);
  });

  it('cannot apply to an admin', async () => {
    const otherMember = await anAdmin(courtly);
    expect((await post(`users/${otherMember.user.id}/suspensions`).expect(409)).body).toMatchObject(
      {
        code: 'wrong_status',
      },
    );
  });
});

describe('a hidden court', () => {
  it('cannot be found or booked, and shows its host the reason', async () => {
    const { host, player, court, slot } = await booked();
    const hiddenResponse = await post(`courts/${court.id}/hidings`).expect(200);
    expect(hiddenResponse.body as AdminCourt).toMatchObject({
      id: court.id,
      isActive: true,
      hiddenBecause: reason,
    });
    const status = host.agent.patch(`/api/courts/${court.id}/status`);
    const response = await status.send({ isActive: true }).expect(200);
    expect(response.body).toMatchObject({ isActive: true, hiddenBecause: reason });
    const courtPage = (agent = courtly.visitor()) =>
      agent
        .get(`/api/courts/${court.id}`)
        .set('Courtly-After', hiddenResponse.get('Courtly-Position')!);
    await courtPage().expect(404);
    for (const { agent } of [host, admin])
      expect((await courtPage(agent).expect(200)).body).toMatchObject({ hiddenBecause: reason });
    await courtly.book(player, court.id, { start: slot.end, end: slot.end }).expect(404);
    const listResponse = await admin.agent
      .get('/api/admin/courts')
      .query({ hidden: 'true', search: court.id })
      .expect(200);
    expect(listResponse.body).toMatchObject([{ id: court.id }]);
    const byName = await admin.agent
      .get('/api/admin/courts')
      .query({ hidden: 'true', search: ` ${court.name.toUpperCase()}\u200B` })
      .expect(200);
    expect(byName.body).toContainEqual(expect.objectContaining({ id: court.id }));
    const bookings = await admin.agent.get(`/api/admin/courts/${court.id}/bookings`).expect(200);
    expect(bookings.body).toHaveLength(1);
    const repeatedResponse = await post(`courts/${court.id}/hiding-ends`).expect(200);
    await courtly
      .visitor()
      .get(`/api/courts/${court.id}`)
      .set('Courtly-After', repeatedResponse.get('Courtly-Position')!)
      .expect(200);
  });
});

describe('upcoming bookings', () => {
  it('are listed in pages, starting with the next one', async () => {
    const [host, player] = [await courtly.register('owner'), await courtly.player()];
    const court = await courtly.court(host);
    const firstBooking = await confirmed(courtly, host, court, player);
    const secondBooking = await confirmed(courtly, host, court, player);
    const ids = ({ body }: Awaited<Test>) => (body as AdminBooking[]).map(({ id }) => id);
    const bookingPage = await admin.agent
      .get(`/api/admin/courts/${court.id}/bookings`)
      .query({ limit: 1 })
      .expect(200);
    expect([bookingPage.get('X-Total-Count'), ids(bookingPage)]).toEqual(['2', [firstBooking.id]]);
    const nextResponse = await admin.agent.get(nextPageUrl(bookingPage)!).expect(200);
    expect([
      nextResponse.get('X-Total-Count'),
      nextResponse.get('Link'),
      ids(nextResponse),
    ]).toEqual([undefined, undefined, [secondBooking.id]]);
  });
});

describe('canceled bookings', () => {
  it('are listed separately for their player, host, and court, newest first', async () => {
    const [host, player] = [await courtly.register('owner'), await courtly.player()];
    const court = await courtly.court(host);
    const [firstBooking, secondBooking] = [
      await confirmed(courtly, host, court, player),
      await confirmed(courtly, host, court, player),
    ];
    await post(`bookings/${firstBooking.id}/cancellations`).expect(200);
    const cancelledResponse = await post(`bookings/${secondBooking.id}/cancellations`).expect(200);
    for (const whose of [
      `users/${player.user.id}`,
      `users/${host.user.id}`,
      `courts/${court.id}`,
    ]) {
      const ids = async (when: string) => {
        const list = admin.agent.get(`/api/admin/${whose}/bookings`).query({ when });
        const { body } = await list
          .set('Courtly-After', cancelledResponse.get('Courtly-Position')!)
          .expect(200);
        return (body as AdminBooking[]).map(({ id }) => id);
      };
      await expect(ids('cancelled')).resolves.toEqual([secondBooking.id, firstBooking.id]);
      await expect(ids('upcoming')).resolves.toEqual([]);
      await expect(ids('past')).resolves.toEqual([]);
    }
  });
});

describe('past bookings', () => {
  it('are listed for their player, host, and court, newest first', async () => {
    const [host, player] = [await courtly.register('owner'), await courtly.player()];
    const court = await courtly.court(host);
    const firstBooking = await createCompletedBooking(courtly, host, court, player);
    const secondBooking = await createCompletedBooking(courtly, host, court, player);
    const coming = await confirmed(courtly, host, court, player);
    const lists = [`users/${player.user.id}`, `users/${host.user.id}`, `courts/${court.id}`];
    for (const userIds of lists) {
      const list = (query: object) =>
        admin.agent.get(`/api/admin/${userIds}/bookings`).query(query).expect(200);
      const ids = ({ body }: Awaited<Test>) => (body as AdminBooking[]).map(({ id }) => id);
      expect(ids(await list({}))).toEqual([coming.id]);
      const bookingPage = await list({ when: 'past', limit: 1 });
      expect([bookingPage.get('X-Total-Count'), ids(bookingPage)]).toEqual([
        '2',
        [secondBooking.id],
      ]);
      const nextResponse = await admin.agent.get(nextPageUrl(bookingPage)!).expect(200);
      expect([nextResponse.get('Link'), ids(nextResponse)]).toEqual([undefined, [firstBooking.id]]);
    }
    // A booking is past once its hour is over, even before it is completed.
    courtly.config.CLOCK_OFFSET_MS = Date.parse(coming.endTime) - Date.now();
    const over = await admin.agent
      .get(`/api/admin/courts/${court.id}/bookings`)
      .query({ when: 'past' })
      .expect(200);
    expect((over.body as AdminBooking[]).map(({ id }) => id)).toEqual([
      coming.id,
      secondBooking.id,
      firstBooking.id,
    ]);
    await moveClockTo(courtly, new Date().toISOString());
  });
});
