import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import esdb from '@eventstore/db-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditEntry, StateAsOf } from '@courtly/contracts/audit';
import type { Confirmation } from '@courtly/contracts/confirmations';
import type { PolicyDraft, PolicyVersion, PublishPolicyBody } from '@courtly/contracts/policies';
import type { AwaitsConfirmation } from '@courtly/contracts/second-admin';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from '../../app.js';
import { CONFIG, type Config, readConfig } from '../../config.js';
import { MINUTE_MS, addDays, localDate } from '../../platform/kernel/local-time.js';
import { asRead } from '../../platform/kernel/read-scope.js';
import { Streams } from '../../platform/kernel/streams.js';
import { Health } from '../../platform/ops/health.js';
import { anAdmin } from '../../../testing/admin.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { nextPageUrl } from '../../../testing/pages.js';
import { turnOn } from '../../../testing/second-factors.js';
import { eventually } from '../../../testing/stores.js';
import { policyValuesOf } from './policy-values.js';

let courtly: Courtly;
let admin: Member;
let folder: string;
let files = 0;
const otherApps = new Set<NestExpressApplication>();

const policyFile = async (changes: object): Promise<string> => {
  const unpaid = JSON.parse(await readFile('deploy/policies/unpaid.json', 'utf8')) as object;
  const file = join(folder, `${files++}.json`);
  await writeFile(file, JSON.stringify({ ...unpaid, ...changes }));
  return file;
};

const startAnotherProcess = async (changes: object, roles = 'api', variables = {}) => {
  const environment = {
    ...courtly.stores.environment,
    POLICY_FILE: await policyFile(changes),
    ROLES: roles,
    PORT: '0',
    ...variables,
  };
  const app = await createApp(readConfig(environment));
  otherApps.add(app);
  await app.init();
  return app;
};

const effectivePolicyIds = async () =>
  (await courtly.app.get(Streams).events('policy-club')).map(
    ({ data }) => (data as { policyId: string }).policyId,
  );

const page = async (limit = 12) =>
  (await admin.agent.get('/api/admin/policies').query({ limit }).expect(200))
    .body as PolicyVersion[];

/** An admin whose session has used a second factor, as the policy requires. */
const signedInAdmin = async () => {
  const member = await anAdmin(courtly);
  await courtly.verifyEmail(member);
  await turnOn(member);
  return member;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'courtly-policies-'));
  const file = await policyFile({ id: 'spring' });
  courtly = await startCourtly({ POLICY_FILE: file, SECOND_FACTOR: 'required' });
  admin = await signedInAdmin();
});
afterEach(async () => {
  for (const app of otherApps) await app.close();
  otherApps.clear();
});
afterAll(async () => {
  await courtly?.stop();
  await rm(folder, { recursive: true, force: true });
});

it('records the policy of the first api process with all its values', async () => {
  await startAnotherProcess({ id: 'of-a-worker' }, 'worker');
  await startAnotherProcess({ id: 'spring' });
  await expect(effectivePolicyIds()).resolves.toEqual(['spring']);
  const [version, ...otherApplications] = await page();
  expect(otherApplications).toEqual([]);
  expect(version).toMatchObject({
    policyId: 'spring',
    changedBy: null,
    reason: null,
    status: 'inForce',
    publishedBy: null,
    isRunHere: true,
    changes: null,
    values: {
      feeShare: 1_000,
      eliteFeeShare: 500,
      overlappingBookings: false,
      'elite.foundingCents': 19_900,
    },
  });
});

it('records a new policy once when several processes start at the same time', async () => {
  const summer = { id: 'summer', feeShare: 900, changedBy: 'the board', reason: 'Summer prices.' };
  await Promise.all([
    startAnotherProcess(summer),
    startAnotherProcess(summer),
    startAnotherProcess(summer),
  ]);
  await expect(effectivePolicyIds()).resolves.toEqual(['spring', 'summer']);
  await eventually(
    'this process also uses the new policy',
    async () => (await page())[0]?.isRunHere,
  );
  expect(courtly.config.policy).toMatchObject({ id: 'summer', feeShare: 900 });
  expect(await page()).toMatchObject([
    {
      policyId: 'summer',
      changedBy: 'the board',
      reason: 'Summer prices.',
      status: 'inForce',
      changes: [{ name: 'feeShare', before: 1_000, after: 900 }],
    },
    { policyId: 'spring', status: 'replaced', isRunHere: false },
  ]);
});

