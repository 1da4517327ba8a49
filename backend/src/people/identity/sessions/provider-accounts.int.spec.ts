import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '@courtly/contracts/identity';
import type { PendingLogin, TotpEnrollment } from '@courtly/contracts/second-factor';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Secret, TOTP } from 'otpauth';
import supertest from 'supertest';
import { createApp } from '../../../app.js';
import { Credentials } from '../../../platform/vault/credentials.js';
import { EventStore } from '../../../platform/stores/event-store.js';
import { anAdmin } from '../../../../testing/admin.js';
import {
  type Agent,
  accountsOf,
  courtly,
  details,
  finish,
  isSignedIn,
  link,
  linkedMember,
  mailbox,
  ok,
  outcomeOf,
  registered,
  resetProviders,
  signIn,
  someone,
  startProviders,
  stopProviders,
  ticketFor,
  verifiedMember,
  visit,
} from '../../../../testing/provider-sign-ins.js';
import { eventually } from '../../../../testing/stores.js';
import { REGISTRATION_LIFETIME_MS } from '../account/provider-accounts.controller.js';

beforeAll(startProviders);
afterAll(stopProviders);
afterEach(resetProviders);

describe('a first sign-in with a provider', () => {
  it.each(['google', 'apple'] as const)('leads to a registration with %s', async (name) => {
    const person = someone({ email_verified: name === 'apple' ? 'true' : true });
    const agent = courtly.visitor();
    const outcome = outcomeOf(await signIn(person, agent, name).then(ok));
    expect(outcome).toMatchObject({ outcome: 'unregistered', email: person.email });
    expect(await isSignedIn(agent)).toBe(false);
  });

  it('registers with a verified email, and signs in from then on', async () => {
    const { agent, person, user } = await registered();
    expect(user).toMatchObject({ email: person.email, isEmailVerified: true, role: 'player' });
    expect(await isSignedIn(agent)).toBe(true);
    const again = courtly.visitor();
    const outcome = outcomeOf(await signIn(person, again).then(ok));
    expect(outcome).toMatchObject({ outcome: 'signedIn', user: { id: user.id } });
    expect(await isSignedIn(again)).toBe(true);
  });

  it('encrypts the subject and the email in the log', async () => {
    const { person, user } = await registered();
    for (const category of ['providerAccounts', 'emailVerification', 'user']) {
      const events = await courtly.app.get(EventStore).read(`${category}-${user.id}`);
      const text = JSON.stringify(events);
      expect(text).toContain('sealed');
      expect(text).not.toContain(person.sub);
      expect(text).not.toContain(person.email);
    }
  });

  it('registers once, even if the form is sent twice', async () => {
    const person = someone();
    const ticket = await ticketFor(person);
    const form = { ticket, ...details() };
    const responses = await Promise.all(
      [1, 2].map(() => courtly.visitor().post('/api/auth/providers/registrations').send(form)),
    );
    const created = responses.filter(({ status }) => status === 201);
    expect(created.length).toBeGreaterThan(0);
    expect(new Set(created.map(({ body }) => (body as User).id)).size).toBe(1);
  });

  it('starts no session for a repeated registration after an unlink', async () => {
    const person = someone();
    const agent = courtly.visitor();
    const form = { ticket: await ticketFor(person, agent), ...details() };
    const register = (client: Agent) => client.post('/api/auth/providers/registrations').send(form);
    const user = (await register(agent).expect(201)).body as User;
    const password = 'clay-court-rally';
    await courtly.app.get(Credentials).replacePassword(user.id, password);
    await agent
      .post('/api/auth/provider-accounts/google/removal')
      .send({ currentPassword: password })
      .expect(200);
    const late = courtly.visitor();
    await register(late).expect(401);
    expect(await isSignedIn(late)).toBe(false);
  });

  it('allows another username after a taken one', async () => {
    const { user } = await courtly.register();
    const ticket = await ticketFor(someone());
    const form = { ticket, ...details() };
    const send = (username: string) =>
      courtly
        .visitor()
        .post('/api/auth/providers/registrations')
        .send({ ...form, username });
    expect((await send(user.username).expect(409)).body).toMatchObject({
      code: 'taken',
      details: { field: 'username' },
    });
    await send(form.username).expect(201);
  });

  it('refuses a forged or expired ticket', async () => {
    const register = (ticket: string) =>
      courtly
        .visitor()
        .post('/api/auth/providers/registrations')
        .send({ ticket, ...details() });
    await register('forged').expect(401);
    const ticket = await ticketFor(someone());
    courtly.config.CLOCK_OFFSET_MS = REGISTRATION_LIFETIME_MS;
    await register(ticket).expect(401);
  });

  it('refuses an email that the provider has not verified', async () => {
    for (const email_verified of [false, 'false', undefined]) {
      const { body } = await signIn(someone({ email_verified })).then((response) => response);
      expect(body).toMatchObject({ code: 'forbidden' });
    }
  });

  it('never links an existing account by its email', async () => {
    const member = await verifiedMember();
    const agent = courtly.visitor();
    const response = await signIn(someone({ email: member.email.toUpperCase() }), agent);
    expect(response.body).toMatchObject({ code: 'taken' });
    expect(await isSignedIn(agent)).toBe(false);
    expect(await accountsOf(member.agent)).toEqual([]);
  });

  it('lets the person set a password through an emailed link', async () => {
    const { person } = await registered();
    await courtly
      .visitor()
      .post('/api/auth/password-resets')
      .send({ email: person.email })
      .expect(202);
    const mail = await eventually('the email arrives', async () =>
      mailbox.mails.find(
        ({ recipient, subject }) => recipient === person.email && subject?.includes('password'),
      ),
    );
    const token = /token=([\w.-]+)/.exec(mail.text ?? '')![1]!;
    const newPassword = 'grass-court-rally';
    await courtly
      .visitor()
      .post(`/api/auth/password-resets/${token}`)
      .send({ newPassword })
      .expect(204);
    const credentials = { email: person.email, password: newPassword };
    await courtly.visitor().post('/api/auth/login').send(credentials).expect(200);
  });
});

