import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { NestExpressApplication } from '@nestjs/platform-express';
import supertest from 'supertest';
import { createApp } from '../../../app.js';
import {
  type Agent,
  courtly,
  finish,
  isSignedIn,
  providers,
  registered,
  resetProviders,
  returned,
  signIn,
  someone,
  start,
  startProviders,
  stopProviders,
  visit,
} from '../../../../testing/provider-sign-ins.js';
import { attemptLimits } from './attempt-limits.service.js';
import { FLOW_LIFETIME_MS } from './provider-flows.service.js';

let other: NestExpressApplication;

beforeAll(async () => {
  await startProviders();
  other = await createApp({ ...courtly.config, ROLES: ['api'] });
  await other.listen(0, courtly.config.HOST);
});
afterAll(async () => {
  await other?.close();
  await stopProviders();
});
afterEach(resetProviders);

describe('a response from a provider', () => {
  it('is accepted by any process', async () => {
    const { person } = await registered();
    const agent = courtly.visitor();
    const started = await agent.post('/api/auth/providers/google/login').expect(200);
    const cookie = started.get('Set-Cookie')![0]!;
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Strict/);
    const response = await visit((started.body as { url: string }).url, person);
    await supertest(await other.getUrl())
      .post('/api/auth/providers/google/finish')
      .set('Cookie', cookie.split(';')[0]!)
      .send(response)
      .expect(200);
  });

  const refused = async (response: supertest.Test | Promise<supertest.Response>, agent: Agent) => {
    const { status, body } = await response;
    expect({ status, body }).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
    expect(await isSignedIn(agent)).toBe(false);
  };

  it('is refused in another browser', async () => {
    const { person } = await registered();
    const response = await visit(await start(courtly.visitor()), person);
    const victim = courtly.visitor();
    await refused(finish(victim, response), victim);
    await start(victim);
    await refused(finish(victim, response), victim);
  });

  it.each(['state', 'code', 'iss'])('is refused with another %s', async (field) => {
    const { person } = await registered();
    const agent = courtly.visitor();
    const response = await visit(await start(agent), person);
    await refused(finish(agent, { ...response, [field]: 'other' }), agent);
  });

  it('is refused without a state', async () => {
    const { person } = await registered();
    const agent = courtly.visitor();
    const { state: _, ...response } = await visit(await start(agent), person);
    await refused(finish(agent, response), agent);
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
    const response = await visit((started.body as { url: string }).url, person);
    const replay = () =>
      courtly
        .visitor()
        .post('/api/auth/providers/google/finish')
        .set('Cookie', cookie)
        .send(response);
    await replay().expect(200);
    const { tokenRequests } = providers.google.state;
    expect((await replay()).body).toMatchObject({ code: 'not_signed_in' });
    expect(providers.google.state.tokenRequests).toBe(tokenRequests);
  });

  it('is refused after ten minutes', async () => {
    const { person } = await registered();
    const agent = courtly.visitor();
    const response = await visit(await start(agent), person);
    courtly.config.CLOCK_OFFSET_MS = FLOW_LIFETIME_MS;
    await refused(finish(agent, response), agent);
  });

  it('is refused if it came from another provider', async () => {
    const { person } = await registered();
    const agent = courtly.visitor();
    const response = await visit(await start(agent), person);
    await refused(finish(agent, response, 'apple'), agent);
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
      const response = await visit(await start(agent), person);
      providers.google.state.status = status;
      expect((await finish(agent, response).expect(502)).body).toMatchObject({
        code: 'provider_unavailable',
      });
    },
  );
});