it('uses the newer policy in processes that start with an older file', async () => {
  for (const changes of [{ id: 'spring' }, { id: 'summer', feeShare: 900 }, { id: 'spring' }]) {
    const app = await startAnotherProcess(changes);
    expect(app.get<Config>(CONFIG).policy).toMatchObject({ id: 'summer', feeShare: 900 });
  }
  await expect(effectivePolicyIds()).resolves.toEqual(['spring', 'summer']);
});

it('refuses to start if a used id has different values, and asks for a new id', async () => {
  const start = startAnotherProcess({ id: 'spring', feeShare: 800 });
  await expect(start).rejects.toThrow(
    /"spring" has taken effect with other values \(feeShare\).*a new id/,
  );
  await expect(effectivePolicyIds()).resolves.toEqual(['spring', 'summer']);
});

it('lists policies in pages, and shows their author, reason, and changes in the audit', async () => {
  const firstResponse = await admin.agent
    .get('/api/admin/policies')
    .query({ limit: 1 })
    .expect(200);
  expect(firstResponse.get('X-Total-Count')).toBe('2');
  const secondResponse = await admin.agent.get(nextPageUrl(firstResponse)!).expect(200);
  expect(
    [firstResponse, secondResponse].map(({ body }) =>
      (body as PolicyVersion[]).map(({ policyId }) => policyId),
    ),
  ).toEqual([['summer'], ['spring']]);
  expect(secondResponse.get('Link')).toBeUndefined();
  const timeline = async () => {
    const policyRequest = admin.agent
      .get('/api/admin/audit/timeline')
      .query({ kind: 'policy', id: 'club' });
    const entries = (await policyRequest.expect(200)).body as AuditEntry[];
    return entries.length === 2 && entries;
  };
  const entries = await eventually('the audit shows both versions', timeline);
  expect(entries[1]).toMatchObject({
    type: 'PolicyTookEffect',
    policyId: 'summer',
    reason: 'Summer prices.',
    changes: expect.arrayContaining([{ field: 'values.feeShare', before: '1000', after: '900' }]),
  });
  const asOf = admin.agent
    .get('/api/admin/audit/as-of')
    .query({ kind: 'policy', id: 'club', at: entries[0]!.at });
  expect(((await asOf.expect(200)).body as StateAsOf).state).toMatchObject({ policyId: 'spring' });
});

