import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { AuditEntry, StateAsOf } from '@courtly/contracts/audit';
import type { PolicyVersion } from '@courtly/contracts/policies';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from '../../app.js';
import { readConfig } from '../../config.js';
import { Streams } from '../../platform/kernel/streams.js';
import { anAdmin } from '../../../testing/admin.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { nextPageUrl } from '../../../testing/pages.js';
import { eventually } from '../../../testing/stores.js';

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

const startAnotherProcess = async (changes: object, roles = 'api') => {
  const environment = {
    ...courtly.stores.environment,
    POLICY_FILE: await policyFile(changes),
    ROLES: roles,
    PORT: '0',
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

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'courtly-policies-'));
  courtly = await startCourtly({ POLICY_FILE: await policyFile({ id: 'spring' }) });
  admin = await anAdmin(courtly);
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
    isInForce: true,
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
  expect(await page()).toMatchObject([
    {
      policyId: 'summer',
      changedBy: 'the board',
      reason: 'Summer prices.',
      isInForce: true,
      isRunHere: false,
      changes: [{ name: 'feeShare', before: 1_000, after: 900 }],
    },
    { policyId: 'spring', isInForce: false, isRunHere: true },
  ]);
});

it('keeps the newer policy when older processes start next to newer ones', async () => {
  for (const changes of [{ id: 'spring' }, { id: 'summer', feeShare: 900 }, { id: 'spring' }])
    await startAnotherProcess(changes);
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
  const entries = await eventually('the audit shows both', timeline);
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