describe('linking a provider account', () => {
  it('needs the password and a verified email', async () => {
    const member = await courtly.register();
    const startLink = (currentPassword: string) =>
      member.agent.post('/api/auth/providers/google/link').send({ currentPassword });
    expect((await startLink(member.password).expect(403)).body).toMatchObject({
      code: 'email_unverified',
    });
    await courtly.verifyEmail(member);
    await startLink('not-the-password').expect(400);
    await startLink(member.password).expect(200);
  });

  it('lets the person sign in, regardless of the email at the provider', async () => {
    const { member, person } = await linkedMember(someone({ email_verified: false }));
    const outcome = outcomeOf(await signIn(person).then(ok));
    expect(outcome).toMatchObject({ outcome: 'signedIn', user: { id: member.user.id } });
    expect(await accountsOf(member.agent)).toMatchObject([{ provider: 'google' }]);
    await eventually('the email arrives', async () =>
      mailbox.mails.find(
        ({ recipient, subject }) => recipient === member.email && subject?.includes('Google'),
      ),
    );
  });

  it('is refused in the session of another user', async () => {
    const member = await verifiedMember();
    const { body } = await member.agent
      .post('/api/auth/providers/google/link')
      .send({ currentPassword: member.password })
      .expect(200);
    const response = await visit((body as { url: string }).url, someone());
    const { email, password } = await courtly.register();
    await member.agent.post('/api/auth/login').send({ email, password }).expect(200);
    await finish(member.agent, response).expect(401);
    expect(await accountsOf(member.agent)).toEqual([]);
  });

  it('is refused for an account that is linked elsewhere', async () => {
    const { person } = await linkedMember();
    const member = await verifiedMember();
    expect((await link(member, person)).body).toMatchObject({ code: 'taken' });
    const outcome = outcomeOf(await signIn(person).then(ok));
    expect(outcome).toMatchObject({ outcome: 'signedIn' });
  });

  it('is refused if another account of the provider is already linked', async () => {
    const { member } = await linkedMember();
    await member.agent
      .post('/api/auth/providers/google/link')
      .send({ currentPassword: member.password })
      .expect(409);
  });

  it('can be undone with the password, which ends other sessions', async () => {
    const { member, person } = await linkedMember();
    const elsewhere = courtly.visitor();
    await signIn(person, elsewhere).then(ok);
    const unlink = (currentPassword: string) =>
      member.agent.post('/api/auth/provider-accounts/google/removal').send({ currentPassword });
    await unlink('not-the-password').expect(400);
    await unlink(member.password).expect(200);
    expect(await accountsOf(member.agent)).toEqual([]);
    expect(await isSignedIn(elsewhere)).toBe(false);
    await unlink(member.password).expect(404);
    const outcome = outcomeOf(await signIn(person).then(ok));
    expect(outcome).toMatchObject({ outcome: 'unregistered' });
    await link(await verifiedMember(), person).then(ok);
  });

  it('cannot be undone without a password', async () => {
    const { agent, person } = await registered();
    await agent
      .post('/api/auth/provider-accounts/google/removal')
      .send({ currentPassword: 'any-password' })
      .expect(400);
    await signIn(person).then(ok);
  });
});

