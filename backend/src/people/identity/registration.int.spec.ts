import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { systemContext } from '../../platform/kernel/context.js';
import { Streams } from '../../platform/kernel/streams.js';
import { EventStore } from '../../platform/stores/event-store.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { RedisClient } from '../../platform/stores/redis.js';
import { type Courtly, startCourtly } from '../../../testing/courtly.js';
import { eventually } from '../../../testing/stores.js';
import { Credentials } from '../../platform/vault/credentials.js';
import { currentVersion } from '../papers/papers.js';
import { ChangeSuspensionCommand } from './account/admin.commands.js';
import { GrantRoleCommand } from './identity.commands.js';
import { people } from './people.projection.js';

let courtly: Courtly;
let addresses = 0;

beforeAll(async () => {
  courtly = await startCourtly({ TRUST_PROXY: '1' });
});
afterEach(() => void jest.restoreAllMocks());
afterAll(() => courtly.stop());

const anAddress = () => `203.0.113.${++addresses}`;

const newcomer = (details: Record<string, unknown> = {}) => {
  const name = `p${randomUUID().slice(0, 12)}`;
  const names = { firstName: 'Robin', lastName: 'Baseline', phone: '4805550123' };
  return {
    username: name,
    email: `${name}@example.test`,
    password: 'drop-shot-17',
    role: 'player',
    ...names,
    ...details,
  };
};

const register = (body: object | string, key?: string, agent = courtly.visitor()) => {
  const request = agent.post('/api/auth/register').set('X-Forwarded-For', anAddress()).type('json');
  if (key) void request.set('Idempotency-Key', key);
  return request.send(body);
};

/** Makes one registration fail as if the process had died before this step. */
const dieBefore = (step: 'the password is stored' | 'the person is registered') => {
  const death = new Error('the process dies here');
  if (step === 'the password is stored')
    return void jest
      .spyOn(courtly.app.get(Credentials, { strict: false }), 'setFirstPassword')
      .mockRejectedValueOnce(death);
  const commandHandling = courtly.app.get(CommandHandling);
  const handle = commandHandling.handle.bind(commandHandling);
  let dead = false;
  jest
    .spyOn(commandHandling, 'handle')
    .mockImplementation((decider, id, command, commandContext) => {
      if (dead || command.type !== 'RegisterUser')
        return handle(decider, id, command, commandContext);
      dead = true;
      return Promise.reject(death);
    });
};

