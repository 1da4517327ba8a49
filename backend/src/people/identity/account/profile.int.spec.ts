import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Booking, HostBooking } from '@courtly/contracts/bookings';
import { EventStore } from '../../../platform/stores/event-store.js';
import { addDays, localDate } from '../../../platform/kernel/local-time.js';
import { Progress } from '../../../platform/projections/progress.js';
import { ReadModels } from '../../../platform/projections/read-models.js';
import { type Courtly, type Member, startCourtly } from '../../../../testing/courtly.js';
import { people } from '../people.projection.js';

let courtly: Courtly;

beforeAll(async () => {
  courtly = await startCourtly();
});
afterAll(() => courtly?.stop());

const profile = {
  firstName: 'Edalina',
  lastName: 'Volley',
  phone: '+1 602 555 0147',
  homeCity: 'Scottsdale',
};
const preferences = {
  skillLevel: '4.0',
  surfaces: ['clay', 'grass'],
  socialTags: ['doubles', 'weekends'],
};

const change = ({ agent }: Member, requestBody: object = profile) =>
  agent.patch('/api/auth/me').send(requestBody);
const prefer = ({ agent }: Member, requestBody: object = preferences) =>
  agent.put('/api/auth/me/preferences').send(requestBody);
const me = async ({ agent }: Member) => (await agent.get('/api/auth/me').expect(200)).body;
const changesOf = async ({ user }: Member) =>
  (await courtly.app.get(EventStore).read(`user-${user.id}`)).filter(({ type }) =>
    type.endsWith('Changed'),
  );

describe('a profile', () => {
  it('starts empty for fields that registration does not request', async () => {
    const { user } = await courtly.register();
    expect(user).toMatchObject({ homeCity: '', skillLevel: null, surfaces: [], socialTags: [] });
  });

  it('shows changes immediately, and only to its owner', async () => {
    const [member, otherMember] = await Promise.all([courtly.register(), courtly.register()]);
    expect((await change(member).expect(200)).body).toEqual({ ...member.user, ...profile });
    expect((await prefer(member).expect(200)).body).toEqual({
      ...member.user,
      ...profile,
      ...preferences,
    });
    expect(await me(member)).toEqual({ ...member.user, ...profile, ...preferences });
    expect(await me(otherMember)).toEqual(otherMember.user);
  });

  it('appears to hosts, with the phone number once the booking is confirmed', async () => {
    const [host, player] = await Promise.all([courtly.register('owner'), courtly.player()]);
    const court = await courtly.court(host);
    const [slot] = await courtly.slots(court.id, addDays(localDate(court.zone, Date.now()), 3));
    const { id } = (await courtly.book(player, court.id, slot!).expect(201)).body as Booking;
    const position = (await change(player).expect(200)).get('Courtly-Position')!;
    expect(position).toMatch(/^\d{20}$/);
    const hostView = async () =>
      (await host.agent.get(`/api/bookings/${id}`).set('Courtly-After', position).expect(200))
        .body as HostBooking;
    const masked = { firstName: 'Edalina', lastName: 'Volley', phone: '+• ••• ••• ••••' };
    expect((await hostView()).user).toMatchObject(masked);
    const approvalResponse = await host.agent
      .patch(`/api/bookings/${id}/status`)
      .send({ status: 'confirmed' })
      .expect(200);
    const { homeCity: _, ...visibleProfile } = profile;
    const { username, email, createdAt } = player.user;
    const record = {
      memberSince: createdAt,
      level: null,
      played: 0,
      cancelled: 0,
      rating: { rating: null, count: 0 },
    };
    const after = approvalResponse.get('Courtly-Position')!;
    const listResponse = await host.agent
      .get('/api/host/bookings')
      .set('Courtly-After', after)
      .expect(200);
    const [listed] = listResponse.body as HostBooking[];
    expect(listed!.user).toEqual({
      id: player.user.id,
      username,
      email,
      ...visibleProfile,
      record,
    });
  });

  it('stays encrypted in the log and complete in the read model', async () => {
    const member = await courtly.register();
    const position = (await change(member).expect(200)).get('Courtly-Position')!;
    const changes = await changesOf(member);
    expect(changes).toHaveLength(1);
    for (const text of Object.values(profile)) expect(JSON.stringify(changes)).not.toContain(text);
    expect(await courtly.app.get(Progress).waitFor(position, [people.name])).toBe(true);
    const visibleProfile = courtly.app
      .get(ReadModels)
      .read(people, (documents) => documents.findOne({ _id: member.user.id }));
    expect(await visibleProfile).toMatchObject(profile);
  });

  it('records nothing for unchanged values or retried requests', async () => {
    const member = await courtly.register();
    const idempotencyKey = randomUUID();
    const { body, headers } = await change(member)
      .set('Idempotency-Key', idempotencyKey)
      .expect(200);
    const repeatedResponse = await change(member)
      .set('Idempotency-Key', idempotencyKey)
      .expect(200);
    expect([repeatedResponse.body, repeatedResponse.headers['courtly-position']]).toEqual([
      body,
      headers['courtly-position'],
    ]);
    expect((await change(member).expect(200)).headers['courtly-position']).toBeUndefined();
    await prefer(member).expect(200);
    await prefer(member, { ...preferences, surfaces: ['grass', 'clay'] }).expect(200);
    expect((await changesOf(member)).map(({ type }) => type)).toEqual([
      'ProfileChanged',
      'PreferencesChanged',
    ]);
  });

  it.each([
    ['a name of one letter', { firstName: 'E' }, 'firstName'],
    ['a name of spaces', { lastName: '     ' }, 'lastName'],
    ['a short phone number', { phone: '555-0147' }, 'phone'],
    ['a long city', { homeCity: 'M'.repeat(81) }, 'homeCity'],
    ['another email', { email: 'eda@example.test' }, 'body'],
    ['another role', { role: 'admin' }, 'body'],
  ])('rejects %s', async (_, wrong, field) => {
    const member = await courtly.register();
    const { body } = await change(member, { ...profile, ...wrong }).expect(400);
    expect(body).toMatchObject({ code: 'invalid_request', details: { fields: [{ field }] } });
    expect(await me(member)).toEqual(member.user);
  });

  it.each([
    ['an unknown level', { skillLevel: '7.0' }],
    ['a surface that is not offered', { surfaces: ['other'] }],
    ['an unknown way of playing', { socialTags: ['ringer'] }],
    ["another user's preferences", { userId: 'somebody' }],
  ])('rejects %s', async (_, wrong) => {
    const member = await courtly.register();
    await prefer(member, { ...preferences, ...wrong }).expect(400);
    expect(await changesOf(member)).toEqual([]);
  });
});
