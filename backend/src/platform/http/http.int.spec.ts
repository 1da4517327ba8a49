import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { Slot } from '@courtly/contracts/availability';
import type { CourtDetail } from '@courtly/contracts/courts';
import { addDays, localDate } from '../kernel/local-time.js';
import { RedisClient } from '../stores/redis.js';
import { Runner } from '../projections/runner.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { listen } from '../../../testing/listen.js';
import { PRODUCTION_TIMEOUTS, eventually } from '../../../testing/stores.js';
import { loadAdjusted } from '../../../testing/patience.js';

let courtly: Courtly;
let host: Member;
let court: CourtDetail;

const hours: Slot[] = [];
const nextHour = () => hours.pop()!;

/** Reads a player's bookings after the write at a position. */
const bookingsOf = async (player: Member, position: string | undefined) =>
  (await player.agent.get('/api/bookings').set('Courtly-After', position!).expect(200))
    .body as Booking[];

beforeAll(async () => {
  courtly = await startCourtly({
    POLICY_FILE: 'deploy/policies/open.json',
    ...PRODUCTION_TIMEOUTS,
  });
  host = await courtly.register('owner');
  court = await courtly.court(host);
  for (const days of [3, 4, 5])
    hours.push(
      ...(await courtly.slots(court.id, addDays(localDate(court.zone, Date.now()), days))),
    );
});

afterAll(() => courtly?.stop());

it('keeps an idle connection open longer than proxies do', async () => {
  const { headers } = await fetch(`${courtly.base}/api/health/live`);
  expect(headers.get('keep-alive')).toBe('timeout=65');
});

describe('a state-changing request from a browser', () => {
  const logout = (headers: Record<string, string>) =>
    courtly.visitor().post('/api/auth/logout').set(headers);

  it.each([
    [{ Origin: 'https://evil.test' }],
    [{ Origin: 'null' }],
    [{ Origin: 'http://localhost:3000.evil.test' }],
    [{ 'Sec-Fetch-Site': 'cross-site' }],
    [{ 'Sec-Fetch-Site': 'same-site' }],
    [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'https://evil.test' }],
  ])('is rejected with %j', async (headers: Record<string, string>) => {
    expect((await logout(headers).expect(403)).body).toMatchObject({ code: 'cross_origin' });
  });

  it("is accepted from Courtly's own pages and from programs", async () => {
    const invalidHeaders: Record<string, string>[] = [
      { Origin: courtly.base, 'Sec-Fetch-Site': 'same-origin' },
      { Origin: new URL(courtly.config.PUBLIC_URL).origin },
      { 'Sec-Fetch-Site': 'none' },
      {},
    ];
    for (const headers of invalidHeaders) await logout(headers).expect(204);
    await courtly.visitor().get('/api/courts').set('Origin', 'https://elsewhere.test').expect(200);
  });
});

describe('an invalid body', () => {
  const post = (requestBody: string, headers: Record<string, string> = {}) =>
    host.agent
      .post('/api/bookings')
      .set({ 'Content-Type': 'application/json', ...headers })
      .send(requestBody);

  it('is rejected as too large at ten megabytes', async () => {
    const response = await post(
      JSON.stringify({ courtId: court.id, notes: 'n'.repeat(10_000_000) }),
    );
    expect(response.status).toBe(413);
    expect(response.body).toMatchObject({ code: 'too_large' });
  });

  it.each([
    '{',
    '{"courtId":',
    'null',
    '"text"',
    '7',
    '[]',
    '',
    '{"courtId":"a"}{}',
    '\u0000',
    '{"a":1,}',
  ])('is rejected: %j', async (requestBody) => {
    const response = await post(requestBody);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ code: 'invalid_request', message: expect.any(String) });
  });

  it.each([
    ['text', { 'Content-Type': 'text/plain' }],
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['an unknown character set', { 'Content-Type': 'application/json; charset=klingon' }],
    ['the wrong compression', { 'Content-Encoding': 'gzip' }],
    ['an unknown compression', { 'Content-Encoding': 'zebra' }],
  ])('is rejected as %s', async (_what, headers: Record<string, string>) => {
    const response = await post('{"courtId":"a"}', headers);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ code: 'invalid_request' });
  });

  it.each([{}, { 'Idempotency-Key': 'deep' }])(
    'is rejected if it is nested ten thousand levels deep, with the headers %j',
    async (headers) => {
      const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
      for (const requestBody of [
        deep,
        `{"courtId":${deep}}`,
        `{"notes":${deep.replaceAll('[', '{"a":[').replaceAll(']', ']}')}}`,
      ]) {
        const response = await post(requestBody, headers as Record<string, string>);
        expect([400, 413]).toContain(response.status);
        expect(response.body).toMatchObject({
          code: expect.stringMatching(/invalid_request|too_large/),
        });
      }
    },
  );
});