describe('registration', () => {
  it('creates an account and signs in', async () => {
    const agent = courtly.visitor();
    const body = newcomer({ role: 'owner' });
    const { body: user, headers } = await register(body, undefined, agent).expect(201);
    const { password: _, ...visibleFields } = body;
    expect(user).toMatchObject({
      ...visibleFields,
      membershipTier: 'free',
      avatar: null,
      skillLevel: null,
    });
    expect(headers['courtly-position']).toMatch(/^\d{20}$/);
    expect((await agent.get('/api/auth/me').expect(200)).body).toEqual(user);
  });

  it('accepts names and numbers of every script, as people paste them', async () => {
    const agent = courtly.visitor();
    const { username, ...body } = newcomer({
      firstName: 'علی\u200Cرضا',
      lastName: '李',
      phone: '\u202A+1\u00A0480\u2011555\u20110123\u202C',
    });
    const email = `${username}@müller.example`;
    await register({ ...body, username: ` ${username}\u200B`, email }, undefined, agent).expect(
      201,
    );
    const { body: user } = await agent.get('/api/auth/me').expect(200);
    expect(user).toMatchObject({
      username,
      email: `${username}@xn--mller-kva.example`,
      firstName: 'علی\u200Cرضا',
      lastName: '李',
      phone: '+1 480-555-0123',
    });
    await courtly
      .visitor()
      .post('/api/auth/login')
      .send({ email: ` ${username.toUpperCase()}@Müller.example`, password: body.password })
      .expect(200);
    const { body: taken } = await register(
      newcomer({ email: `${username}@xn--mller-kva.example` }),
    ).expect(409);
    expect(taken.details).toEqual({ field: 'email' });
  });

  it('appears in the read model of people', async () => {
    const { body: user } = await register(newcomer()).expect(201);
    const find = () =>
      courtly.app
        .get(ReadModels)
        .read(people, (collection) => collection.findOne({ _id: user.id }));
    const document = await eventually('the read model contains the person', find);
    expect(document).toMatchObject({ email: user.email, firstName: 'Robin', roles: ['player'] });
  });

  it('records the legal documents that the person agreed to', async () => {
    const { body: user } = await register(newcomer()).expect(201);
    const [registered] = await courtly.app.get(Streams).events(`user-${user.id}`);
    expect(registered!.data).toMatchObject({
      papers: {
        terms: currentVersion('terms'),
        privacy: currentVersion('privacy'),
        policyId: courtly.config.policy.id,
      },
    });
  });

  it('keeps names and passwords out of the log', async () => {
    const body = newcomer({ phone: '4805559876' });
    const { body: user } = await register(body).expect(201);
    const log = JSON.stringify(await courtly.app.get(EventStore).read(`user-${user.id}`));
    expect(log).toContain('UserRegistered');
    for (const text of [body.email, body.username, body.phone, body.password])
      expect(log).not.toContain(text);
  });

  it.each([
    ['the admin role', { role: 'admin' }, 'role'],
    ['a password of seven characters', { password: 'short-7' }, 'password'],
    ['a malformed email', { email: 'nobody' }, 'email'],
    ['a short phone number', { phone: '123' }, 'phone'],
    ['an unknown field', { membershipTier: 'elite' }, 'body'],
    ['a number for a name', { firstName: 7 }, 'firstName'],
  ])('rejects %s', async (_, wrong, field) => {
    const { body } = await register(newcomer(wrong)).expect(400);
    expect(body).toMatchObject({ code: 'invalid_request', details: { fields: [{ field }] } });
  });

  it('ignores __proto__', async () => {
    const text = JSON.stringify(newcomer()).replace(
      '{',
      '{"__proto__":{"role":"admin","polluted":true},',
    );
    expect((await register(text).expect(400)).body.code).toBe('invalid_request');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('rejects a taken email in any letter case', async () => {
    const first = newcomer();
    await register(first).expect(201);
    const { body } = await register(newcomer({ email: first.email.toUpperCase() })).expect(409);
    expect(body).toMatchObject({ code: 'taken', details: { field: 'email' } });
    expect(body.message).toMatch(/email/);
  });

  it('rejects a taken username and leaves the email free', async () => {
    const first = newcomer();
    await register(first).expect(201);
    const second = newcomer({ username: first.username.toUpperCase() });
    const { body } = await register(second).expect(409);
    expect(body).toMatchObject({ code: 'taken', details: { field: 'username' } });
    await register({ ...second, username: `${first.username}-2` }).expect(201);
  });

  it('accepts exactly one of many simultaneous registrations with the same email', async () => {
    const { email } = newcomer();
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => register(newcomer({ email }))),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array<number>(7).fill(409),
    ]);
  });

  it.each(['password', 'Sunshine1', 'qwertyuiop'])(
    'rejects the guessable password %s',
    async (password) => {
      const { body } = await register(newcomer({ password })).expect(400);
      expect(body).toMatchObject({
        code: 'invalid_request',
        details: { fields: [{ field: 'password' }] },
      });
    },
  );

  it('limits registrations per address', async () => {
    const points = courtly.config.policy.registrationsPerHour!;
    const takenAccount = newcomer();
    await register(takenAccount).expect(201);
    const address = anAddress();
    const again = () =>
      courtly
        .visitor()
        .post('/api/auth/register')
        .set('X-Forwarded-For', address)
        .send(takenAccount);
    const responses = await Promise.all(Array.from({ length: points + 1 }, again));
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(points);
    const refusedResponse = responses.find(({ status }) => status === 429)!;
    expect(refusedResponse.body.code).toBe('too_many_requests');
    expect(Number(refusedResponse.headers['retry-after'])).toBeGreaterThan(3_540);
  });

  it('counts the addresses of one IPv6 network as one', async () => {
    const points = courtly.config.policy.registrationsPerHour!;
    const takenAccount = newcomer();
    await register(takenAccount).expect(201);
    const from = (address: string) =>
      courtly
        .visitor()
        .post('/api/auth/register')
        .set('X-Forwarded-For', address)
        .send(takenAccount);
    const responses = await Promise.all(
      Array.from({ length: points }, (_, n) => from(`2001:db8:7:1::${n.toString(16)}`)),
    );
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(points);
    await from('2001:db8:7:1:ffff::1').expect(429);
    await from('2001:db8:7:2::1').expect(409);
  });
});