describe('a policy change in the app', () => {
  const reason = 'Autumn prices.';
  let other: Member;

  const draft = async () =>
    (await admin.agent.get('/api/admin/policy-draft').expect(200)).body as PolicyDraft;
  const publish = (body: Partial<PublishPolicyBody>) =>
    admin.agent.post('/api/admin/policies').send({ effectiveAt: null, reason, ...body });
  const request = async (body: Partial<PublishPolicyBody>) =>
    ((await publish(body).expect(202)).body as AwaitsConfirmation).confirmationId;
  const confirm = ({ agent }: Member, confirmationId: string) =>
    agent.post(`/api/admin/confirmations/${confirmationId}/approvals`).send();
  const decided = (confirmationId: string) =>
    eventually('the request is decided', async () => {
      const { body } = await admin.agent
        .get('/api/admin/confirmations')
        .query({ status: 'decided' })
        .expect(200);
      const found = (body as Confirmation[]).find(({ id }) => id === confirmationId);
      return found && ['done', 'refused'].includes(found.status) && found;
    });

  beforeAll(async () => {
    other = await signedInAdmin();
  });

  it('starts from the latest version, and refuses invalid values by name', async () => {
    const { replaces, values, needsSecondAdmin, fields } = await draft();
    expect([replaces, values['feeShare'], needsSecondAdmin]).toEqual(['summer', 900, true]);
    expect(fields.find(({ name }) => name === 'feeShare')?.max).toBe(10_000);
    const refused = await publish({ replaces, values: { feeShare: 10_001, horizonDays: 0 } });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { details: { fields: [{ field: 'values.feeShare' }, { field: 'values.horizonDays' }] } },
    ]);
    await publish({ replaces, values }).expect(400);
    const unpaid = await publish({ replaces, values: { paymentRequired: true } }).expect(400);
    expect(unpaid.body).toMatchObject({
      details: { fields: [{ field: 'values.paymentRequired' }] },
    });
    await publish({ replaces: 'spring', values: { feeShare: 800 } }).expect(409);
  });

  it('needs another admin, and the first of two drafts to be confirmed wins', async () => {
    const { replaces } = await draft();
    const first = await request({ replaces, values: { feeShare: 800 } });
    const second = await request({ replaces, values: { openBookings: 5 } });
    const waiting = await other.agent.get('/api/admin/confirmations').expect(200);
    expect((waiting.body as Confirmation[]).find(({ id }) => id === first)).toMatchObject({
      act: 'policy_change',
      amount: null,
      policy: { replaces: 'summer', changes: [{ name: 'feeShare', before: 900, after: 800 }] },
    });
    await confirm(admin, first).expect(403);
    await confirm(other, first).expect(202);
    expect((await decided(first)).status).toBe('done');
    await confirm(other, second).expect(202);
    expect(await decided(second)).toMatchObject({
      status: 'refused',
      refusal: expect.stringContaining('was published after you started this draft'),
    });
  });

  it('takes effect in every process at its instant, and not before', async () => {
    const [version] = await page();
    expect(version).toMatchObject({
      status: 'scheduled',
      publishedBy: { id: admin.user.id },
      confirmedBy: { id: other.user.id },
      reason,
    });
    expect(courtly.config.policy.feeShare).toBe(900);
    const otherConfig = (await startAnotherProcess({ id: 'spring' })).get<Config>(CONFIG);
    expect(otherConfig.policy.feeShare).toBe(900);
    for (const config of [courtly.config, otherConfig]) {
      config.CLOCK_OFFSET_MS = Date.parse(version!.effectiveAt) - Date.now();
      expect(config.policy).toMatchObject({ id: version!.policyId, feeShare: 800 });
    }
    expect((await page())[0]).toMatchObject({ status: 'inForce', isRunHere: true });
  });

  it('is not undone by a file that does not name it', async () => {
    const inForce = courtly.config.policy.id;
    courtly.config.CLOCK_OFFSET_MS = 2 * MINUTE_MS;
    const offset = { CLOCK_OFFSET_MS: String(2 * MINUTE_MS) };
    await expect(startAnotherProcess({ id: 'winter' }, 'api', offset)).rejects.toThrow(
      new RegExp(`Admins published the policy "${inForce}"`),
    );
    await startAnotherProcess({ id: 'winter', feeShare: 700, replaces: inForce }, 'api', offset);
    expect((await effectivePolicyIds()).at(-1)).toBe('winter');
  });

  it('can be withdrawn before it takes effect', async () => {
    const { replaces } = await draft();
    expect(replaces).toBe('winter');
    const effectiveAt = '2099-01-01T00:00:00.000Z';
    const id = await request({ replaces, values: { feeShare: 600 }, effectiveAt });
    await confirm(other, id).expect(202);
    await decided(id);
    const { scheduled } = await draft();
    expect(scheduled).toMatchObject({ effectiveAt });
    await publish({ replaces: scheduled!.policyId, values: { feeShare: 500 } }).expect(409);
    await admin.agent
      .post(`/api/admin/policies/${scheduled!.policyId}/withdrawals`)
      .send({ reason: 'A mistake.' })
      .expect(200);
    expect((await page())[0]).toMatchObject({
      status: 'withdrawn',
      withdrawal: { by: { id: admin.user.id }, reason: 'A mistake.' },
    });
    expect((await draft()).replaces).toBe('winter');
  });

  it('does not need a second admin in a club with one admin', async () => {
    courtly.config.policy.secondAdminAboveCents = null;
    const { replaces } = await draft();
    const { body } = await publish({ replaces, values: { feeShare: 600 } }).expect(202);
    expect(body).toMatchObject({ policyId: expect.any(String) });
  });
});

