import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '@courtly/contracts/identity';
import type { ProviderLogin } from '@courtly/contracts/provider-accounts';
import type { PendingLogin, TotpEnrollment } from '@courtly/contracts/second-factor';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Secret, TOTP } from 'otpauth';
import supertest from 'supertest';
import { createApp } from '../../../app.js';
import { Credentials } from '../../../platform/vault/credentials.js';
import { EventStore } from '../../../platform/stores/event-store.js';
import { anAdmin } from '../../../../testing/admin.js';
import { type Courtly, type Member, startCourtly } from '../../../../testing/courtly.js';
import {
  type IdentityProvider,
  appleSecretCheck,
  startIdentityProvider,
} from '../../../../testing/identity-provider.js';
import { type Mailbox, startMailbox } from '../../../../testing/mailbox.js';
import { eventually } from '../../../../testing/stores.js';
import { REGISTRATION_LIFETIME_MS } from '../account/provider-accounts.controller.js';
import { attemptLimits } from './attempt-limits.service.js';
import { FLOW_LIFETIME_MS } from './provider-flows.service.js';

type Agent = Member['agent'];
type Name = 'google' | 'apple';
type Answer = Record<string, string>;

const PUBLIC_URL = 'http://localhost:3000';
const callbackOf = (name: Name) => `/api/auth/providers/${name}/callback`;
const clientId = 'courtly';
const teamId = 'TEAM1';
const { privateKey: appleKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

let mailbox: Mailbox;
let courtly: Courtly;
let other: NestExpressApplication;
let otherBase: string;
const providers = {} as Record<Name, IdentityProvider>;
beforeAll(async () => {
  mailbox = await startMailbox();
  providers.google = await startIdentityProvider({
    clientId,
    redirectUri: `${PUBLIC_URL}${callbackOf('google')}`,
    acceptsSecret: (secret) => Promise.resolve(secret === 'google-secret'),
  });
  providers.apple = await startIdentityProvider({
    clientId,
    redirectUri: `${PUBLIC_URL}${callbackOf('apple')}`,
    acceptsSecret: appleSecretCheck(appleKey, { teamId, clientId }),
  });
  courtly = await startCourtly({
    PUBLIC_URL,
    MAIL_URL: mailbox.url,
    TRUST_PROXY: '1',
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: 'google-secret',
    GOOGLE_URL: providers.google.issuer,
    APPLE_CLIENT_ID: clientId,
    APPLE_TEAM_ID: teamId,
    APPLE_KEY_ID: 'key 1',
    APPLE_PRIVATE_KEY: appleKey
      .export({ type: 'pkcs8', format: 'pem' })
      .toString()
      .replaceAll('\n', '\\n'),
    APPLE_URL: providers.apple.issuer,
  });
  other = await createApp({ ...courtly.config, ROLES: ['api'] });
  await other.listen(0, courtly.config.HOST);
  otherBase = await other.getUrl();
}, 120_000);
afterAll(async () => {
  await other?.close();
  await courtly?.stop();
  await providers.google?.stop();
  await providers.apple?.stop();
  await mailbox?.stop();
});
afterEach(() => {
  courtly.config.CLOCK_OFFSET_MS = 0;
  for (const { state } of Object.values(providers))
    Object.assign(state, { status: 'up', changeClaims: null, isForged: false });
});

const someone = (details: object = {}) => {
  const id = randomUUID();
  return {
    sub: `subject-${id}`,
    email: `p${id.slice(0, 12)}@example.test`,
    email_verified: true as boolean | string,
    given_name: 'Robin',
    family_name: 'Volley',
    ...details,
  };
};
type Person = ReturnType<typeof someone>;

/** Gives each start a different client address. */
let starts = 0;
const start = async (agent: Agent, name: Name = 'google') => {
  const { body } = await agent
    .post(`/api/auth/providers/${name}/login`)
    .set('X-Forwarded-For', `203.0.113.${++starts}`)
    .expect(200);
  return (body as { url: string }).url;
};
/** The values that the website gets in its fragment after the provider's callback. */
const returned = async (
  name: Name,
  { method, fields }: Awaited<ReturnType<IdentityProvider['signIn']>>,
): Promise<Answer> => {
  const callback = callbackOf(name);
  const response = await (method === 'GET'
    ? courtly.visitor().get(callback).query(fields)
    : courtly
        .visitor()
        .post(callback)
        .set({ Origin: providers[name].issuer, 'Sec-Fetch-Site': 'cross-site' })
        .type('form')
        .send(fields));
  expect(response.status).toBe(303);
  expect(response.get('Cache-Control')).toBe('no-store');
  expect(response.get('Set-Cookie')).toBeUndefined();
  const [page, fragment] = response.get('Location')!.split('#');
  expect(page).toBe('/login');
  const { provider, ...answer } = Object.fromEntries(new URLSearchParams(fragment));
  expect(provider).toBe(name);
  return answer;
};
const visit = async (url: string, person: Person, name: Name = 'google') => {
  providers[name].state.person = person;
  return returned(name, await providers[name].signIn(url));
};
const finish = (agent: Agent, { user: _, ...answer }: Answer, name: Name = 'google') =>
  agent.post(`/api/auth/providers/${name}/finish`).send(answer);
/** Runs a complete sign-in and returns its last response. */
const signIn = async (person: Person, agent = courtly.visitor(), name: Name = 'google') =>
  finish(agent, await visit(await start(agent, name), person, name), name);
const outcomeOf = ({ body }: { body: unknown }) => body as ProviderLogin;
const details = () => ({
  username: `p${randomUUID().slice(0, 8)}`,
  firstName: 'Robin',
  lastName: 'Volley',
  phone: '4805550123',
});
const ticketFor = async (person: Person, agent = courtly.visitor(), name: Name = 'google') => {
  const outcome = outcomeOf(await signIn(person, agent, name).then(ok));
  if (outcome.outcome !== 'unregistered') throw new Error(outcome.outcome);
  return outcome.ticket;
};
const ok = <T extends { status: number; body: unknown }>(response: T): T => {
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
  return response;
};
const registered = async (person = someone(), name: Name = 'google') => {
  const agent = courtly.visitor();
  const ticket = await ticketFor(person, agent, name);
  const { body } = await agent
    .post('/api/auth/providers/registrations')
    .send({ ticket, ...details() })
    .expect(201);
  return { agent, person, user: body as User };
};
const link = async (member: Member, person: Person, name: Name = 'google') => {
  const { body } = await member.agent
    .post(`/api/auth/providers/${name}/link`)
    .send({ currentPassword: member.password })
    .expect(200);
  return finish(member.agent, await visit((body as { url: string }).url, person, name), name);
};
const verifiedMember = async () => {
  const member = await courtly.register();
  await courtly.verifyEmail(member);
  return member;
};
const linkedMember = async (person = someone()) => {
  const member = await verifiedMember();
  await link(member, person).then(ok);
  return { member, person };
};
const isSignedIn = async (agent: Agent) => (await agent.get('/api/auth/me')).status === 200;
const accountsOf = async (agent: Agent) =>
  (await agent.get('/api/auth/provider-accounts').expect(200)).body as { provider: string }[];

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
    const answers = await Promise.all(
      [1, 2].map(() => courtly.visitor().post('/api/auth/providers/registrations').send(form)),
    );
    const created = answers.filter(({ status }) => status === 201);
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
    const answer = await signIn(someone({ email: member.email.toUpperCase() }), agent);
    expect(answer.body).toMatchObject({ code: 'taken' });
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
    const mail = await eventually('the email', async () =>
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

describe('a response from a provider', () => {
  it('is accepted by any process', async () => {
    const { person } = await registered();
    const agent = courtly.visitor();
    const started = await agent.post('/api/auth/providers/google/login').expect(200);
    const cookie = started.get('Set-Cookie')![0]!;
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Strict/);
    const answer = await visit((started.body as { url: string }).url, person);
    await supertest(otherBase)
      .post('/api/auth/providers/google/finish')
      .set('Cookie', cookie.split(';')[0]!)
      .send(answer)
      .expect(200);
  });

  const refused = async (answer: supertest.Test | Promise<supertest.Response>, agent: Agent) => {
    const { status, body } = await answer;
    expect({ status, body }).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
    expect(await isSignedIn(agent)).toBe(false);
  };

  it('is refused in another browser', async () => {
    const { person } = await registered();
    const answer = await visit(await start(courtly.visitor()), person);
    const victim = courtly.visitor();
    await refused(finish(victim, answer), victim);
    await start(victim);
    await refused(finish(victim, answer), victim);
  });

  it.each(['state', 'code', 'iss'])('is refused with another %s', async (field) => {
    const { person } = await registered();
    const agent = courtly.visitor();
    const answer = await visit(await start(agent), person);
    await refused(finish(agent, { ...answer, [field]: 'other' }), agent);
  });

  it('is refused without a state', async () => {
    const { person } = await registered();
    const agent = courtly.visitor();
    const { state: _, ...answer } = await visit(await start(agent), person);
    await refused(finish(agent, answer), agent);
  });

  it('is refused with another nonce', async () => {
    const { person } = await registered();
    const agent = courtly.visitor();
    const url = new URL(await start(agent));
    url.searchParams.set('nonce', 'other');
    await refused(finish(agent, await visit(url.href, person)), agent);
  });

  it('is refused with the code of another sign-in, because of PKCE', async () => {
    const { person } = await registered();
    const stolen = await visit(await start(courtly.visitor()), person);
    const agent = courtly.visitor();
    const own = await visit(await start(agent), someone());
    await refused(finish(agent, { ...own, code: stolen['code']! }), agent);
  });

  it('is accepted only once', async () => {
    const { person } = await registered();
    const agent = courtly.visitor();
    const started = await agent.post('/api/auth/providers/google/login').expect(200);
    const cookie = started.get('Set-Cookie')![0]!.split(';')[0]!;
    const answer = await visit((started.body as { url: string }).url, person);
    const replay = () =>
      courtly
        .visitor()
        .post('/api/auth/providers/google/finish')
        .set('Cookie', cookie)
        .send(answer);
    await replay().expect(200);
    const { tokenRequests } = providers.google.state;
    expect((await replay()).body).toMatchObject({ code: 'not_signed_in' });
    expect(providers.google.state.tokenRequests).toBe(tokenRequests);
  });

  it('is refused after ten minutes', async () => {
    const { person } = await registered();
    const agent = courtly.visitor();
    const answer = await visit(await start(agent), person);
    courtly.config.CLOCK_OFFSET_MS = FLOW_LIFETIME_MS;
    await refused(finish(agent, answer), agent);
  });

  it('is refused if it came from another provider', async () => {
    const { person } = await registered();
    const agent = courtly.visitor();
    const answer = await visit(await start(agent), person);
    await refused(finish(agent, answer, 'apple'), agent);
  });

  it.each([
    ['another audience', { aud: 'another-client' }],
    ['another issuer', { iss: 'https://elsewhere.test' }],
    ['an end in the past', { exp: 1 }],
  ])('is refused if the token has %s', async (_what, change) => {
    const { person } = await registered();
    providers.google.state.changeClaims = (claims) => ({ ...claims, ...change });
    const agent = courtly.visitor();
    await refused(signIn(person, agent), agent);
  });

  it('is refused if another key signed the token', async () => {
    const { person } = await registered();
    providers.google.state.isForged = true;
    const agent = courtly.visitor();
    await refused(signIn(person, agent), agent);
  });

  it('is refused if the person cancels', async () => {
    const agent = courtly.visitor();
    const state = new URL(await start(agent)).searchParams.get('state')!;
    const fields = { error: 'access_denied', state, iss: providers.google.issuer };
    await refused(finish(agent, await returned('google', { method: 'GET', fields })), agent);
  });

  it('cannot redirect to another site', async () => {
    const query = { code: 'x', returnTo: 'https://evil.test', next: '//evil.test' };
    const { code, ...rest } = await returned('google', { method: 'GET', fields: query });
    expect([code, rest]).toEqual(['x', {}]);
    await courtly.visitor().get('/api/auth/providers/%2F%2Fevil.test/callback').expect(400);
  });

  it('is limited per address, as is the start of a sign-in', async () => {
    const startAgain = () =>
      courtly
        .visitor()
        .post('/api/auth/providers/google/login')
        .set('X-Forwarded-For', '198.51.100.1');
    for (let count = 0; count < attemptLimits.providerStart.points; count++)
      await startAgain().expect(200);
    await startAgain().expect(429);
    const finishAgain = () =>
      finish(courtly.visitor(), { code: 'x' }).set('X-Forwarded-For', '198.51.100.1');
    for (let count = 0; count < attemptLimits.providerFinish.points; count++)
      await finishAgain().expect(401);
    await finishAgain().expect(429);
  });

  it('is accepted from other sites only at the callback', async () => {
    await courtly
      .visitor()
      .post('/api/auth/providers/google/finish')
      .set({ Origin: 'https://evil.test', 'Sec-Fetch-Site': 'cross-site' })
      .send({ code: 'x' })
      .expect(403);
  });
});

describe('a provider that does not respond', () => {
  it.each(['hangs', 'fails'] as const)(
    'causes a clear error at the start if it %s',
    async (status) => {
      const fresh = await createApp({ ...courtly.config, ROLES: ['api'] });
      try {
        await fresh.listen(0, courtly.config.HOST);
        providers.google.state.status = status;
        const agent = supertest(await fresh.getUrl());
        const { body } = await agent.post('/api/auth/providers/google/login').expect(502);
        expect(body).toMatchObject({ code: 'provider_unavailable' });
        providers.google.state.status = 'up';
        await agent.post('/api/auth/providers/google/login').expect(200);
      } finally {
        await fresh.close();
      }
    },
  );

  it.each(['hangs', 'fails'] as const)(
    'causes a clear error at the end if it %s',
    async (status) => {
      const { person } = await registered();
      const agent = courtly.visitor();
      const answer = await visit(await start(agent), person);
      providers.google.state.status = status;
      expect((await finish(agent, answer).expect(502)).body).toMatchObject({
        code: 'provider_unavailable',
      });
    },
  );
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

  it('lets the person sign in, whatever the email at the provider', async () => {
    const { member, person } = await linkedMember(someone({ email_verified: false }));
    const outcome = outcomeOf(await signIn(person).then(ok));
    expect(outcome).toMatchObject({ outcome: 'signedIn', user: { id: member.user.id } });
    expect(await accountsOf(member.agent)).toMatchObject([{ provider: 'google' }]);
    await eventually('the email', async () =>
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
    const answer = await visit((body as { url: string }).url, someone());
    const { email, password } = await courtly.register();
    await member.agent.post('/api/auth/login').send({ email, password }).expect(200);
    await finish(member.agent, answer).expect(401);
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

  it('forgets it when it is erased', async () => {
    const { member, person } = await linkedMember();
    await member.agent
      .post('/api/account/erase')
      .send({ currentPassword: member.password, confirmation: 'DELETE' })
      .expect(({ status }) => expect(status).toBeLessThan(300));
    const form = { ticket: await ticketFor(person), ...details() };
    const agent = courtly.visitor();
    await eventually('another account can have it', async () => {
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