describe('a registration that is retried with its key', () => {
  it('returns the same response, whether or not the first one arrived', async () => {
    const agent = courtly.visitor();
    const [body, idempotencyKey] = [newcomer(), randomUUID()];
    const firstResponse = await register(body, idempotencyKey, agent).expect(201);
    expect((await register(body, idempotencyKey, agent).expect(201)).body).toEqual(
      firstResponse.body,
    );
    const stranger = courtly.visitor();
    expect((await register(body, idempotencyKey, stranger).expect(201)).body).toEqual(
      firstResponse.body,
    );
    await stranger.get('/api/auth/me').expect(200, firstResponse.body);
  });

  it('returns the same response to two simultaneous requests', async () => {
    const [body, idempotencyKey] = [newcomer(), randomUUID()];
    const [firstResponse, otherResponse] = await Promise.all([
      register(body, idempotencyKey),
      register(body, idempotencyKey),
    ]);
    expect(firstResponse.status).toBe(201);
    expect(otherResponse.body).toEqual(firstResponse.body);
  });

  it('rejects another body', async () => {
    const [body, idempotencyKey] = [newcomer(), randomUUID()];
    await register(body, idempotencyKey).expect(201);
    expect((await register(newcomer(), idempotencyKey).expect(422)).body.code).toBe(
      'idempotency_mismatch',
    );
  });

  it('rejects another password, even after Redis has lost the key', async () => {
    const [body, idempotencyKey] = [newcomer(), randomUUID()];
    await register(body, idempotencyKey).expect(201);
    const { commands, keyPrefix: prefix } = courtly.app.get(RedisClient);
    await commands.del(await commands.keys(`${prefix}:key:*`));
    const { headers } = await register({ ...body, password: 'guess-guess' }, idempotencyKey).expect(
      422,
    );
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('does not sign in a user who has been suspended since', async () => {
    const [body, key] = [newcomer(), randomUUID()];
    const { body: user } = await register(body, key).expect(201);
    const suspension = { userId: user.id, isSuspended: true, reason: 'Was rude.' };
    await courtly.app
      .get(CommandBus)
      .execute(
        new ChangeSuspensionCommand(
          suspension,
          systemContext(randomUUID(), '2027-01-01T00:00:00Z'),
        ),
      );
    const agent = courtly.visitor();
    expect((await register(body, key, agent).expect(403)).body.code).toBe('suspended');
    await agent.get('/api/auth/me').expect(401);
  });

  it('reclaims an email that an earlier attempt released', async () => {
    const holder = newcomer();
    dieBefore('the password is stored');
    await register(holder).expect(500);
    const [body, idempotencyKey] = [newcomer({ username: holder.username }), randomUUID()];
    await register(body, idempotencyKey).expect(409);
    courtly.config.CLOCK_OFFSET_MS += 60_000;
    await register(body, idempotencyKey).expect(201);
    await register(newcomer({ email: body.email })).expect(409);
  });

  it.each(['the password is stored', 'the person is registered'] as const)(
    'finishes after a crash before %s',
    async (step) => {
      const [body, idempotencyKey] = [newcomer(), randomUUID()];
      dieBefore(step);
      await register(body, idempotencyKey).expect(500);
      await register(newcomer({ email: body.email })).expect(409);
      const agent = courtly.visitor();
      const { body: user } = await register(body, idempotencyKey, agent).expect(201);
      await agent.get('/api/auth/me').expect(200, user);
    },
  );
});

describe('an unfinished registration', () => {
  it('frees its names permanently after a minute', async () => {
    const [abandonedNames, idempotencyKey] = [newcomer(), randomUUID()];
    dieBefore('the person is registered');
    await register(abandonedNames, idempotencyKey).expect(500);
    const { password: _, ...names } = abandonedNames;
    const other = newcomer({ email: names.email, username: names.username });
    await register(other).expect(409);
    courtly.config.CLOCK_OFFSET_MS += 60_000;
    const { body: user } = await register(other).expect(201);
    expect((await register(abandonedNames, idempotencyKey).expect(409)).body.code).toBe('taken');
    const { email, password } = other;
    await courtly.visitor().post('/api/auth/login').send({ email, password }).expect(200, user);
  });

  it('never frees the names of a registered user', async () => {
    const body = newcomer();
    await register(body).expect(201);
    courtly.config.CLOCK_OFFSET_MS += 3_600_000;
    for (const field of ['email', 'username'] as const) {
      const response = await register(newcomer({ [field]: body[field] })).expect(409);
      expect(response.body).toMatchObject({ code: 'taken', details: { field } });
    }
  });
});

describe('a role', () => {
  const grant = (email: string) =>
    courtly.app
      .get(CommandBus)
      .execute(
        new GrantRoleCommand(
          { email, role: 'admin' },
          systemContext(randomUUID(), '2027-01-01T00:00:00Z'),
        ),
      );

  it('takes effect immediately when granted by email', async () => {
    const { agent, email } = await courtly.register();
    await grant(email.toUpperCase());
    expect((await agent.get('/api/auth/me').expect(200)).body.role).toBe('admin');
  });

  it('cannot be granted to an email without an account', () =>
    expect(grant('nobody@example.test')).rejects.toMatchObject({ code: 'not_found' }));
});
