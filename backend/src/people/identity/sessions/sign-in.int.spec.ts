import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SIGNED_IN_COOKIE } from '@courtly/contracts/signed-in-cookie';
import { RedisClient } from '../../../platform/stores/redis.js';
import { type Courtly, type Member, startCourtly } from '../../../../testing/courtly.js';
import { attemptLimits } from './attempt-limits.service.js';

let courtly: Courtly;
let addresses = 0;

beforeAll(async () => {
  courtly = await startCourtly({ TRUST_PROXY: '1' });
});
afterAll(() => courtly.stop());

const anAddress = () => `203.0.113.${++addresses}`;

const signIn = (
  email: string,
  password: string,
  address = anAddress(),
  agent = courtly.visitor(),
) => agent.post('/api/auth/login').set('X-Forwarded-For', address).send({ email, password });

const cookiesOf = (response: { headers: Record<string, unknown> }) =>
  (response.headers['set-cookie'] ?? []) as string[];
const sessionOf = (response: { headers: Record<string, unknown> }) =>
  cookiesOf(response).find((cookie) => cookie.startsWith('courtly='));
const hintOf = (response: { headers: Record<string, unknown> }) =>
  cookiesOf(response).find((cookie) => cookie.startsWith(`${SIGNED_IN_COOKIE}=`));
const cookieOf = (response: { headers: Record<string, unknown> }) =>
  sessionOf(response)!.split(';')[0]!;
const daysLeft = (cookie: string) =>
  (Date.parse(/Expires=([^;]+)/.exec(cookie)![1]!) - Date.now()) / 86_400_000;
const meWith = (cookie: string) => courtly.visitor().get('/api/auth/me').set('Cookie', cookie);

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!;

describe('POST /api/auth/login', () => {
  it('returns the user and starts a session', async () => {
    const { user, email, password } = await courtly.register();
    const agent = courtly.visitor();
    expect(
      (await signIn(email.toUpperCase(), password, undefined, agent).expect(200)).body,
    ).toEqual(user);
    await agent.get('/api/auth/me').expect(200, user);
  });

  it('does not reveal whether the email or the password was wrong', async () => {
    const { email } = await courtly.register();
    const wrong = await signIn(email, 'not-the-password').expect(401);
    const unknown = await signIn('nobody@example.test', 'not-the-password').expect(401);
    expect(wrong.body).toEqual({ code: 'wrong_credentials', message: 'Invalid email or password' });
    expect(unknown.text).toBe(wrong.text);
    expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(wrong.headers).sort());
    expect(cookiesOf(wrong)).toEqual([]);
  });

  it('takes the same time for an unknown email and a wrong password', async () => {
    const knownMembers = await Promise.all(Array.from({ length: 4 }, () => courtly.register()));
    const timeOf = async (email: string) => {
      const from = performance.now();
      await signIn(email, 'not-the-password').expect(401);
      return performance.now() - from;
    };
    const wrong: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 24; round++) {
      wrong.push(await timeOf(knownMembers[round % 4]!.email));
      unknown.push(await timeOf(`nobody-${round}@example.test`));
    }
    const ratio = median(wrong) / median(unknown);
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.67);
  });

  it('accepts passwords of six characters as input, and rejects shorter ones', async () => {
    await signIn('nobody@example.test', 'six-66').expect(401);
    const { body } = await signIn('nobody@example.test', 'five5').expect(400);
    expect(body.message).toBe('Password must be at least 6 characters');
  });

  it.each([
    ['an unknown field', { role: 'admin' }],
    ['an object as the password', { password: { $ne: '' } }],
  ])('rejects %s', (_, wrong) =>
    courtly
      .visitor()
      .post('/api/auth/login')
      .send({ email: 'nobody@example.test', password: 'long-enough', ...wrong })
      .expect(400),
  );
});

