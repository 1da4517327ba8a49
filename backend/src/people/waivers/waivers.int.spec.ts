import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Streams } from '../../platform/kernel/streams.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { waiverConsent } from '../../../testing/waiver-consent.js';
import { currentWaiver } from './waiver-text.js';

let courtly: Courtly;

beforeAll(async () => {
  courtly = await startCourtly({ TRUST_PROXY: '1' });
});
afterAll(() => courtly.stop());

const status = async ({ agent }: Member) =>
  (await agent.get('/api/waiver/status').expect(200)).body;
const acceptances = async ({ user }: Member) =>
  (await courtly.app.get(Streams).events(`user-${user.id}`)).filter(
    ({ type }) => type === 'WaiverAccepted',
  );

it('shows a new user the current text as not accepted', async () =>
  expect(await status(await courtly.register())).toEqual({
    hasAcceptedWaiver: false,
    waiverAcceptedAt: null,
    ...currentWaiver,
  }));

it('records the client details that the server saw, not those from the page', async () => {
  const member = await courtly.register();
  const claimed = {
    ...waiverConsent,
    waiverAcceptedAt: '1999-01-01T00:00:00.000Z',
    userAgent: 'a lie',
    ipAddress: 'client-side',
  };
  const { body } = await member.agent
    .post('/api/waiver/accept')
    .set('User-Agent', 'RacketBrowser/1.0')
    .set('X-Forwarded-For', '203.0.113.7')
    .send(claimed)
    .expect(200);
  expect(body.hasAcceptedWaiver).toBe(true);
  expect(Date.now() - Date.parse(body.waiverAcceptedAt)).toBeLessThan(60_000);
  const { version, textHash } = currentWaiver;
  const [accepted, ...otherAcceptances] = await acceptances(member);
  expect(otherAcceptances).toEqual([]);
  expect(accepted!.data).toEqual({
    userId: member.user.id,
    version,
    textHash,
    acceptedAt: body.waiverAcceptedAt,
    userAgent: 'RacketBrowser/1.0',
    ipAddress: '203.0.113.7',
  });
  expect(await status(member)).toEqual(body);
});

it('returns the first acceptance if a user accepts again', async () => {
  const member = await courtly.register();
  const idempotencyKey = randomUUID();
  const accept = () =>
    member.agent
      .post('/api/waiver/accept')
      .set('Idempotency-Key', idempotencyKey)
      .send(waiverConsent)
      .expect(200);
  const { body } = await accept();
  expect((await accept()).body).toEqual(body);
  expect(
    (await member.agent.post('/api/waiver/accept').send(waiverConsent).expect(200)).body,
  ).toEqual(body);
  expect(await acceptances(member)).toHaveLength(1);
});

it('asks again after the number of months in the policy', async () => {
  const member = await courtly.player();
  const previousStatus = await status(member);
  courtly.config.CLOCK_OFFSET_MS += (courtly.config.policy.waiverMonths * 31 + 1) * 86_400_000;
  expect(await status(member)).toEqual({ ...previousStatus, hasAcceptedWaiver: false });
  const { body } = await member.agent.post('/api/waiver/accept').send(waiverConsent).expect(200);
  expect(body.hasAcceptedWaiver).toBe(true);
  expect(body.waiverAcceptedAt > previousStatus.waiverAcceptedAt).toBe(true);
});

it('requires a signed-in user', async () => {
  await courtly.visitor().get('/api/waiver/status').expect(401);
  await courtly.visitor().post('/api/waiver/accept').send(waiverConsent).expect(401);
});

it('rejects unknown fields', async () => {
  const { agent } = await courtly.register();
  await agent
    .post('/api/waiver/accept')
    .send({ ...waiverConsent, isAdult: true })
    .expect(400);
});

it('refuses a version that is not the current one, and an acceptance without a version', async () => {
  const member = await courtly.register();
  const { body } = await member.agent
    .post('/api/waiver/accept')
    .send({ version: '1999-01' })
    .expect(409);
  expect(body).toMatchObject({ code: 'waiver_changed' });
  // A tab of the earlier release sends no version.
  const earlier = await member.agent.post('/api/waiver/accept').send({}).expect(409);
  expect(earlier.body).toMatchObject({ code: 'waiver_changed' });
  expect(await acceptances(member)).toEqual([]);
});

it('lists every accepted text for its player', async () => {
  const member = await courtly.register();
  const { body } = await member.agent.post('/api/waiver/accept').send(waiverConsent).expect(200);
  courtly.config.CLOCK_OFFSET_MS += (courtly.config.policy.waiverMonths * 31 + 1) * 86_400_000;
  const later = await member.agent.post('/api/waiver/accept').send(waiverConsent).expect(200);
  const accepted = await member.agent.get('/api/waiver/accepted').expect(200);
  const { version, textHash, text } = currentWaiver;
  expect(accepted.body).toEqual([
    { version, textHash, text, acceptedAt: later.body.waiverAcceptedAt },
    { version, textHash, text, acceptedAt: body.waiverAcceptedAt },
  ]);
  expect((await (await courtly.register()).agent.get('/api/waiver/accepted')).body).toEqual([]);
});

it('accepts no guardian, because minors have no accounts', async () => {
  const guardian = { name: 'Grace Guardian', relation: 'parent' };
  const member = await courtly.register();
  await member.agent
    .post('/api/waiver/accept')
    .send({ ...waiverConsent, guardian })
    .expect(400);
  expect(await acceptances(member)).toEqual([]);
});
