import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CourtDetail } from '@courtly/contracts/courts';
import { WeeklyHours, weekdays } from '@courtly/contracts/opening-hours';
import type { Booking } from '../bookings/booking.js';
import { bookings } from '../bookings/bookings.projection.js';
import type { StoredDocument } from '../../platform/projections/projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import type supertest from 'supertest';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { nextPageUrl } from '../../../testing/pages.js';
import { eventually } from '../../../testing/stores.js';
import { courts } from './courts.projection.js';

let courtly: Courtly;
let hana: Member;
let sam: Member;
let player: Member;

const form = {
  name: 'Roxbury Court',
  description: 'Under the palms',
  location: 'Beverly Hills',
  street: 'S Roxbury Dr',
  address: '471 S Roxbury Dr, Unit 2',
  surfaceType: 'hard',
  hourlyRate: '300.00',
  latitude: '34.0594',
  longitude: '-118.4069',
  amenities: '["Lighting","Parking"]',
};
const wholeDay = [{ from: '00:00', to: '24:00' }];
const always = WeeklyHours.parse(
  Object.fromEntries(weekdays.map((weekday) => [weekday, wholeDay])),
);

/** Reads what the last write has changed. */
const read = (
  path: string,
  { position, member }: { position?: string | undefined; member?: Member } = {},
) => {
  const request = (member?.agent ?? courtly.visitor()).get(path);
  return position ? request.set('Courtly-After', position) : request;
};

const send = (
  member: Member,
  method: 'post' | 'put',
  path: string,
  fields: Record<string, string>,
) => {
  const request = member.agent[method](path);
  for (const [field, value] of Object.entries(fields)) void request.field(field, value);
  return request;
};

const list = async (fields: Record<string, string> = {}, owner = hana) => {
  const response = await send(owner, 'post', '/api/courts', { ...form, ...fields }).expect(201);
  return { court: response.body as CourtDetail, position: response.get('Courtly-Position') };
};

const ids = (requestBody: unknown) => (requestBody as CourtDetail[]).map(({ id }) => id);

beforeAll(async () => {
  courtly = await startCourtly();
  [hana, sam, player] = await Promise.all([
    courtly.register('owner'),
    courtly.register('owner'),
    courtly.register('player'),
  ]);
});

afterAll(() => courtly?.stop());

describe('POST /api/courts', () => {
  it('returns the court with default hours in the zone of its city', async () => {
    const { court } = await list();
    expect(court).toMatchObject({
      ownerId: hana.user.id,
      address: form.address,
      latitude: 34.0594,
      zone: 'America/Los_Angeles',
      hourlyRate: '300.00',
      amenities: ['Lighting', 'Parking'],
      sports: ['tennis'],
      isActive: true,
      policy: { leadMinutes: courtly.config.policy.leadMinutes, instantBook: false },
      rating: { rating: null, count: 0 },
      reviews: [],
    });
    expect(court.id).toMatch(/^[0-9a-z]{10}$/);
    expect(court.weeklyHours.sunday).toEqual([{ from: '07:00', to: '21:00' }]);
  });

  it('returns the same response to a retry after the court has changed', async () => {
    const key = 'list the court of Hana';
    const listAgain = () =>
      send(hana, 'post', '/api/courts', form).set('Idempotency-Key', key).expect(201);
    const { body: court } = await listAgain();
    await send(hana, 'put', `/api/courts/${court.id}`, { ...form, name: 'Another name' }).expect(
      200,
    );
    expect((await listAgain()).body).toEqual(court);
    const other = send(hana, 'post', '/api/courts', { ...form, name: 'Another court' });
    expect((await other.set('Idempotency-Key', key).expect(422)).body.code).toBe(
      'idempotency_mismatch',
    );
  });

  it.each([
    ['an unknown field', { ownerId: 'me' }, 'body'],
    ['a rate in words', { hourlyRate: 'plenty' }, 'hourlyRate'],
    ['amenities that are not JSON', { amenities: 'Lighting' }, 'amenities'],
    ['amenities that are not a list', { amenities: '{"0":"Lighting"}' }, 'amenities'],
    ['an unknown sport', { sports: '["chess"]' }, 'sports.0'],
    ['one coordinate', { longitude: '' }, 'longitude'],
    ['a latitude above 90 degrees', { latitude: '91' }, 'latitude'],
    ['a place without a zone', { location: 'Springfield', latitude: '', longitude: '' }, 'zone'],
  ])('rejects %s in the form', async (_, fields, field) => {
    const response = await send(hana, 'post', '/api/courts', { ...form, ...fields }).expect(400);
    expect([response.body.code, response.body.details.fields[0].field]).toEqual([
      'invalid_request',
      field,
    ]);
  });

  it('requires the host role', async () => {
    await courtly.visitor().post('/api/courts').field(form).expect(401);
    await send(player, 'post', '/api/courts', form).expect(403);
  });
});