describe('an unknown address', () => {
  it.each([
    ['get', '/api/nothing'],
    ['get', '/api/bookings/a/b/c'],
    ['delete', '/api/bookings/abc'],
    ['post', '/api/courts/abc'],
    ['get', '/api'],
    ['get', '/nothing'],
    ['get', '/api/photos/courts/..%2f..%2f/etc.webp'],
    ['get', '/api/photos/courts/abc/0123456789abcdef0123456789abcdef.webp'],
  ] as const)('returns an error in the standard format: %s %s', async (method, path) => {
    const { body } = await host.agent[method](path).expect(404);
    expect(body).toEqual({ code: 'not_found', message: expect.any(String) });
  });

  it('is rejected if it cannot be decoded', async () => {
    const { body } = await courtly.visitor().get('/api/courts/%E0%A4%A').expect(400);
    expect(body).toMatchObject({ code: 'invalid_request' });
  });
});

describe('an ETag', () => {
  it('is sent with reads, but not with responses to changes', async () => {
    const player = await courtly.player();
    const booked = await courtly.book(player, court.id, nextHour()).expect(201);
    expect(booked.get('ETag')).toBeUndefined();
    for (const path of ['/api/courts', '/robots.txt'])
      expect((await courtly.visitor().get(path).expect(200)).get('ETag')).toMatch(/^"/);
  });
});

describe('every response', () => {
  it.each(['/api/courts', '/api/nothing', '/api/bookings', '/api/health/live'])(
    'from %s has a unique request id and the security headers',
    async (path) => {
      const ownRequestId = { 'X-Request-Id': 'mine' };
      const [firstResponse, otherResponse] = await Promise.all([
        courtly.visitor().get(path).set(ownRequestId),
        courtly.visitor().get(path),
      ]);
      expect(firstResponse.get('X-Request-Id')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
      expect(firstResponse.get('X-Request-Id')).not.toBe(otherResponse.get('X-Request-Id'));
      expect(firstResponse.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      });
      // The page is served over http, so a browser that required https could not return.
      expect(firstResponse.headers).not.toHaveProperty('strict-transport-security');
      expect(firstResponse.headers).not.toHaveProperty('x-powered-by');
    },
  );
});

describe('a request with an Idempotency-Key', () => {
  const book = (player: Member, slot: Pick<Slot, 'start' | 'end'>, key: string, more = {}) =>
    courtly.book(player, court.id, slot).set('Idempotency-Key', key).send(more);
  const forgetKeys = async () => {
    const { commands, keyPrefix: prefix } = courtly.app.get(RedisClient);
    await commands.del(await commands.keys(`${prefix}:key:*`));
  };

  it('returns the same response and makes one booking, even after Redis loses the key', async () => {
    const player = await courtly.player();
    const slot = nextHour();
    const firstResponse = await book(player, slot, 'one').expect(201);
    expect((await book(player, slot, 'one').expect(201)).body).toEqual(firstResponse.body);
    await forgetKeys();
    const thirdResponse = await book(player, slot, 'one').expect(201);
    expect(thirdResponse.body).toEqual(firstResponse.body);
    expect(thirdResponse.get('Courtly-Position')).toBe(firstResponse.get('Courtly-Position'));
    expect(await bookingsOf(player, firstResponse.get('Courtly-Position'))).toHaveLength(1);
  });

  it('returns the first response, no matter what happened to the booking since then', async () => {
    const player = await courtly.player();
    const slot = nextHour();
    const firstResponse = await book(player, slot, 'early').expect(201);
    const { id } = firstResponse.body as Booking;
    await host.agent.patch(`/api/bookings/${id}/status`).send({ status: 'confirmed' }).expect(200);
    expect((await book(player, slot, 'early').expect(201)).body).toEqual(firstResponse.body);
    await player.agent.post(`/api/bookings/${id}/cancel`).send({}).expect(200);
    expect((await book(player, slot, 'early').expect(201)).body).toEqual(firstResponse.body);
  });

  it('makes one booking if it is sent ten times concurrently', async () => {
    const player = await courtly.player();
    const slot = nextHour();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => book(player, slot, 'many')),
    );
    for (const { status, body } of responses)
      expect([status, body]).toEqual([201, responses[0]!.body]);
    expect(await bookingsOf(player, responses[0]!.get('Courtly-Position'))).toHaveLength(1);
  });

  it('is rejected if the key was used for another request, on the same day or another', async () => {
    const player = await courtly.player();
    const slot = nextHour();
    const { body } = await book(player, slot, 'two').expect(201);
    const otherDay = hours[0]!;
    const again = [
      book(player, slot, 'two', { notes: 'another' }),
      book(player, nextHour(), 'two'),
      book(player, otherDay, 'two'),
      player.agent
        .post(`/api/bookings/${(body as Booking).id}/cancel`)
        .set('Idempotency-Key', 'two')
        .send({}),
    ];
    for (const call of again)
      expect((await call.expect(422)).body).toMatchObject({ code: 'idempotency_mismatch' });
    await forgetKeys();
    const sameDay = await book(player, slot, 'two', { notes: 'another' }).expect(422);
    expect(sameDay.body).toMatchObject({ code: 'idempotency_mismatch' });
  });

  it('does not conflict with the same key of another user', async () => {
    const [firstPlayer, otherMember] = await Promise.all([courtly.player(), courtly.player()]);
    const [firstResponse, secondResponse] = await Promise.all([
      book(firstPlayer, nextHour(), 'x'),
      book(otherMember, nextHour(), 'x'),
    ]);
    expect([firstResponse.status, secondResponse.status]).toEqual([201, 201]);
    expect((firstResponse.body as Booking).id).not.toBe((secondResponse.body as Booking).id);
  });

  it('approves and cancels once and returns the same result on a retry', async () => {
    const player = await courtly.player();
    const { id } = (await book(player, nextHour(), 'y').expect(201)).body as Booking;
    const approve = () =>
      host.agent
        .patch(`/api/bookings/${id}/status`)
        .set('Idempotency-Key', 'a')
        .send({ status: 'confirmed' });
    const approvalResponse = await approve().expect(200);
    expect((await approve().expect(200)).body).toEqual(approvalResponse.body);
    const cancel = () =>
      player.agent.post(`/api/bookings/${id}/cancel`).set('Idempotency-Key', 'c').send({});
    const cancelledResponse = await cancel().expect(200);
    expect((await cancel().expect(200)).body).toEqual(cancelledResponse.body);
  });

  it('can be sent again after a rejection', async () => {
    const [firstPlayer, otherMember] = await Promise.all([courtly.player(), courtly.player()]);
    const slot = nextHour();
    const { id } = (await book(firstPlayer, slot, 'z').expect(201)).body as Booking;
    await book(otherMember, slot, 'z').expect(409);
    await firstPlayer.agent.post(`/api/bookings/${id}/cancel`).send({}).expect(200);
    await book(otherMember, slot, 'z').expect(201);
  });

  it('accepts a key of up to 255 characters', async () => {
    const player = await courtly.player();
    await book(player, nextHour(), 'k'.repeat(255)).expect(201);
    const { body } = await book(player, nextHour(), 'k'.repeat(256)).expect(400);
    expect(body).toMatchObject({ code: 'invalid_request' });
  });
});

