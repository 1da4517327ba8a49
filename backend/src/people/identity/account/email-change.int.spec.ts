import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { createApp } from '../../../app.js';
import { systemContext } from '../../../platform/kernel/context.js';
import { Clock } from '../../../platform/kernel/clock.js';
import { KeyedHashes } from '../../../platform/kernel/keyed-hashes.js';
import { EventStore } from '../../../platform/stores/event-store.js';
import { type Courtly, type Member, startCourtly } from '../../../../testing/courtly.js';
import { type Mailbox, startMailbox } from '../../../../testing/mailbox.js';
import { eventually } from '../../../../testing/stores.js';
import { VaultKeys } from '../../../platform/vault/person-keys.js';
import { attemptLimits } from '../sessions/attempt-limits.service.js';
import { Claims } from '../claims.service.js';
import { emailChangeEnds } from '../identity.process.js';

let mailbox: Mailbox;
let courtly: Courtly;
beforeAll(async () => {
  mailbox = await startMailbox();
  courtly = await startCourtly({ MAIL_URL: mailbox.url });
});
afterAll(async () => {
  await courtly?.stop();
  await mailbox?.stop();
});
beforeEach(() => void jest.restoreAllMocks());

const newEmailAddress = () => `${randomUUID()}@example.test`;
const ask = ({ agent, password }: Member, newEmail: string, currentPassword = password) =>
  agent.post('/api/auth/email-changes').send({ newEmail, currentPassword });
const tokenIn = (text = '') => /\/confirm-email\?token=(\S+)/.exec(text)![1]!;
const tokenFor = async (member: Member, newEmail: string, count = 1) => {
  await ask(member, newEmail).expect(202);
  return tokenIn((await mailbox.arrived(newEmail, count)).at(-1)!.text);
};
const confirm = ({ agent }: Pick<Member, 'agent'>, token: string) =>
  agent.post(`/api/auth/email-changes/${token}`);
const signIn = (email: string, password: string) =>
  courtly.visitor().post('/api/auth/login').send({ email, password });
const cookieOf = async ({ email, password }: Member) =>
  (await signIn(email, password).expect(200))
    .get('Set-Cookie')!
    .find((cookie) => cookie.startsWith('courtly='))!
    .split(';')[0]!;
const eventsOf = ({ user }: Member) => courtly.app.get(EventStore).read(`user-${user.id}`);
const claimOf = (email: string) =>
  courtly.app
    .get(EventStore)
    .read(`emailClaim-${courtly.app.get(KeyedHashes).hashOfName('email', email)}`);
const useless = {
  code: 'not_found',
  message: expect.stringMatching(/^This link no longer works/),
};

