import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createApp } from '../../../app.js';
import { EventStore } from '../../../platform/stores/event-store.js';
import { RedisClient } from '../../../platform/stores/redis.js';
import { type Courtly, type Member, startCourtly } from '../../../../testing/courtly.js';
import { eventually } from '../../../../testing/stores.js';
import { attemptLimits } from '../sessions/attempt-limits.service.js';
import { SessionIndex } from '../sessions/session-index.service.js';

let courtly: Courtly;
beforeAll(async () => {
  courtly = await startCourtly({ TRUST_PROXY: '1' });
});
afterAll(() => courtly?.stop());

const NEW = 'grass-court-rally';

const change = ({ agent, password }: Member, requestBody: object = {}) =>
  agent
    .put('/api/auth/me/password')
    .send({ currentPassword: password, newPassword: NEW, ...requestBody });
const signIn = ({ email }: Member, password: string, agent = courtly.visitor()) =>
  agent.post('/api/auth/login').send({ email, password });
const sessionOf = (response: { get(name: 'Set-Cookie'): string[] | undefined }) =>
  response
    .get('Set-Cookie')!
    .find((cookie) => cookie.startsWith('courtly='))!
    .split(';')[0]!;
const changesOf = async ({ user }: Member) =>
  (await courtly.app.get(EventStore).read(`user-${user.id}`)).filter(
    ({ type }) => type === 'PasswordChanged',
  );

describe('a change of password', () => {
  it('accepts the new password and rejects the old one', async () => {
    const member = await courtly.register();
    await change(member).expect(204);
    await signIn(member, member.password).expect(401);
    await signIn(member, NEW).expect(200, member.user);
  });

  it('records an event without passwords or their hashes', async () => {
    const member = await courtly.register();
    await change(member).set('Idempotency-Key', randomUUID()).expect(204);
    const [changed, ...more] = await changesOf(member);
    expect(more).toEqual([]);
    expect(changed!.data).toEqual({
      userId: member.user.id,
      proof: 'password',
      changedAt: expect.any(String),
    });
    expect(changed!.metadata).toMatchObject({ fingerprint: 'ChangePassword' });
    expect(JSON.stringify(changed)).not.toContain('rally');
  });

  it('ends all other sessions and gives this one a new id', async () => {
    const [member, stranger] = await Promise.all([courtly.register(), courtly.register()]);
    const elsewhere = courtly.visitor();
    await signIn(member, member.password, elsewhere).expect(200);
    const mine = sessionOf(await signIn(member, member.password, member.agent).expect(200));
    await Promise.all(
      [elsewhere, member.agent].map((agent) => agent.get('/api/auth/me').expect(200)),
    );
    expect(sessionOf(await change(member).expect(204))).not.toBe(mine);
    await elsewhere.get('/api/auth/me').expect(401);
    await courtly.visitor().get('/api/auth/me').set('Cookie', mine).expect(401);
    await member.agent.get('/api/auth/me').expect(200, member.user);
    await stranger.agent.get('/api/auth/me').expect(200, stranger.user);
  });

  it('rejects a simultaneous sign-in with the old password', async () => {
    const member = await courtly.register();
    const sessionIndex = courtly.app.get(SessionIndex);
    const add = sessionIndex.addSession.bind(sessionIndex);
    jest.spyOn(sessionIndex, 'addSession').mockImplementationOnce(async (...addArguments) => {
      await change(member).expect(204);
      return add(...addArguments);
    });
    const visitor = courtly.visitor();
    expect((await signIn(member, member.password, visitor).expect(401)).body.code).toBe(
      'wrong_credentials',
    );
    await visitor.get('/api/auth/me').expect(401);
    expect((await member.agent.get('/api/auth/sessions').expect(200)).body).toHaveLength(1);
  });

  it('ends sessions that another process has cached', async () => {
    const member = await courtly.register();
    const otherApp = await createApp({ ...courtly.config, ROLES: ['api'] });
    try {
      await otherApp.listen(0, '127.0.0.1');
      const address = await otherApp.getUrl();
      const cookie = sessionOf(await signIn(member, member.password).expect(200));
      const status = async () =>
        (await fetch(`${address}/api/auth/me`, { headers: { Cookie: cookie } })).status;
      expect(await status()).toBe(200);
      await change(member).expect(204);
      await eventually('the session has ended', async () => (await status()) === 401, 4_000);
    } finally {
      await otherApp.close();
    }
  });

  it('requires the current password, and explains how to reset it', async () => {
    const member = await courtly.register();
    const { body } = await change(member, { currentPassword: 'not-the-password' }).expect(400);
    expect(body).toMatchObject({
      code: 'invalid_request',
      details: { fields: [{ field: 'currentPassword' }] },
    });
    expect(body.message).toMatch(/isn't your current password.*by email/);
    await signIn(member, member.password).expect(200);
    expect(await changesOf(member)).toEqual([]);
  });

  it.each([
    ['a short one', 'seven77'],
    ['a common one', 'Password1'],
  ])('rejects %s', async (_, newPassword) => {
    const member = await courtly.register();
    const { body } = await change(member, { newPassword }).expect(400);
    expect(body).toMatchObject({
      code: 'invalid_request',
      details: { fields: [{ field: 'newPassword' }] },
    });
    await signIn(member, member.password).expect(200);
  });

  it("rejects the user's own names", async () => {
    const member = await courtly.register();
    await change(member, { newPassword: member.user.username }).expect(400);
    await change(member, { newPassword: member.email.toUpperCase() }).expect(400);
  });

  it('happens once even if a request with a lost response is retried', async () => {
    const member = await courtly.register();
    const idempotencyKey = randomUUID();
    await change(member).set('Idempotency-Key', idempotencyKey).expect(204);
    await change(member).set('Idempotency-Key', idempotencyKey).expect(204);
    expect(await changesOf(member)).toHaveLength(1);
    await change(member).expect(204);
    await signIn(member, NEW).expect(200);
  });

  it('limits guesses of the current password', async () => {
    const member = await courtly.register();
    const { points } = attemptLimits.passwordChange;
    for (let n = 0; n < points; n++)
      await change(member, { currentPassword: `guess-${n}` }).expect(400);
    const { body } = await change(member).expect(429);
    expect(body.code).toBe('too_many_requests');
    await signIn(member, member.password).expect(200);
  });

  it('does not start while Redis is down, because other sessions could not be ended', async () => {
    const member = await courtly.register();
    const { commands } = courtly.app.get(RedisClient);
    await member.agent.get('/api/auth/me').expect(200);
    const connectionEnd = once(commands, 'end');
    commands.disconnect();
    await connectionEnd;
    expect((await change(member).expect(503)).body.code).toBe('store_unavailable');
    await commands.connect();
    await signIn(member, member.password).expect(200);
  });
});
