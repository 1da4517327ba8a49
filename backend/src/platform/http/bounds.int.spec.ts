import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { WaiverStatus } from '@courtly/contracts/waivers';
import { StoredPhotos } from '../../people/photos/stored-photos.service.js';
import { addDays, localDate } from '../kernel/local-time.js';
import { build } from '../ops/build.js';
import { MetricsServer } from '../ops/metrics-server.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { photo } from '../../../testing/photos.js';
import { freePort } from '../../../testing/processes.js';
import { eventually } from '../../../testing/stores.js';
import { processLimits } from './limits.js';
import { waiverConsent } from '../../../testing/waiver-consent.js';

let courtly: Courtly;
let host: Member;
let court: CourtDetail;
let metricsPort: number;
const open: (() => void)[] = [];

beforeAll(async () => {
  metricsPort = await freePort();
  courtly = await startCourtly({ METRICS_PORT: String(metricsPort), TRUST_PROXY: '1' });
  host = await courtly.register('owner');
  court = await courtly.court(host);
});
afterEach(() => open.splice(0).forEach((close) => close()));
afterAll(() => courtly?.stop());

const cookieOf = async ({ email, password }: Member) => {
  const { headers } = await courtly
    .visitor()
    .post('/api/auth/login')
    .send({ email, password })
    .expect(200);
  const cookies = headers['set-cookie'] as unknown as string[];
  return cookies.map((cookie) => cookie.split(';')[0]!).join('; ');
};

/** Opens a stream and collects its text and end. */
const listen = async (query = '', headers: Record<string, string> = {}) => {
  const stopping = new AbortController();
  open.push(() => stopping.abort());
  const response = await fetch(`${courtly.base}/api/stream${query}`, {
    headers,
    signal: stopping.signal,
  });
  const stream = { status: response.status, text: '', ended: false, headers: response.headers };
  const read = async () => {
    for await (const text of response.body!.pipeThrough(new TextDecoderStream()))
      stream.text += text;
    stream.ended = true;
  };
  read().catch(() => undefined);
  return stream;
};

/** Sends a request on a raw connection, so a test controls when its body arrives. */
const begin = async (
  path: string,
  cookie: string,
  type: string,
  length: number,
  address = '198.51.100.9',
): Promise<Socket> => {
  const socket = connect(Number(new URL(courtly.base).port), '127.0.0.1');
  open.push(() => socket.destroy());
  const arrived = once(courtly.app.getHttpServer(), 'request');
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nCookie: ${cookie}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  await arrived;
  return socket;
};

const listPhotogenic = async (image: Buffer, idempotencyKey: string = randomUUID()) => {
  const request = host.agent.post('/api/courts').set('Idempotency-Key', idempotencyKey);
  const fields = {
    name: 'Photogenic',
    location: 'Scottsdale',
    address: '1 Lens Lane',
    surfaceType: 'clay',
    hourlyRate: '100.00',
  };
  for (const [name, value] of Object.entries(fields)) void request.field(name, value);
  return request.attach('photos', image, 'court.png');
};

describe('an Idempotency-Key', () => {
  it('remains unused after an invalid request', async () => {
    const player = await courtly.player();
    const [slot] = await courtly.slots(court.id, addDays(localDate(court.zone, Date.now()), 3));
    const body = { courtId: court.id, startTime: slot!.start, endTime: slot!.end };
    const send = (change: object) =>
      player.agent
        .post('/api/bookings')
        .set('Idempotency-Key', 'corrected')
        .send({ ...body, ...change });
    await send({ startTime: 'nonsense' }).expect(400);
    const { body: booking } = await send({}).expect(201);
    expect((await send({}).expect(201)).body as Booking).toEqual(booking);
    await send({ notes: 'another' }).expect(422);
  });

  it('distinguishes two forms by their files', async () => {
    const send = (image: Buffer) => listPhotogenic(image, 'with photos');
    const [firstPlayer, other] = [
      await photo({ width: 40, height: 30 }),
      await photo({ width: 30, height: 40 }),
    ];
    const firstResponse = await send(firstPlayer);
    expect(firstResponse.status).toBe(201);
    expect((await send(firstPlayer)).body).toEqual(firstResponse.body);
    expect((await send(other)).status).toBe(422);
  });
});