describe('the list of courts', () => {
  let cheap: string;
  let dear: string;
  let last: string | undefined;
  const filteredList = async (query: string) => {
    const response = await read(`/api/courts?${query}`, { position: last }).expect(200);
    return { ids: ids(response.body), total: response.get('X-Total-Count') };
  };

  beforeAll(async () => {
    const place = {
      location: 'Old Town Scottsdale',
      latitude: '',
      longitude: '',
      zone: 'America/Phoenix',
    };
    cheap = (
      await list({
        ...place,
        hourlyRate: '50',
        surfaceType: 'clay',
        amenities: '["Ball machine"]',
        sports: '["pickleball"]',
      })
    ).court.id;
    await list({ ...place, surfaceType: 'other', hourlyRate: '75' });
    const listed = await list({
      ...place,
      hourlyRate: '99.95',
      courtAccess: 'invite',
      amenities: '["Floodlights"]',
    });
    dear = listed.court.id;
    last = listed.position;
  });

  it('shows active courts, newest first, without drafts', async () =>
    expect(await filteredList('search=OLD town')).toEqual({ ids: [dear, cheap], total: '2' }));

  it.each([
    ['surface=clay', 'cheap'],
    ['sport=pickleball', 'cheap'],
    ['maxRate=50', 'cheap'],
    ['minRate=99.95&maxRate=99.95', 'dear'],
    ['amenity=ball-machine', 'cheap'],
    ['amenity=lighting', 'dear'],
    ['amenity=invite-only', 'dear'],
  ])('filters by %s', async (query, name) =>
    expect((await filteredList(`search=old town&${query}`)).ids).toEqual([
      name === 'cheap' ? cheap : dear,
    ]),
  );

  it('matches everything with "all" and searches text literally', async () => {
    expect((await filteredList('search=old town&surface=all&amenity=all')).ids).toHaveLength(2);
    expect(await filteredList('search=.*')).toEqual({ ids: [], total: '0' });
  });

  it('lists each court once across linked pages while others are added', async () => {
    const firstResponse = await read('/api/courts?search=old town&limit=1', {
      position: last,
    }).expect(200);
    expect([ids(firstResponse.body), firstResponse.get('X-Total-Count')]).toEqual([[dear], '2']);
    const [, next] =
      /^<(\/api\/courts\?search=old(?:\+|%20)town&limit=1&cursor=[\w-]+)>; rel="next"$/.exec(
        firstResponse.get('Link')!,
      )!;
    const newer = await list({
      location: 'Old Town Scottsdale',
      latitude: '',
      longitude: '',
      zone: 'America/Phoenix',
    });
    const secondResponse = await read(next!, { position: newer.position }).expect(200);
    expect([
      ids(secondResponse.body),
      secondResponse.get('Link'),
      secondResponse.get('X-Total-Count'),
    ]).toEqual([[cheap], undefined, undefined]);
  });

  it("caches the list for visitors, without the host's details, until a court changes", async () => {
    const path = '/api/courts?search=shared springs';
    const { court, position } = await list({
      location: 'Shared Springs',
      latitude: '',
      longitude: '',
      zone: 'America/Phoenix',
    });
    await read(path, { position }).expect(200);
    const [firstRead, otherResponse] = [await read(path).expect(200), await read(path).expect(200)];
    expect(ids(firstRead.body)).toEqual([court.id]);
    expect(otherResponse.get('ETag')).toBe(firstRead.get('ETag'));
    await courtly.visitor().get(path).set('If-None-Match', firstRead.get('ETag')!).expect(304);
    const [hostView] = (await read(path, { member: hana }).expect(200)).body as CourtDetail[];
    expect([hostView!.address, (otherResponse.body as CourtDetail[])[0]!.address]).toEqual([
      form.address,
      form.street,
    ]);
    const hiddenResponse = await hana.agent
      .patch(`/api/courts/${court.id}/status`)
      .send({ isActive: false })
      .expect(200);
    await read(path, { position: hiddenResponse.get('Courtly-Position') }).expect(200, []);
    await eventually(
      'visitors see the change',
      async () => ids((await read(path)).body).length === 0,
    );
    expect((await read(path)).get('X-Total-Count')).toBe('0');
  });

  it('shows 24 courts by default', async () => {
    const place = { location: 'Carefree', latitude: '', longitude: '', zone: 'America/Phoenix' };
    let position: string | undefined;
    for (let made = 0; made < 25; made++) ({ position } = await list(place));
    const { body } = await read('/api/courts?search=carefree', { position }).expect(200);
    expect(ids(body)).toHaveLength(24);
    expect(
      ids((await read('/api/courts?search=carefree&limit=48', { position }).expect(200)).body),
    ).toHaveLength(25);
  });

  it.each([
    'cursor=nonsense',
    'limit=0',
    'limit=49',
    'page=2',
    'minRate=cheap',
    'surface=ice',
    'colour=green',
  ])('rejects the query %s', async (query) => {
    await read(`/api/courts?${query}`).expect(400);
  });

  it('is sorted by an index', async () => {
    const plan = await courtly.app.get(ReadModels).read(courts, (documents) =>
      documents
        .find({ isShown: true, place: { $regex: 'old' } })
        .sort({ listedAt: -1, _id: 1 })
        .explain('queryPlanner'),
    );
    expect(JSON.stringify(plan)).toContain('IXSCAN');
    expect(JSON.stringify(plan)).not.toContain('"SORT"');
  });
});

