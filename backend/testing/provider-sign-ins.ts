import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { User } from '@courtly/contracts/identity';
import type { ProviderLogin } from '@courtly/contracts/provider-accounts';
import { type Courtly, type Member, startCourtly } from './courtly.js';
import {
  type IdentityProvider,
  appleSecretCheck,
  startIdentityProvider,
} from './identity-provider.js';
import { type Mailbox, startMailbox } from './mailbox.js';

export type Agent = Member['agent'];
export type Name = 'google' | 'apple';
export type ProviderResponse = Record<string, string>;

const PUBLIC_URL = 'http://localhost:3000';
const callbackOf = (name: Name) => `/api/auth/providers/${name}/callback`;
const clientId = 'courtly';
const teamId = 'TEAM1';
const { privateKey: appleKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

export let mailbox: Mailbox;
export let courtly: Courtly;
export const providers = {} as Record<Name, IdentityProvider>;

/** Starts Courtly with both providers. The tests of a file share them. */
export const startProviders = async () => {
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
};

export const stopProviders = async () => {
  await courtly?.stop();
  await providers.google?.stop();
  await providers.apple?.stop();
  await mailbox?.stop();
};

export const resetProviders = () => {
  courtly.config.CLOCK_OFFSET_MS = 0;
  for (const { state } of Object.values(providers))
    Object.assign(state, { status: 'up', changeClaims: null, isForged: false });
};

/** A person with an account at the provider. */
export const someone = (details: object = {}) => {
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

export type Person = ReturnType<typeof someone>;

let starts = 0;

/** Starts a sign-in, each from another client address, and returns the page of the provider. */
export const start = async (agent: Agent, name: Name = 'google') => {
  const { body } = await agent
    .post(`/api/auth/providers/${name}/login`)
    .set('X-Forwarded-For', `203.0.113.${++starts}`)
    .expect(200);
  return (body as { url: string }).url;
};

/** The values that the website gets in its fragment after the provider's callback. */
export const returned = async (
  name: Name,
  { method, fields }: Awaited<ReturnType<IdentityProvider['signIn']>>,
): Promise<ProviderResponse> => {
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
  const { provider, ...providerResponse } = Object.fromEntries(new URLSearchParams(fragment));
  expect(provider).toBe(name);
  return providerResponse;
};

/** Signs the person in on the page of the provider, and returns its response. */
export const visit = async (url: string, person: Person, name: Name = 'google') => {
  providers[name].state.person = person;
  return returned(name, await providers[name].signIn(url));
};

export const finish = (
  agent: Agent,
  { user: _, ...response }: ProviderResponse,
  name: Name = 'google',
) => agent.post(`/api/auth/providers/${name}/finish`).send(response);

/** Runs a complete sign-in and returns its last response. */
export const signIn = async (person: Person, agent = courtly.visitor(), name: Name = 'google') =>
  finish(agent, await visit(await start(agent, name), person, name), name);

export const outcomeOf = ({ body }: { body: unknown }) => body as ProviderLogin;

export const details = () => ({
  username: `p${randomUUID().slice(0, 8)}`,
  firstName: 'Robin',
  lastName: 'Volley',
  phone: '4805550123',
});

/** The ticket that a first sign-in returns, with which the person registers. */
export const ticketFor = async (
  person: Person,
  agent = courtly.visitor(),
  name: Name = 'google',
) => {
  const outcome = outcomeOf(await signIn(person, agent, name).then(ok));
  if (outcome.outcome !== 'unregistered') throw new Error(outcome.outcome);
  return outcome.ticket;
};

export const ok = <T extends { status: number; body: unknown }>(response: T): T => {
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
  return response;
};

/** A person who registered with the provider. */
export const registered = async (person = someone(), name: Name = 'google') => {
  const agent = courtly.visitor();
  const ticket = await ticketFor(person, agent, name);
  const { body } = await agent
    .post('/api/auth/providers/registrations')
    .send({ ticket, ...details() })
    .expect(201);
  return { agent, person, user: body as User };
};

/** Links the account of a person at the provider, and returns the last response. */
export const link = async (member: Member, person: Person, name: Name = 'google') => {
  const { body } = await member.agent
    .post(`/api/auth/providers/${name}/link`)
    .send({ currentPassword: member.password })
    .expect(200);
  return finish(member.agent, await visit((body as { url: string }).url, person, name), name);
};

export const verifiedMember = async () => {
  const member = await courtly.register();
  await courtly.verifyEmail(member);
  return member;
};

/** A member who linked the account of a person. */
export const linkedMember = async (person = someone()) => {
  const member = await verifiedMember();
  await link(member, person).then(ok);
  return { member, person };
};

export const isSignedIn = async (agent: Agent) => (await agent.get('/api/auth/me')).status === 200;

export const accountsOf = async (agent: Agent) =>
  (await agent.get('/api/auth/provider-accounts').expect(200)).body as { provider: string }[];