it('a command uses the time at which its body is complete', async () => {
  const member = await courtly.register();
  const consent = JSON.stringify(waiverConsent);
  const socket = await begin(
    '/api/waiver/accept',
    await cookieOf(member),
    'application/json',
    consent.length,
  );
  socket.write(consent.slice(0, 1));
  courtly.config.CLOCK_OFFSET_MS += 3_600_000;
  const earliestExpiry = Date.now() + 3_590_000;
  socket.write(consent.slice(1));
  await once(socket, 'data');
  const { body } = await member.agent.get('/api/waiver/status').expect(200);
  courtly.config.CLOCK_OFFSET_MS -= 3_600_000;
  expect(Date.parse((body as WaiverStatus).waiverAcceptedAt!)).toBeGreaterThan(earliestExpiry);
});

describe('the stream of changes', () => {
  const changed = (name: string) => courtly.court(host, { name });

  it('ends when its user signs out and continues for others', async () => {
    const [ann, bob] = await Promise.all([courtly.register(), courtly.register()]);
    const cookies = await Promise.all([ann, bob].map(cookieOf));
    const streams = await Promise.all(cookies.map((Cookie) => listen('', { Cookie })));
    await courtly.visitor().post('/api/auth/logout').set('Cookie', cookies[0]!).expect(204);
    await eventually('the stream has ended', async () => streams[0]!.ended);
    await changed('After the sign-out');
    await eventually('the other stream receives the change', async () =>
      streams[1]!.text.includes('"courts"'),
    );
    expect(streams[0]!.text).not.toContain('"courts"');
    expect(streams[1]!.ended).toBe(false);
  });

  it('sends visitors the courts and the topics that they request', async () => {
    const player = await courtly.player();
    const date = addDays(localDate(court.zone, Date.now()), 4);
    const [visitor, asking, curious] = [
      await listen(),
      await listen(`?topics=courtDays:${court.id}_${date},nonsense`),
      await listen('?topics=courts,courtDays,bookings,reviews,hostRecords'),
    ];
    const [slot] = await courtly.slots(court.id, date);
    await courtly.book(player, court.id, slot!).expect(201);
    await eventually('the subscriber receives the day', async () =>
      asking.text.includes('"courtDays"'),
    );
    await changed('Somewhere else');
    await eventually('the visitor receives the court', async () =>
      visitor.text.includes('"courts"'),
    );
    expect(visitor.text).not.toContain('courtDays');
    await eventually('the curious visitor receives the court', async () =>
      curious.text.includes('"courts"'),
    );
    expect(curious.text).not.toContain(date);
    expect(asking.text).not.toContain('"courts"');
  });

  it('rejects too many topics', async () => {
    const { status } = await listen(`?topics=${'x'.repeat(4_001)}`);
    expect(status).toBe(400);
  });

  it('is limited per user and per address, and frees its slot when it ends', async () => {
    const Cookie = await cookieOf(await courtly.register());
    const from = (address: string) => ({ 'X-Forwarded-For': address });
    const { byPerson, byAddress } = processLimits.streams;
    for (let n = 0; n < byPerson.perKey; n++)
      expect((await listen('', { Cookie, ...from(`203.0.113.${n}`) })).status).toBe(200);
    const refused = await listen('', { Cookie, ...from('203.0.113.99') });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    open.splice(0).forEach((close) => close());
    await eventually(
      'a place is free',
      async () => (await listen('', { Cookie, ...from('203.0.113.99') })).status === 200,
    );
    for (let n = 0; n < byAddress.perKey; n++)
      expect((await listen('', from('198.51.100.1'))).status).toBe(200);
    expect((await listen('', from('198.51.100.1'))).status).toBe(429);
    expect((await listen('', from('198.51.100.2'))).status).toBe(200);
  });
});