describe('a single court', () => {
  it('shows the street to strangers and the full address to its host', async () => {
    const { court, position } = await list();
    const publicResponse = await read(`/api/courts/${court.id}`, { position }).expect(200);
    expect(publicResponse.body).toMatchObject({
      address: 'S Roxbury Dr',
      latitude: 34.06,
      longitude: -118.41,
      reviews: [],
    });
    const hostAnswer = await read(`/api/courts/${court.id}`, { member: hana }).expect(200);
    expect(hostAnswer.body).toEqual(court);
  });

  it('shows the full address to a player with a confirmed booking', async () => {
    const { court, position } = await list();
    const booked = {
      playerId: player.user.id,
      courtId: court.id,
      status: 'confirmed',
    } as StoredDocument<Booking>;
    await courtly.app
      .get(ReadModels)
      .read(bookings, (documents) => documents.insertOne({ ...booked }));
    const addressFor = async (member?: Member) =>
      (await read(`/api/courts/${court.id}`, { position, ...(member && { member }) }).expect(200))
        .body.address;
    expect([await addressFor(player), await addressFor(sam), await addressFor()]).toEqual([
      form.address,
      'S Roxbury Dr',
      'S Roxbury Dr',
    ]);
    const inList = (
      (await read('/api/courts', { member: player }).expect(200)).body as CourtDetail[]
    ).filter(({ address }) => address === form.address);
    expect(ids(inList)).toEqual([court.id]);
  });

  it('returns 404 for an unknown id', async () => {
    expect((await read('/api/courts/nowhere').expect(404)).body.code).toBe('not_found');
  });

  it('is visible only to its host while it is inactive', async () => {
    const { court } = await list();
    const path = `/api/courts/${court.id}`;
    const status = (isActive: boolean) =>
      hana.agent.patch(`${path}/status`).send({ isActive }).expect(200);
    const hiddenResponse = await status(false);
    expect(hiddenResponse.body.isActive).toBe(false);
    await read(path, { position: hiddenResponse.get('Courtly-Position') }).expect(404);
    await read(path, { member: hana }).expect(200);
    const back = await status(true);
    await read(path, { position: back.get('Courtly-Position') }).expect(200);
  });

  it('stays a draft until it has a surface', async () => {
    const { court } = await list({ surfaceType: 'other' });
    expect(court.isActive).toBe(false);
    const activate = () =>
      hana.agent.patch(`/api/courts/${court.id}/status`).send({ isActive: true });
    expect((await activate().expect(409)).body.code).toBe('wrong_status');
    await send(hana, 'put', `/api/courts/${court.id}`, { ...form, surfaceType: 'grass' }).expect(
      200,
    );
    expect((await activate().expect(200)).body).toMatchObject({
      isActive: true,
      surfaceType: 'grass',
    });
  });

  it('accepts new hours and booking rules', async () => {
    const { court } = await list();
    const path = `/api/courts/${court.id}/hours`;
    const policy = { leadMinutes: 0, horizonDays: 30, instantBook: true };
    const { body } = await hana.agent.put(path).send({ weeklyHours: always, policy }).expect(200);
    expect(body).toMatchObject({ weeklyHours: always, policy });
    const wrongHours = { ...always, monday: [{ from: '10:00', to: '09:00' }] };
    await hana.agent.put(path).send({ weeklyHours: wrongHours }).expect(400);
  });

  it('refuses hours from an outdated version, but not from clients that send no version', async () => {
    const { court } = await list();
    const path = `/api/courts/${court.id}/hours`;
    const current = await hana.agent.put(path).send({ weeklyHours: always }).expect(200);
    const { version } = current.body as { version: number };
    const policy = { leadMinutes: 0, horizonDays: 30, instantBook: true };
    const outdated = { weeklyHours: always, policy, version: version - 1 };
    expect((await hana.agent.put(path).send(outdated).expect(409)).body.code).toBe('court_changed');
    await hana.agent.put(path).send({ weeklyHours: always, policy }).expect(200);
  });

  it('keeps its zone', async () => {
    const { court } = await list();
    const path = `/api/courts/${court.id}`;
    const { body } = await send(hana, 'put', path, { ...form, location: 'Austin' }).expect(200);
    expect([body.location, body.zone]).toEqual(['Austin', 'America/Los_Angeles']);
    await send(hana, 'put', path, { ...form, zone: 'America/Chicago' }).expect(400);
  });
});