describe('an email change', () => {
  it('takes effect through the link sent to the new email, and keeps the session', async () => {
    const member = await courtly.register();
    const email = newEmailAddress();
    const token = await tokenFor(member, email);
    await member.agent.get('/api/auth/me').expect(200, member.user);
    const { body } = await confirm(member, token).expect(200);
    const changedUser = { ...member.user, email, isEmailVerified: true };
    expect(body).toEqual(changedUser);
    await member.agent.get('/api/auth/me').expect(200, changedUser);
    await signIn(email, member.password).expect(200);
    await signIn(member.email, member.password).expect(401);
  });

  it('notifies the previous email of the request and the change', async () => {
    const member = await courtly.register();
    await confirm(member, await tokenFor(member, newEmailAddress())).expect(200);
    const mails = await mailbox.arrived(member.email, 2);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Someone asked to change your Courtly email',
      'Your Courtly email was changed',
    ]);
  });

  it('sends the email for a job from an earlier release once', async () => {
    const member = await courtly.register();
    await confirm(member, await tokenFor(member, newEmailAddress())).expect(200);
    await mailbox.arrived(member.email, 2);
    const { id, data } = (await eventsOf(member)).find(({ type }) => type === 'EmailChanged')!;
    const { changedAt } = data as { changedAt: string };
    const runJob = (jobId: string) =>
      courtly.app
        .get(CommandBus)
        .execute(
          emailChangeEnds.command(
            { userId: member.user.id, changedAt },
            systemContext(jobId, new Date().toISOString()),
          ),
        );
    await runJob(`email-changed.${id}`);
    expect(mailbox.to(member.email)).toHaveLength(2);
    await runJob('email-changed.held-back');
    expect(mailbox.to(member.email)).toHaveLength(3);
  });

  it('frees the previous email for others', async () => {
    const member = await courtly.register();
    await confirm(member, await tokenFor(member, newEmailAddress())).expect(200);
    await eventually(
      'the email is released',
      async () => (await claimOf(member.email)).at(-1)?.type === 'Released',
    );
    await courtly.register('player', { email: member.email });
  });

  it('hides emails and tokens in the log', async () => {
    const member = await courtly.register();
    const email = newEmailAddress();
    const token = await tokenFor(member, email);
    await confirm(member, token).expect(200);
    const events = JSON.stringify(await eventsOf(member));
    for (const text of [email, member.email, token]) expect(events).not.toContain(text);
  });

  it('happens once even if its requests are retried', async () => {
    const member = await courtly.register();
    const token = await tokenFor(member, newEmailAddress());
    const idempotencyKey = randomUUID();
    const firstResponse = await confirm(member, token)
      .set('Idempotency-Key', idempotencyKey)
      .expect(200);
    const repeatedResponse = await confirm(member, token)
      .set('Idempotency-Key', idempotencyKey)
      .expect(200);
    expect(repeatedResponse.body).toEqual(firstResponse.body);
    expect((await eventsOf(member)).filter(({ type }) => type === 'EmailChanged')).toHaveLength(1);
  });
});