/** Appends a version without the application. */
const takesEffect = async (policyId: string, changes: object, version = 1) => {
  const client = esdb.EventStoreDBClient.connectionString(courtly.config.EVENTSTORE_URL);
  const effectiveAt = new Date(Date.now() + courtly.config.CLOCK_OFFSET_MS).toISOString();
  const values = { ...policyValuesOf(asRead(() => courtly.config.policy)), ...changes };
  const metadata = {
    version,
    actor: { id: 'courtly', role: 'courtly' },
    at: effectiveAt,
    command: policyId,
    fingerprint: '',
    $correlationId: policyId,
  };
  const data = { policyId, values, changedBy: null, reason: null, effectiveAt };
  await client.appendToStream(
    'policy-club',
    esdb.jsonEvent({ id: randomUUID(), type: 'PolicyTookEffect', data, metadata }),
  );
  await client.dispose();
};
const health = () => courtly.app.get(Health).checkHealth();

describe('a version of a newer release that this one does not allow', () => {
  it('keeps a running server ready for reads, but its commands get 503 until another is published', async () => {
    const host = await courtly.register('owner');
    const player = await courtly.player();
    const court = await courtly.court(host);
    const date = addDays(localDate(court.zone, Date.now()), 3);
    const [slot] = await courtly.slots(court.id, date);
    await takesEffect('later', { reviewDays: 0 });
    await eventually(
      'the server reports the problem',
      async () => (await health()).policy !== null,
    );
    expect(await health()).toMatchObject({
      ready: true,
      policy: expect.stringContaining('does not allow the policy later: reviewDays'),
    });
    await courtly.visitor().get('/api/health/ready').expect(200);
    await courtly.visitor().get(`/api/courts/${court.id}`).expect(200);
    expect((await courtly.slots(court.id, date)).length).toBeGreaterThan(0);
    const refused = await courtly.book(player, court.id, slot!).expect(503);
    expect([refused.body.code, refused.headers['retry-after']]).toEqual(['store_unavailable', '2']);
    await takesEffect('corrected', {});
    await eventually(
      'the server uses the corrected version',
      async () => (await health()).policy === null,
    );
    expect(courtly.config.policy.id).toBe('corrected');
    await courtly.book(player, court.id, slot!).expect(201);
  });
});

// The event stays in the log, so this test must be the last one.
describe('a version that only a newer release can read', () => {
  it('keeps a running server ready for reads, but commands that need the policy get 503', async () => {
    const host = await courtly.register('owner');
    const player = await courtly.player();
    const court = await courtly.court(host);
    const date = addDays(localDate(court.zone, Date.now()), 3);
    const [slot] = await courtly.slots(court.id, date);
    await takesEffect('newer', {}, 2);
    await eventually(
      'the server reports the problem',
      async () => (await health()).policy !== null,
    );
    expect(await health()).toMatchObject({ ready: true, policy: expect.stringMatching(/newer/) });
    await courtly.visitor().get('/api/health/ready').expect(200);
    await courtly.visitor().get('/api/courts').expect(200);
    await courtly.visitor().get(`/api/courts/${court.id}`).expect(200);
    expect((await courtly.slots(court.id, date)).length).toBeGreaterThan(0);
    const refused = await courtly.book(player, court.id, slot!).expect(503);
    expect([refused.body.code, refused.headers['retry-after']]).toEqual(['store_unavailable', '2']);
    await admin.agent
      .post(`/api/admin/users/${host.user.id}/suspensions`)
      .send({ reason: 'Harassed a player.' })
      .expect(200);
    await player.agent.delete('/api/auth/sessions').expect(204);
  });
});