describe('the server', () => {
  const boundary = 'form';
  const type = `multipart/form-data; boundary=${boundary}`;

  it('rejects an upload above the limit unread, and accepts it once there is room', async () => {
    const cookie = await cookieOf(await courtly.register('owner'));
    const { atOnce, perKey, bytes, everyMs } = processLimits.uploads;
    const openSockets: Socket[] = [];
    const beginUpload = async (address: string) =>
      openSockets.push(await begin('/api/courts', cookie, type, 25_000_000, address));
    for (let n = 0; n < perKey; n++) await beginUpload('2001:db8::1');
    await beginUpload('2001:db8::2');
    expect(await courtly.court(host, { name: 'Another address' })).toMatchObject({
      name: 'Another address',
    });
    for (let n = perKey; n < atOnce; n++) await beginUpload(`198.51.100.${n}`);
    const keepArriving = setInterval(() => {
      for (const socket of openSockets) socket.write('.'.repeat(bytes));
    }, everyMs / 10);
    const next = await begin('/api/courts', await cookieOf(host), type, 25_000_000);
    const [response] = (await once(next, 'data').finally(() => clearInterval(keepArriving))) as [
      Buffer,
    ];
    expect(String(response)).toMatch(/^HTTP\/1\.1 503 .*\r\nRetry-After: \d/is);
    expect(String(response)).toContain('"too_busy"');
    for (const socket of openSockets) socket.destroy();
    expect(await courtly.court(host, { name: 'Room again' })).toMatchObject({ name: 'Room again' });
  });
});

describe('photos that the storage does not return', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('do not delay other reads', async () => {
    const { status, body } = await listPhotogenic(await photo({ width: 40, height: 30 }));
    expect(status).toBe(201);
    const { id, photos } = body as CourtDetail;
    await host.agent.get(`/api/courts/${id}`).expect(200);
    const [path] = photos;
    let letGo = () => {};
    const gate = new Promise<Uint8Array>((resolve) => (letGo = () => resolve(new Uint8Array())));
    const read = jest.spyOn(StoredPhotos.prototype, 'read');
    read.mockReturnValue(gate);
    const { atOnce } = processLimits.reads.photos;
    const held = Array.from({ length: atOnce }, () => fetch(courtly.base + path));
    await eventually('all photo slots are used', async () => read.mock.calls.length === atOnce);
    const waiting = fetch(courtly.base + path);
    await host.agent.get('/api/courts').expect(200);
    await host.agent.get('/api/auth/me').expect(200);
    expect((await waiting).status).toBe(503);
    letGo();
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual(Array(atOnce).fill(200));
  });
});

describe('the command limit', () => {
  it('applies per minute to each user separately', async () => {
    const [busy, calm] = await Promise.all([courtly.register(), courtly.register()]);
    const change = ({ agent }: Member) =>
      agent
        .put('/api/auth/me/preferences')
        .send({ skillLevel: '4.0', surfaces: [], socialTags: [] });
    const commandLimit = courtly.config.policy.commandsPerMinute!;
    const statuses: number[] = [];
    for (let n = 0; n < commandLimit; n++) statuses.push((await change(busy)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const { body, headers } = await change(busy).expect(429);
    expect(body).toMatchObject({ code: 'too_many_requests' });
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    await busy.agent.get('/api/auth/me').expect(200);
    await change(calm).expect(200);
  });
});

describe('metrics', () => {
  it('appear only on their own port', async () => {
    await courtly.app.get(MetricsServer).listen();
    const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('# TYPE ');
    expect((await fetch(`http://127.0.0.1:${metricsPort}/api/courts`)).status).toBe(404);
    const health = await fetch(`http://127.0.0.1:${metricsPort}/health`);
    expect([health.status, await health.json()]).toEqual([
      200,
      { ready: true, details: expect.objectContaining({ eventStore: true, behind: [], build }) },
    ]);
    const { body } = await courtly.visitor().get('/api/health/ready').expect(200);
    expect(body).toEqual({ status: 'ok' });
    await courtly.visitor().get('/metrics').expect(404);
  });
});

it('reports health in every role, and serves the API only in the api role', async () => {
  const projector = await startCourtly({ ROLES: 'projector' });
  try {
    await projector.visitor().get('/api/health/live').expect(200);
    for (const path of [
      '/api/courts',
      '/api/auth/me',
      '/api/stream',
      '/api/docs',
      '/robots.txt',
      '/',
    ])
      expect((await projector.visitor().get(path).expect(404)).body).toMatchObject({
        code: 'not_found',
      });
  } finally {
    await projector.stop();
  }
});
