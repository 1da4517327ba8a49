import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from '../../app.js';
import { user } from '../../people/identity/user.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { VaultDatabase } from '../../platform/stores/vault-database.js';
import { ErasureRegister } from '../../platform/vault/erasure-register.js';
import type { KeyDocument } from '../../platform/vault/person-keys.js';
import { commandLine } from '../../../testing/command-line.js';
import { type Courtly, startCourtly } from '../../../testing/courtly.js';
import { eventually } from '../../../testing/stores.js';
import { erasures } from './erasures.projection.js';

const YESTERDAY = new Date(Date.now() - DAY_MS).toISOString();

let courtly: Courtly;
let worker: NestExpressApplication | undefined;

beforeAll(async () => {
  courtly = await startCourtly({ ROLES: 'api,projector' });
});
afterAll(async () => {
  await worker?.close();
  await courtly.stop();
});

const keys = () =>
  courtly.app.get(VaultDatabase).call(async (database) => database.collection<KeyDocument>('keys'));
const storedKey = async (userId: string) => (await (await keys()).findOne({ _id: userId }))!;
const erasureOf = async (userId: string) =>
  (await courtly.app.get(Streams, { strict: false }).load(user, userId)).erasure;
const verify = () =>
  commandLine(courtly.stores.environment)(['verify', '--log-only', '--overdue-after', '0']);
const startWorker = async () => {
  worker = await createApp({ ...courtly.config, ROLES: ['worker'] });
  await worker.init();
};

it('verify reports a restored backup, and a new worker erases everyone again', async () => {
  const [forgotten, returned] = [await courtly.register(), await courtly.register()];
  const returnedKey = await storedKey(returned.user.id);
  await startWorker();
  await returned.agent
    .post('/api/account/erase')
    .send({ currentPassword: returned.password, confirmation: 'DELETE' })
    .expect(202);
  await eventually(
    'the account is erased',
    async () => (await erasureOf(returned.user.id)) === 'done',
    30_000,
  );
  await worker!.close();
  expect(await verify()).toMatchObject({ code: 0 });

  // For one person, both the log and the vault are older than the erasure; for the other, only the
  // vault.
  const { id } = forgotten.user;
  const register = courtly.app.get(ErasureRegister);
  await register.add({ id, accountId: id, erasedAt: YESTERDAY });
  await (await keys()).replaceOne({ _id: returned.user.id }, returnedKey);
  const { code, printed } = await verify();
  expect(code).toBe(1);
  expect(printed).toContain(
    `vault: ${id} was erased at ${YESTERDAY} by the register, but not by the log`,
  );
  expect(printed).toContain(
    `vault: ${id} was erased at ${YESTERDAY}, but the vault has a key again`,
  );
  expect(printed).toMatch(
    new RegExp(`vault: ${returned.user.id} was erased at .*, but the vault has a key again`),
  );
  expect(printed).toMatch(
    new RegExp(`${returned.user.id} was erased at .*, but email, .* can still be read`),
  );

  await startWorker();
  await eventually(
    'both people are erased again',
    async () =>
      (await erasureOf(id)) === 'done' &&
      (await storedKey(id)).wrapped === null &&
      (await storedKey(returned.user.id)).wrapped === null,
    30_000,
  );
  expect(await verify()).toMatchObject({ code: 0 });
  await courtly
    .visitor()
    .post('/api/auth/login')
    .send({ email: forgotten.email, password: forgotten.password })
    .expect(401);
});

it('erase-again keeps and reports a key under an unlisted secret, and erases the others', async () => {
  await worker!.close();
  const erasedIds = () =>
    courtly.app.get(ReadModels).walk(erasures, async (documents) => {
      const erased = await documents.find({ isErased: true }).toArray();
      return erased.map(({ userId }) => userId);
    });
  await eventually('both people are listed', async () => (await erasedIds()).length === 2, 20_000);
  const [keptId, otherId] = (await erasedIds()) as [string, string];
  // Another secret may open the first key, but none opens the other.
  for (const [userId, secret] of [
    [keptId, 'deadbeef'],
    [otherId, null],
  ] as const)
    await (
      await keys()
    ).updateOne({ _id: userId }, { $set: { secret, wrapped: 'AAAA' }, $unset: { erasedAt: '' } });
  const { code, noted } = await commandLine(courtly.stores.environment)(['keys', 'erase-again']);
  expect(code).toBe(1);
  expect(noted).toContain(
    `${keptId}: The key of ${keptId} is wrapped with a secret (deadbeef) that KEY_SECRETS does not list`,
  );
  expect((await storedKey(keptId)).wrapped).toBe('AAAA');
  expect((await storedKey(otherId)).wrapped).toBeNull();
});