describe('an account with a linked provider account', () => {
  it('starts no session while it is suspended', async () => {
    const { member, person } = await linkedMember();
    const admin = await anAdmin(courtly);
    await admin.agent
      .post(`/api/admin/users/${member.user.id}/suspensions`)
      .send({ reason: 'Unpaid damage' })
      .expect(({ status }) => expect(status).toBeLessThan(300));
    const agent = courtly.visitor();
    expect((await signIn(person, agent)).body).toMatchObject({ code: 'suspended' });
    expect(await isSignedIn(agent)).toBe(false);
  });

  it('still needs its second factor', async () => {
    const { member, person } = await linkedMember();
    const { body } = await member.agent
      .post('/api/auth/second-factors/totp')
      .send({ currentPassword: member.password })
      .expect(201);
    const { factorId, key } = body as TotpEnrollment;
    const totp = new TOTP({ secret: Secret.fromBase32(key) });
    await member.agent
      .put(`/api/auth/second-factors/totp/${factorId}`)
      .send({ code: totp.generate() })
      .expect(200);
    const agent = courtly.visitor();
    const pending = await signIn(person, agent);
    expect(pending.body).toMatchObject({ code: 'second_factor_pending' });
    expect(await isSignedIn(agent)).toBe(false);
    const { ticket } = (pending.body as { details: PendingLogin }).details;
    const code = totp.generate({ timestamp: Date.now() + 30_000 });
    await agent.post('/api/auth/login/second-step').send({ ticket, code }).expect(200);
    expect(await isSignedIn(agent)).toBe(true);
    const afterUnlink = await signIn(person, courtly.visitor());
    await agent
      .post('/api/auth/provider-accounts/google/removal')
      .send({ currentPassword: member.password })
      .expect(200);
    const stale = (afterUnlink.body as { details: PendingLogin }).details.ticket;
    await courtly
      .visitor()
      .post('/api/auth/login/second-step')
      .send({ ticket: stale, code: '123456' })
      .expect(401);
  });

  it('releases the provider account when it is erased', async () => {
    const { member, person } = await linkedMember();
    await member.agent
      .post('/api/account/erase')
      .send({ currentPassword: member.password, confirmation: 'DELETE' })
      .expect(({ status }) => expect(status).toBeLessThan(300));
    const form = { ticket: await ticketFor(person), ...details() };
    const agent = courtly.visitor();
    await eventually('another account can register with the provider account', async () => {
      const { status } = await agent.post('/api/auth/providers/registrations').send(form);
      return status === 201;
    });
    const { id } = (await agent.get('/api/auth/me').expect(200)).body as User;
    expect(id).not.toBe(member.user.id);
  });
});

describe('the list of providers', () => {
  let off: NestExpressApplication;
  beforeAll(async () => {
    const { GOOGLE_CLIENT_ID: _1, APPLE_CLIENT_ID: _2, ...config } = courtly.config;
    off = await createApp({ ...config, ROLES: ['api'] });
    await off.listen(0, courtly.config.HOST);
  });
  afterAll(() => off?.close());

  it('is empty without keys, and the routes return 404', async () => {
    const agent = supertest(await off.getUrl());
    expect((await agent.get('/api/auth/providers').expect(200)).body).toEqual([]);
    for (const name of ['google', 'apple']) {
      await agent.post(`/api/auth/providers/${name}/login`).expect(404);
      await agent.get(`/api/auth/providers/${name}/callback`).expect(404);
      await agent.post(`/api/auth/providers/${name}/callback`).type('form').send({}).expect(404);
      await agent.post(`/api/auth/providers/${name}/finish`).send({}).expect(404);
    }
  });

  it('contains both when they are configured', async () => {
    const { body } = await courtly.visitor().get('/api/auth/providers').expect(200);
    expect(body).toEqual(['google', 'apple']);
  });
});