describe('courts of other hosts', () => {
  it('return 404 for every change', async () => {
    const { court } = await list();
    for (const id of [court.id, 'nowhere']) {
      await send(sam, 'put', `/api/courts/${id}`, form).expect(404);
      await sam.agent.patch(`/api/courts/${id}/status`).send({ isActive: false }).expect(404);
      await sam.agent.put(`/api/courts/${id}/hours`).send({ weeklyHours: always }).expect(404);
    }
    await player.agent
      .patch(`/api/courts/${court.id}/status`)
      .send({ isActive: false })
      .expect(403);
  });

  it("appear only in their host's lists, even when hidden", async () => {
    const { court, position } = await list({ surfaceType: 'other' }, sam);
    for (const path of ['/api/owner/courts', '/api/host/courts'])
      expect(ids((await read(path, { position, member: sam }).expect(200)).body)).toEqual([
        court.id,
      ]);
    await read('/api/owner/courts', { member: player }).expect(403);
    expect((await read('/api/host/courts', { member: player }).expect(200)).body).toEqual([]);
  });

  it('are listed in pages for their host, newest first', async () => {
    const owner = await courtly.register('owner');
    const listed = [];
    for (let index = 0; index < 5; index++) listed.unshift(await list({}, owner));
    const pageIds: string[][] = [];
    const totals: (string | undefined)[] = [];
    const { position } = listed[0]!;
    for (let next: string | undefined = '/api/owner/courts?limit=2'; next;) {
      const response: supertest.Response = await read(next, { position, member: owner }).expect(
        200,
      );
      pageIds.push(ids(response.body));
      totals.push(response.get('X-Total-Count'));
      next = nextPageUrl(response);
    }
    expect(pageIds.map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(pageIds.flat()).toEqual(listed.map(({ court }) => court.id));
    expect(totals).toEqual(['5', undefined, undefined]);
    await read('/api/host/courts?limit=101', { member: owner }).expect(400);
  });
});