describe('a taken email', () => {
  it('gets the same response, and notifies its owner', async () => {
    const [member, holder] = await Promise.all([courtly.register(), courtly.register()]);
    const free = newEmailAddress();
    const takenResponse = await ask(member, holder.email).expect(202);
    // A new request replaces the previous one and cancels its unsent email.
    const [mail] = await mailbox.arrived(holder.email);
    const fresh = await ask(member, free).expect(202);
    expect(takenResponse.body.message.replace(holder.email, '')).toBe(
      fresh.body.message.replace(free, ''),
    );
    expect(mail!.subject).toBe('This email already has a Courtly account');
    expect(mail!.text).not.toContain('/confirm-email');
    await holder.agent.get('/api/auth/me').expect(200, holder.user);
  });

  it('stays with the user who registered it first', async () => {
    const member = await courtly.register();
    const email = newEmailAddress();
    const token = await tokenFor(member, email);
    await courtly.register('player', { email });
    expect((await confirm(member, token).expect(409)).body).toMatchObject({ code: 'taken' });
    await member.agent.get('/api/auth/me').expect(200, member.user);
    await signIn(member.email, member.password).expect(200);
  });

  it('goes to one of two simultaneous confirmations', async () => {
    const [firstMember, otherMember] = await Promise.all([courtly.register(), courtly.register()]);
    const email = newEmailAddress();
    const [first, second] = [
      await tokenFor(firstMember, email),
      await tokenFor(otherMember, email, 2),
    ];
    const responses = await Promise.all([
      confirm(firstMember, first),
      confirm(otherMember, second),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('the link of an email change', () => {
  it('works once', async () => {
    const member = await courtly.register();
    const token = await tokenFor(member, newEmailAddress());
    const responses = await Promise.all([confirm(member, token), confirm(member, token)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await confirm(member, token).expect(404)).body).toEqual(useless);
  });

  it('expires after an hour', async () => {
    const member = await courtly.register();
    const token = await tokenFor(member, newEmailAddress());
    const later = Date.now() + 61 * 60_000;
    jest.spyOn(courtly.app.get(Clock), 'now').mockReturnValue(later);
    expect((await confirm(member, token).expect(404)).body).toEqual(useless);
  });

  it('works only in a session of its user', async () => {
    const [member, stranger] = await Promise.all([courtly.register(), courtly.register()]);
    const token = await tokenFor(member, newEmailAddress());
    expect((await confirm(stranger, token).expect(404)).body).toEqual(useless);
    await confirm({ agent: courtly.visitor() }, token).expect(401);
    await confirm(member, token).expect(200);
  });

  it('works only for the email that it was sent to', async () => {
    const member = await courtly.register();
    const [first, second] = [newEmailAddress(), newEmailAddress()];
    const token = await tokenFor(member, first);
    await mailbox.leave();
    await ask(member, second).expect(202);
    expect((await confirm(member, token).expect(404)).body).toEqual(useless);
    await mailbox.comeBack();
  });

  it('stops working after a change of password', async () => {
    const member = await courtly.register();
    const token = await tokenFor(member, newEmailAddress());
    const passwords = { currentPassword: member.password, newPassword: 'grass-court-rally' };
    await member.agent.put('/api/auth/me/password').send(passwords).expect(204);
    expect((await confirm(member, token).expect(404)).body).toEqual(useless);
  });

  it('leaves the email free if the password changes at the same moment', async () => {
    const member = await courtly.register();
    const email = newEmailAddress();
    const token = await tokenFor(member, email);
    const nameClaims = courtly.app.get(Claims);
    const claim = nameClaims.claimName.bind(nameClaims);
    jest.spyOn(nameClaims, 'claimName').mockImplementationOnce(async (...claimArguments) => {
      await claim(...claimArguments);
      const passwords = { currentPassword: member.password, newPassword: 'grass-court-rally' };
      await member.agent.put('/api/auth/me/password').send(passwords).expect(204);
    });
    await confirm(member, token).expect(404);
    await courtly.register('player', { email });
  });

  it('stops working once the account is erased', async () => {
    const member = await courtly.register();
    const email = newEmailAddress();
    const token = await tokenFor(member, email);
    const headers = { Cookie: await cookieOf(member) };
    await courtly.app.get(VaultKeys).eraseKey(member.user.id, new Date().toISOString());
    const otherApp = await createApp({ ...courtly.config, ROLES: ['api'] });
    try {
      await otherApp.listen(0, '127.0.0.1');
      const response = await fetch(`${await otherApp.getUrl()}/api/auth/email-changes/${token}`, {
        method: 'POST',
        headers,
      });
      expect(response.status).toBe(404);
    } finally {
      await otherApp.close();
    }
    expect(await claimOf(email)).toEqual([]);
  });
});

describe('POST /api/auth/email-changes', () => {
  it.each([
    ['a wrong password', { currentPassword: 'not it at all' }, 'currentPassword'],
    ['an invalid email', { newEmail: 'nobody' }, 'newEmail'],
  ])('rejects %s', async (_, wrong, field) => {
    const member = await courtly.register();
    const body = { newEmail: newEmailAddress(), currentPassword: member.password, ...wrong };
    const response = await member.agent.post('/api/auth/email-changes').send(body).expect(400);
    expect(response.body).toMatchObject({
      code: 'invalid_request',
      details: { fields: [{ field }] },
    });
    expect((await eventsOf(member)).map(({ type }) => type)).toEqual(['UserRegistered']);
  });

  it('rejects the current email', async () => {
    const member = await courtly.register();
    const { body } = await ask(member, member.email).expect(400);
    expect(body.details.fields).toEqual([
      { field: 'newEmail', message: 'This is already your email.' },
    ]);
  });

  it('limits requests per user and per new email', async () => {
    const { points } = attemptLimits.emailChange;
    const member = await courtly.register();
    for (let n = 0; n < points; n++) await ask(member, newEmailAddress()).expect(202);
    await ask(member, newEmailAddress()).expect(429);
    const target = newEmailAddress();
    for (let n = 0; n < points; n++) await ask(await courtly.register(), target).expect(202);
    await ask(await courtly.register(), target).expect(429);
  });
});
