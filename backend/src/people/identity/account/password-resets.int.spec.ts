import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Clock } from '../../../platform/kernel/clock.js';
import { EventStore } from '../../../platform/stores/event-store.js';
import { VaultDatabase } from '../../../platform/stores/vault-database.js';
import { type Courtly, type Member, startCourtly } from '../../../../testing/courtly.js';
import { type Mailbox, startMailbox } from '../../../../testing/mailbox.js';
import { Queues } from '../../../platform/processes/queues.js';
import { eventually } from '../../../../testing/stores.js';
import { attemptLimits } from '../sessions/attempt-limits.service.js';

let mailbox: Mailbox;
let courtly: Courtly;
beforeAll(async () => {
  mailbox = await startMailbox();
  courtly = await startCourtly({ MAIL_URL: mailbox.url, TRUST_PROXY: '1' });
});
afterAll(async () => {
  await courtly?.stop();
  await mailbox?.stop();
});
beforeEach(() => void jest.restoreAllMocks());

const NEW = 'grass-court-rally';
let addresses = 0;
const ask = (email: string, address = `203.0.113.${++addresses}`) =>
  courtly
    .visitor()
    .post('/api/auth/password-resets')
    .set('X-Forwarded-For', address)
    .send({ email });
const tokenIn = (text = '') => /\/reset-password\?token=(\S+)/.exec(text)![1]!;
const tokenFor = async ({ email }: Member, count = 1) => {
  await ask(email).expect(202);
  return tokenIn((await mailbox.arrived(email, count)).at(-1)!.text);
};
const reset = (token: string, newPassword = NEW) =>
  courtly.visitor().post(`/api/auth/password-resets/${token}`).send({ newPassword });
const signIn = ({ email }: Member, password: string) =>
  courtly.visitor().post('/api/auth/login').send({ email, password });
const refused = {
  code: 'not_found',
  message: expect.stringMatching(/^This link no longer works.*Please request a new link\.$/),
};

describe('a forgotten password', () => {
  it('changes through the emailed link, which ends all sessions of the user', async () => {
    const member = await courtly.register();
    const token = await tokenFor(member);
    await reset(token).expect(204);
    await member.agent.get('/api/auth/me').expect(401);
    await signIn(member, member.password).expect(401);
    await signIn(member, NEW).expect(200, { ...member.user, isEmailVerified: true });
    const events = await courtly.app.get(EventStore).read(`user-${member.user.id}`);
    expect(events.at(-1)).toMatchObject({ type: 'PasswordChanged', data: { proof: 'mail' } });
    expect(JSON.stringify(events)).not.toContain(token);
  });

  it('changes nothing until the link is used', async () => {
    const member = await courtly.register();
    await tokenFor(member);
    await member.agent.get('/api/auth/me').expect(200);
    await signIn(member, member.password).expect(200);
  });

  it('gets the same response with and without an account', async () => {
    const { email } = await courtly.register();
    const [knownResponse, unknown] = [
      await ask(email.toUpperCase()).expect(202),
      await ask('nobody@example.test').expect(202),
    ];
    expect(unknown.text).toBe(knownResponse.text);
    expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(knownResponse.headers).sort());
    await mailbox.arrived(email);
    await eventually('all jobs are done', async () => {
      const counts = (await courtly.app.get(Queues).countJobs()).get('emails')!;
      return Object.values(counts).every((count) => count === 0);
    });
    expect(mailbox.to('nobody@example.test')).toEqual([]);
  });
});

describe('the link of a password reset', () => {
  it('works once', async () => {
    const token = await tokenFor(await courtly.register());
    const responses = await Promise.all([reset(token), reset(token), reset(token)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    expect((await reset(token).expect(404)).body).toEqual(refused);
  });

  it('expires after an hour', async () => {
    const [late, early] = await Promise.all([courtly.register(), courtly.register()]);
    const [first, second] = [await tokenFor(late), await tokenFor(early)];
    const now = Date.now();
    const at = jest.spyOn(courtly.app.get(Clock), 'now');
    at.mockReturnValue(now + 59 * 60_000);
    await reset(second).expect(204);
    at.mockReturnValue(now + 61 * 60_000);
    expect((await reset(first).expect(404)).body).toEqual(refused);
  });

  it('stops working when a newer one is sent', async () => {
    const member = await courtly.register();
    const [first, second] = [await tokenFor(member), await tokenFor(member, 2)];
    expect((await reset(first).expect(404)).body).toEqual(refused);
    await reset(second).expect(204);
  });

  it.each(['unknown', 'x.y', '$ne.1', `0b0e1f6a-4d5b-8c3d-9e2f-1a2b3c4d5e6f.${'a'.repeat(43)}`])(
    'is rejected with the invented token %s',
    async (token) => expect((await reset(token).expect(404)).body).toEqual(refused),
  );

  it('changes only the password of its account', async () => {
    const [member, victim] = await Promise.all([courtly.register(), courtly.register()]);
    const token = await tokenFor(member);
    await reset(token.replace(member.user.id, victim.user.id)).expect(404);
    await reset(token).expect(204);
  });

  it('still works after a rejected password', async () => {
    const member = await courtly.register();
    const token = await tokenFor(member);
    for (const wrong of ['seven77', 'Password1', member.user.username]) {
      const { body } = await reset(token, wrong).expect(400);
      expect(body).toMatchObject({
        code: 'invalid_request',
        details: { fields: [{ field: 'newPassword' }] },
      });
    }
    await reset(token).expect(204);
  });

  it('is stored only as a keyed hash', async () => {
    const member = await courtly.register();
    const token = await tokenFor(member);
    expect(token.split('.')[1]).toMatch(/^[\w-]{43}$/);
    const vault = courtly.app.get(VaultDatabase);
    const storedToken = await vault.call((vault) =>
      vault.collection<{ _id: string }>('passwordResets').findOne({ _id: member.user.id }),
    );
    expect(storedToken).toEqual({
      _id: member.user.id,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      expiresAt: expect.any(String),
    });
    expect(storedToken).not.toMatchObject({
      hash: createHash('sha256').update(token).digest('hex'),
    });
  });
});

describe('POST /api/auth/password-resets', () => {
  it('limits requests per email, with or without an account, from any address', async () => {
    const email = `${randomUUID()}@example.test`;
    for (let n = 0; n < attemptLimits.resetOfAccount.points; n++) await ask(email).expect(202);
    expect((await ask(email).expect(429)).body.code).toBe('too_many_requests');
  });

  it('limits requests per email and address, and allows other addresses', async () => {
    const { email } = await courtly.register();
    const address = '198.51.100.8';
    for (let n = 0; n < attemptLimits.resetOfAccountFromAddress.points; n++)
      await ask(email, address).expect(202);
    await ask(email, address).expect(429);
    await ask(email).expect(202);
  });

  it('limits requests per address', async () => {
    const address = '198.51.100.7';
    for (let n = 0; n < attemptLimits.resetFromAddress.points; n++)
      await ask(`${randomUUID()}@example.test`, address).expect(202);
    await ask(`${randomUUID()}@example.test`, address).expect(429);
  });
});