describe('guessing a password', () => {
  const {
    signInOfAccountFromAddress: here,
    signInOfAccount: anywhere,
    signInOnDevice,
  } = attemptLimits;

  it('is limited per account and address, with the time of the next attempt', async () => {
    const { email, password } = await courtly.register();
    const address = anAddress();
    for (let guess = 0; guess < here.points; guess++)
      await signIn(email, `guess-${guess}`, address).expect(401);
    const { body, headers } = await signIn(email, password, address).expect(429);
    const seconds = Number(headers['retry-after']);
    expect(body).toMatchObject({
      code: 'too_many_requests',
      details: { retryAfterSeconds: seconds },
    });
    expect(seconds).toBeGreaterThan(here.duration - 60);
    expect(seconds).toBeLessThanOrEqual(here.duration);
  });

  it('is limited for all addresses of an IPv6 network together', async () => {
    const { email, password } = await courtly.register();
    for (let guess = 1; guess <= here.points; guess++)
      await signIn(email, `guess-${guess}`, `2001:db8:7:1::${guess}`).expect(401);
    await signIn(email, password, '2001:db8:7:1:ffff::1').expect(429);
    await signIn(email, password, '2001:db8:7:2::1').expect(200);
  });

  it('from other addresses does not lock the user out below the daily limit', async () => {
    const { email, password } = await courtly.register();
    const guesses = Array.from({ length: anywhere.points }, (_, n) => signIn(email, `guess-${n}`));
    expect((await Promise.all(guesses.slice(0, 30))).map(({ status }) => status)).toEqual(
      Array(30).fill(401),
    );
    await signIn(email, password).expect(200);
    expect((await Promise.all(guesses)).map(({ status }) => status)).toEqual(
      Array(anywhere.points).fill(401),
    );
    await signIn(email, password).expect(429);
  });

  it('never locks the user out of a browser with a device cookie', async () => {
    const { agent, email, password } = await courtly.register();
    const guesses = Array.from({ length: anywhere.points }, (_, n) => signIn(email, `guess-${n}`));
    await Promise.all(guesses);
    await agent.post('/api/auth/logout').expect(204);
    await signIn(email, password).expect(429);
    await signIn(email, password, anAddress(), agent).expect(200);
  });

  it('is also limited in a browser with a device cookie', async () => {
    const { agent, email } = await courtly.register();
    await agent.post('/api/auth/logout').expect(204);
    const guess = (n: number) => signIn(email, `guess-${n}`, anAddress(), agent);
    for (let n = 0; n < signInOnDevice.points; n++) await guess(n).expect(401);
    await guess(signInOnDevice.points).expect(429);
  });

  it('is limited even for simultaneous requests', async () => {
    const { email } = await courtly.register();
    const address = anAddress();
    const guesses = Array.from({ length: here.points * 2 }, (_, n) =>
      signIn(email, `guess-${n}`, address),
    );
    const responses = await Promise.all(guesses);
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(here.points);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(here.points);
  });

  it('is limited per address for all accounts', async () => {
    const { points } = attemptLimits.signInFromAddress;
    const address = anAddress();
    const tries = Array.from({ length: points + 1 }, (_, n) =>
      signIn(`n${n}@example.test`, 'a-guess', address),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(points);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  it('does not include successful sign-ins', async () => {
    const { email, password } = await courtly.register();
    for (let time = 0; time <= here.points; time++)
      await signIn(email, password, '203.0.113.250').expect(200);
  });
});

describe('a session', () => {
  it('sets a 14-day cookie that scripts and other sites cannot use', async () => {
    const { email, password } = await courtly.register();
    const cookie = sessionOf(await signIn(email, password).expect(200));
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(daysLeft(cookie!)).toBeCloseTo(14, 2);
  });

  it('is not extended by use', async () => {
    const { agent } = await courtly.register();
    const { commands, keyPrefix: prefix } = courtly.app.get(RedisClient);
    const keys = await commands.keys(`${prefix}:session:*`);
    await Promise.all(keys.map((key) => commands.expire(key, 1_000)));
    const { headers } = await agent.get('/api/auth/me').expect(200);
    expect(headers['set-cookie']).toBeUndefined();
    const remainingSeconds = await Promise.all(keys.map((key) => commands.ttl(key)));
    expect(Math.max(...remainingSeconds)).toBeLessThanOrEqual(1_000);
  });

  it('gets a new id at sign-in and ends the old one', async () => {
    const [attacker, victim] = await Promise.all([courtly.register(), courtly.register()]);
    const planted = cookieOf(await signIn(attacker.email, attacker.password).expect(200));
    const response = await signIn(victim.email, victim.password).set('Cookie', planted).expect(200);
    expect(cookieOf(response)).not.toBe(planted);
    await meWith(planted).expect(401);
    await meWith(cookieOf(response)).expect(200, victim.user);
  });

  it('never starts from an invented id', async () => {
    const invented = 'courtly=s%3Ainvented-by-somebody.c2lnbmF0dXJl';
    const { email, password } = await courtly.register();
    await meWith(invented).expect(401);
    const response = await signIn(email, password).set('Cookie', invented).expect(200);
    expect(cookieOf(response)).not.toContain('invented');
  });

  it('ends on the server at sign-out', async () => {
    const { email, password } = await courtly.register();
    const agent = courtly.visitor();
    const cookie = cookieOf(await signIn(email, password, undefined, agent).expect(200));
    await meWith(cookie).expect(200);
    const response = await agent.post('/api/auth/logout').expect(204);
    expect(sessionOf(response)).toMatch(/^courtly=;.*1970/);
    expect((await meWith(cookie).expect(401)).body.code).toBe('not_signed_in');
  });

  it('is not required for a sign-out', () =>
    courtly.visitor().post('/api/auth/logout').expect(204));

  it('never starts for visitors', async () => {
    const response = await courtly.visitor().get('/api/auth/me').expect(401);
    expect(cookiesOf(response)).toEqual([]);
  });
});

describe('the session hint for scripts', () => {
  const hinted = `${SIGNED_IN_COOKIE}=1`;

  it('accompanies the session, reveals nothing, and lasts as long as the session', async () => {
    const { email, password } = await courtly.register();
    const response = await signIn(email, password).expect(200);
    expect(hintOf(response)).toMatch(/^courtly_signed_in=1; .*; SameSite=Lax$/);
    expect(hintOf(response)).not.toMatch(/HttpOnly/);
    expect(daysLeft(hintOf(response)!)).toBeCloseTo(14, 2);
  });

  it('accompanies a registration too', async () => {
    const names = { username: 'hinted', firstName: 'Ada', lastName: 'Net', phone: '4805550123' };
    const body = { ...names, email: 'hinted@example.test', password: 'clay-court-rally' };
    expect(
      hintOf(await courtly.visitor().post('/api/auth/register').send(body).expect(201)),
    ).toContain(hinted);
  });

  it('disappears at sign-out', async () => {
    const { agent } = await courtly.register();
    expect(hintOf(await agent.post('/api/auth/logout').expect(204))).toMatch(
      /^courtly_signed_in=;.*1970/,
    );
  });

  it('disappears when GET /api/auth/me finds no session', async () => {
    const { email, password } = await courtly.register();
    const cookie = cookieOf(await signIn(email, password).expect(200));
    await courtly.visitor().post('/api/auth/logout').set('Cookie', cookie).expect(204);
    const response = await meWith(`${cookie}; ${hinted}`).expect(401);
    expect(hintOf(response)).toMatch(/^courtly_signed_in=;.*1970/);
  });

  it('is restored for the rest of its session', async () => {
    const { email, password } = await courtly.register();
    const cookie = cookieOf(await signIn(email, password).expect(200));
    const response = await courtly.visitor().get('/api/courts').set('Cookie', cookie).expect(200);
    expect(hintOf(response)).toContain(hinted);
    expect(daysLeft(hintOf(response)!)).toBeLessThanOrEqual(14);
    expect(cookiesOf(await meWith(`${cookie}; ${hinted}`).expect(200))).toEqual([]);
  });

  it('grants no access', async () => {
    await meWith(hinted).expect(401);
    await courtly.visitor().get('/api/bookings').set('Cookie', hinted).expect(401);
  });

  it('stays while Redis is down', async () => {
    const { commands } = courtly.app.get(RedisClient);
    const { email, password } = await courtly.register();
    const cookie = cookieOf(await signIn(email, password).expect(200));
    const connectionEnd = once(commands, 'end');
    commands.disconnect();
    expect(cookiesOf(await meWith(`${cookie}; ${hinted}`).expect(503))).toEqual([]);
    await connectionEnd;
    await commands.connect();
  });
});

describe('while Redis is down', () => {
  let member: Member;
  beforeAll(async () => {
    member = await courtly.register();
    courtly.app.get(RedisClient).commands.disconnect();
  });
  afterAll(() => courtly.app.get(RedisClient).commands.connect());

  it('public reads still work', () => member.agent.get('/api/health/live').expect(200));

  it.each([
    ['reads of a signed-in user', () => member.agent.get('/api/auth/me')],
    ['changes by a signed-in user', () => member.agent.post('/api/waiver/accept').send({})],
    ['sign-outs', () => member.agent.post('/api/auth/logout')],
    ['sign-ins', () => signIn(member.email, member.password)],
    [
      'registrations',
      () => {
        const { user, password } = member;
        const { username, firstName, lastName, phone } = user;
        const body = { username, firstName, lastName, phone, password, email: 'new@example.test' };
        return courtly.visitor().post('/api/auth/register').send(body);
      },
    ],
  ])('%s report an unavailable store', async (_, call) => {
    const { body, headers } = await call().expect(503);
    expect(body.code).toBe('store_unavailable');
    expect(headers['retry-after']).toBeDefined();
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('visitors are still asked to sign in', () =>
    courtly.visitor().get('/api/auth/me').expect(401));
});

it('sessions survive an outage of Redis', async () => {
  const { agent, user } = await courtly.register();
  const { commands } = courtly.app.get(RedisClient);
  const connectionEnd = once(commands, 'end');
  commands.disconnect();
  await agent.get('/api/auth/me').expect(503);
  await connectionEnd;
  await commands.connect();
  await agent.get('/api/auth/me').expect(200, user);
});

it('a sign-in sends cookies only over TLS if the public URL uses https', async () => {
  const environment = {
    NODE_ENV: 'production',
    TRUST_PROXY: '1',
    PUBLIC_URL: 'https://courtly.example',
  };
  const production = await startCourtly(environment);
  const password = 'clay-court-rally';
  const names = {
    username: 'ada',
    email: 'ada@example.test',
    firstName: 'Ada',
    lastName: 'Net',
    phone: '4805550123',
  };
  try {
    const response = await production
      .visitor()
      .post('/api/auth/register')
      .set('X-Forwarded-Proto', 'https')
      .send({ ...names, password })
      .expect(201);
    expect(cookiesOf(response)).toHaveLength(3);
    for (const cookie of cookiesOf(response)) expect(cookie).toMatch(/; Secure/);
    const errors: unknown[] = [];
    production.app.useLogger({
      log: () => undefined,
      warn: () => undefined,
      error: (message: unknown) => errors.push(message),
    });
    const signIn = () =>
      production.visitor().post('/api/auth/login').send({ email: names.email, password });
    for (const attempt of [signIn(), signIn()]) await attempt.expect(200);
    expect(errors).toEqual([expect.stringContaining('without X-Forwarded-Proto')]);
  } finally {
    await production.stop();
  }
});