describe('the stream of changes', () => {
  it('reports a booking to its player and host only', async () => {
    const [player, stranger] = await Promise.all([courtly.player(), courtly.player()]);
    const streams = await Promise.all(
      [player, host, stranger, null].map((listener) => listen(courtly, listener)),
    );
    expect(streams[0]!.type).toBe('text/event-stream');
    const { id } = (await courtly.book(player, court.id, nextHour()).expect(201)).body as Booking;
    const receivedIds = (name: string) => streams.map((stream) => stream.idsOf(name));
    await eventually(
      'both sides receive the booking',
      async () => receivedIds('bookings')[0]!.length > 0 && receivedIds('bookings')[1]!.length > 0,
    );
    const later = await courtly.court(host, { name: 'A later court' });
    await eventually('all streams receive the court', async () =>
      receivedIds('courts').every((ids) => ids.includes(later.id)),
    );
    expect(receivedIds('bookings')).toEqual([[id], [id], [], []]);
    // A late event about the stranger's registration may also arrive.
    const people = receivedIds('people');
    expect(people[2]!.filter((personId) => personId !== stranger.user.id)).toEqual([]);
    expect(people[3]).toEqual([]);
    for (const stream of streams) stream.stop();
  });
});

describe('a read after a write', () => {
  it('ignores an invalid position', async () => {
    for (const after of ['soon', '-1', '1e9', '9'.repeat(21), '']) {
      const response = await courtly
        .visitor()
        .get('/api/courts')
        .set('Courtly-After', after)
        .expect(200);
      expect(response.headers).not.toHaveProperty('courtly-stale');
    }
  });

  it('shows the write while read models keep up, or is marked stale within two seconds', async () => {
    const player = await courtly.player();
    const firstResponse = await courtly.book(player, court.id, nextHour()).expect(201);
    const fresh = await player.agent
      .get('/api/bookings')
      .set('Courtly-After', firstResponse.get('Courtly-Position')!);
    expect(fresh.headers).not.toHaveProperty('courtly-stale');
    expect(fresh.body).toHaveLength(1);

    await courtly.app.get(Runner).beforeApplicationShutdown();
    const secondResponse = await courtly.book(player, court.id, nextHour()).expect(201);
    const startedAt = performance.now();
    const stale = await player.agent
      .get('/api/bookings')
      .set('Courtly-After', secondResponse.get('Courtly-Position')!);
    expect(performance.now() - startedAt).toBeLessThan(loadAdjusted(3_000));
    expect(stale.get('Courtly-Stale')).toBe('true');
    expect(stale.body).toHaveLength(1);
  });
});
