import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMongoDb } from '@courtly/standin-mongodb';
import type { Config } from '../../config.js';
import { KeyedHashes } from '../kernel/keyed-hashes.js';
import type { PersonKey, StoredKey } from '../kernel/personal-data.js';
import { unreadableKeys } from '../stores/metrics.js';
import { StoreUnavailable } from '../stores/store-unavailable.js';
import { VaultDatabase } from '../stores/vault-database.js';
import { startProxy } from '../../../testing/tcp-proxy.js';
import { ErasureRegister } from './erasure-register.js';
import { KnownSecrets } from './known-secrets.service.js';
import { KeyWrapping } from './key-wrapping.js';
import { type KeyDocument, VaultKeys } from './person-keys.js';
import { rewrap } from './rewrap.js';
import { SecretsCheck } from './secrets-check.service.js';
import { loadAdjusted } from '../../../testing/patience.js';

const OLD = 'the secret of keys that was there first';
const NEW = 'the secret of keys that comes after that';
const LOOKUP = 'the secret of names that was there first';
const NEW_LOOKUP = 'the secret of names that comes after that';
const SESSION = 'the secret of sessions that was there first';
const NEW_SESSION = 'the secret of sessions that comes after that';
const recordedAt = '2027-03-10T12:00:00.000Z';

let server: Awaited<ReturnType<typeof startMongoDb>>;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let database: string;
let erasures: string;
const opened: { onApplicationShutdown(): Promise<void> }[] = [];

/** Opens the vault as one process; `through` is the server address. */
const open = async (
  secrets: {
    keys?: string[];
    lookups?: string[];
    sessions?: string[];
    roles?: Config['ROLES'];
  } = {},
  through = server.url,
) => {
  const {
    keys: KEY_SECRETS = [OLD],
    lookups: LOOKUP_SECRETS = [LOOKUP],
    sessions: SESSION_SECRETS = [SESSION],
    roles: ROLES = ['api'],
  } = secrets;
  const config = {
    MONGODB_URI: server.url,
    MONGODB_DATABASE: 'courtly',
    VAULT_URI: through,
    VAULT_DATABASE: database,
    ERASURES_FOLDER: erasures,
    KEY_SECRETS,
    LOOKUP_SECRETS,
    SESSION_SECRETS,
    ROLES,
  } as Config;
  const vault = new VaultDatabase(config);
  opened.push(vault);
  await vault.onModuleInit();
  const wrapping = new KeyWrapping(KEY_SECRETS);
  const known = new KnownSecrets(vault, config);
  known['waitForBeats'] = () => Promise.resolve();
  opened.unshift(known);
  const check = new SecretsCheck(vault, wrapping, new KeyedHashes(config), known, config);
  return {
    vault,
    wrapping,
    keys: new VaultKeys(vault, wrapping, new ErasureRegister(config)),
    known,
    start: () => check.onModuleInit(),
    stop: () => known.onApplicationShutdown(),
  };
};
type Process = Awaited<ReturnType<typeof open>>;

const notSeenFor = ({ vault }: Process, minutes = 1) =>
  vault.call((db) =>
    db
      .collection('processes')
      .updateMany({}, { $set: { seenAt: new Date(Date.now() - minutes * 61_000).toISOString() } }),
  );

/** @throws Error if the key is missing, erased, or damaged */
const usable = (key: StoredKey | undefined): PersonKey => {
  if (!key || 'damage' in key) throw new Error('the key cannot be used');
  return key;
};

const documents = ({ vault }: Process) =>
  vault.call((db) => db.collection<KeyDocument>('keys').find({}).sort({ _id: 1 }).toArray());

/** Advances the clock of every process by some seconds. */
const pass = (seconds: number) => {
  const now = performance.now() + seconds * 1_000;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
};

beforeAll(async () => {
  server = await startMongoDb({ port: 0 });
});
beforeEach(async () => {
  database = `vault_${randomUUID().slice(0, 8)}`;
  proxy = await startProxy(server.port);
  erasures = await mkdtemp(join(tmpdir(), 'courtly-erasures-'));
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const openedClient of opened.splice(0)) await openedClient.onApplicationShutdown();
  await proxy.stop();
  await rm(erasures, { recursive: true });
});
afterAll(() => server.stop());

describe('the key of a user', () => {
  it('is created once by the first caller and found by all', async () => {
    const [firstVault, otherVault] = [await open(), await open()];
    const made = await Promise.all([
      firstVault.keys.createKey('ann'),
      otherVault.keys.createKey('ann'),
      firstVault.keys.createKey('ann'),
    ]);
    expect(new Set(made.map((key) => key!.id)).size).toBe(1);
    const personKey = usable((await (await open()).keys.find(['ann'])).get('ann'));
    expect(personKey.id).toBe(made[0]!.id);
    expect(personKey.key.equals(usable(made[1]!).key)).toBe(true);
  });

  it('names the applications that were erased with it', async () => {
    const process = await open();
    for (const id of ['ann', 'bob', 'application']) await process.keys.createKey(id);
    const erasedAt = '2027-03-10T12:00:00.000Z';
    await process.keys.eraseKey('application', erasedAt, { accountId: 'ann' });
    await process.keys.eraseKey('application', erasedAt, { accountId: 'ann' });
    await process.keys.eraseKey('ann', erasedAt);
    expect(await process.keys.idsErasedWith(['ann', 'bob'])).toEqual(['application']);
  });

  it('is not created by a lookup', async () => {
    const process = await open();
    expect(await process.keys.find(['nobody'])).toEqual(new Map());
    expect(await documents(process)).toEqual([]);
  });

  it('differs from user to user and is never stored in plain text', async () => {
    const process = await open();
    const [ann, bob] = [
      usable(await process.keys.createKey('ann')),
      usable(await process.keys.createKey('bob')),
    ];
    expect(ann.key.equals(bob.key)).toBe(false);
    const stored = JSON.stringify(await documents(process));
    for (const key of [ann, bob])
      expect(stored).not.toContain(key.key.export().toString('base64').slice(0, 20));
  });

  it('does not open for another user', async () => {
    const process = await open();
    await process.keys.createKey('ann');
    const [{ _id: _, ...ann }] = (await documents(process)) as [KeyDocument];
    await process.vault.call((db) =>
      db.collection<KeyDocument>('keys').insertOne({ _id: 'bob', ...ann }),
    );
    const keysByPerson = await (await open()).keys.find(['ann', 'bob']);
    expect(keysByPerson.get('bob')).toEqual({
      id: ann.keyId,
      damage: expect.stringContaining('authenticate'),
    });
    usable(keysByPerson.get('ann'));
  });
});

describe('a damaged key', () => {
  const OTHER = 'a secret of keys that this vault never had';
  const flipped = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
  const wrappedUnder = (secret: string, keyId: string, bytes = 32) =>
    new KeyWrapping([secret]).wrapKey(Buffer.alloc(bytes, 7), `ann ${keyId}`);

  /** Stores the keys of 30 people and changes Ann's. */
  const damageAnn = async (change: (ann: KeyDocument) => Partial<KeyDocument>) => {
    const process = await open();
    await process.start();
    const people = Array.from({ length: 29 }, (_, index) => `person ${index}`);
    for (const person of ['ann', ...people]) await process.keys.createKey(person);
    const ann = (await documents(process)).find(({ _id }) => _id === 'ann')!;
    await process.vault.call((db) =>
      db.collection<KeyDocument>('keys').updateOne({ _id: 'ann' }, { $set: change(ann) }),
    );
    return { people, keyId: ann.keyId };
  };

  it.each<[string, (ann: KeyDocument) => Partial<KeyDocument>, RegExp]>([
    ['with a flipped byte', ({ wrapped }) => ({ wrapped: flipped(wrapped!) }), /authenticate/],
    ['of a wrong length', ({ keyId }) => wrappedUnder(OLD, keyId, 31), /31 bytes/],
    ['that is cut off', () => ({ wrapped: 'AAAA' }), /./],
    ['under an unknown secret', ({ keyId }) => wrappedUnder(OTHER, keyId), /does not list/],
    ['without a secret', () => ({ secret: null }), /does not list/],
  ])('%s affects only its user', async (_, change, damage) => {
    const { people, keyId } = await damageAnn(change);
    const process = await open();
    await process.start();
    const keysByPerson = await process.keys.find(['ann', ...people]);
    for (const person of people) usable(keysByPerson.get(person));
    const annsKey = { id: keyId, damage: expect.stringMatching(damage) };
    expect(keysByPerson.get('ann')).toEqual(annsKey);
    expect(await process.keys.createKey('ann')).toEqual(annsKey);
    expect((await unreadableKeys.get()).values[0]!.value).toBe(1);
    await process.keys.eraseKey('ann', recordedAt, { isSecretLost: true });
    expect((await unreadableKeys.get()).values[0]!.value).toBe(0);
  });

  it('is counted with missing and different keys until the vault has the right one', async () => {
    const process = await open();
    const count = async () => (await unreadableKeys.get()).values[0]!.value;
    const { id } = usable(await process.keys.createKey('ann'));
    const reason = 'the vault has another key instead';
    process.keys.noteUnusable([
      { userId: 'bob', keyId: null, reason: 'the vault has no key of user bob' },
      { userId: 'ann', keyId: 'an earlier key', reason },
      { userId: 'ann', keyId: 'an earlier key', reason },
    ]);
    expect(await count()).toBe(2);
    await process.keys.createKey('ann');
    expect(await count()).toBe(2);
    await process.keys.createKey('bob');
    expect(await count()).toBe(1);
    process.keys.noteUnusable([{ userId: 'ann', keyId: id, reason }]);
    await process.keys.createKey('ann');
    expect(await count()).toBe(0);
  });

  it('under an unlisted secret is deleted only if the secret is lost', async () => {
    await damageAnn(({ keyId }) => wrappedUnder(OTHER, keyId));
    const process = await open();
    const ann = async () => (await documents(process)).find(({ _id }) => _id === 'ann')!;
    const original = await ann();
    await expect(process.keys.eraseKey('ann', recordedAt)).rejects.toThrow(
      'The key of ann is wrapped with a secret',
    );
    expect(await ann()).toEqual(original);
    expect(await readdir(erasures)).toEqual([]);
    const knowing = await open({ keys: [OLD, OTHER] });
    await knowing.keys.eraseKey('ann', recordedAt);
    expect(await ann()).toMatchObject({ wrapped: null, erasedAt: recordedAt });
  });

  it('without a secret, or that does not open, is deleted', async () => {
    await damageAnn(({ wrapped }) => ({ wrapped: flipped(wrapped!), secret: null }));
    const process = await open();
    await process.keys.eraseKey('ann', recordedAt);
    expect((await process.keys.find(['ann'])).get('ann')).toBeNull();
  });

  it('is kept and reported by a rewrap, which wraps all others', async () => {
    const { people, keyId } = await damageAnn(({ wrapped }) => ({ wrapped: flipped(wrapped!) }));
    const both = await open({ keys: [NEW, OLD] });
    const { signal } = new AbortController();
    const { wrappedCount, unreadable } = await rewrap(
      both.vault,
      both.wrapping,
      signal,
      () => undefined,
    );
    expect(wrappedCount).toBe(people.length);
    expect(unreadable).toEqual([expect.stringContaining(`key ${keyId} of user ann`)]);
  });

  it('that a startup check reads does not prevent the start, unlike an unlisted secret', async () => {
    const process = await open();
    await process.start();
    await process.vault.call((db) =>
      db
        .collection<{ _id: string; wrapped: string }>('checks')
        .updateOne({ _id: 'KEY_SECRETS' }, { $set: { wrapped: 'AAAA' } }),
    );
    await (await open()).start();
    await expect((await open({ keys: [NEW] })).start()).rejects.toThrow('KEY_SECRETS');

    const { vault, wrapping } = await open({ keys: [NEW, OLD] });
    await rewrap(vault, wrapping, new AbortController().signal, () => undefined);
    const check = await vault.call((db) =>
      db
        .collection<{ _id: string; secret: string; wrapped: string }>('checks')
        .findOne({ _id: 'KEY_SECRETS' }),
    );
    expect(new KeyWrapping([NEW]).unwrapKey(check!, 'KEY_SECRETS')).toHaveLength(32);
  });
});

describe('erasing a user', () => {
  it('takes effect immediately in its process and within a minute elsewhere', async () => {
    const [firstVault, otherVault] = [await open(), await open()];
    await firstVault.keys.createKey('ann');
    await otherVault.keys.find(['ann']);
    await firstVault.keys.eraseKey('ann', recordedAt);
    expect(await firstVault.keys.find(['ann'])).toEqual(new Map([['ann', null]]));
    pass(60);
    expect(await otherVault.keys.find(['ann'])).toEqual(new Map([['ann', null]]));
  });

  it('leaves a marker, so the key is not missing and no second one is created', async () => {
    const process = await open();
    await process.keys.createKey('ann');
    await process.keys.eraseKey('ann', recordedAt);
    expect(await process.keys.createKey('ann')).toBeNull();
    expect(await (await open()).keys.find(['ann'])).toEqual(new Map([['ann', null]]));
    expect(await documents(process)).toMatchObject([
      { _id: 'ann', wrapped: null, erasedAt: recordedAt },
    ]);
  });

  it('differs from losing the key, which leaves no entry', async () => {
    const [firstVault, otherVault] = [await open(), await open()];
    await firstVault.keys.createKey('ann');
    await firstVault.vault.call((db) =>
      db.collection<KeyDocument>('keys').deleteOne({ _id: 'ann' }),
    );
    expect(await otherVault.keys.find(['ann'])).toEqual(new Map());
    pass(60);
    expect(await firstVault.keys.find(['ann'])).toEqual(new Map());
  });
});

describe('a vault that is down', () => {
  const throughProxy = () => open({}, `mongodb://127.0.0.1:${proxy.port}/?directConnection=true`);

  it('serves recently used keys for ten minutes', async () => {
    const process = await throughProxy();
    const key = await process.keys.createKey('ann');
    await proxy.stop();
    pass(9 * 60);
    expect((await process.keys.find(['ann'])).get('ann')).toEqual(key);
    pass(60);
    await expect(process.keys.find(['ann'])).rejects.toBeInstanceOf(StoreUnavailable);
  });

  it('reports that it is unavailable rather than that a key is missing', async () => {
    const process = await throughProxy();
    await process.keys.createKey('ann');
    await proxy.stop();
    await expect(process.keys.find(['ann', 'bob'])).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(process.keys.createKey('bob')).rejects.toBeInstanceOf(StoreUnavailable);
  });

  it('fails a call within seconds if it hangs', async () => {
    const process = await throughProxy();
    proxy.freeze();
    const startedAt = performance.now();
    await expect(process.keys.createKey('ann')).rejects.toBeInstanceOf(StoreUnavailable);
    expect(performance.now() - startedAt).toBeLessThan(loadAdjusted(7_000));
  });

  it('has written acknowledged keys to the journals of a majority', async () => {
    const { vault } = await open();
    expect(await vault.call(async ({ writeConcern }) => writeConcern)).toMatchObject({
      w: 'majority',
      journal: true,
    });
  });
});

describe('a new key secret', () => {
  const run = (process: Process, signal = new AbortController().signal) =>
    rewrap(process.vault, process.wrapping, signal, () => undefined);

  it('wraps new keys while the older one still opens its keys', async () => {
    const ann = usable(await (await open()).keys.createKey('ann'));
    const both = await open({ keys: [NEW, OLD] });
    expect(usable((await both.keys.find(['ann'])).get('ann')).key.equals(ann.key)).toBe(true);
    await both.keys.createKey('bob');
    const [first, second] = await documents(both);
    expect(first!.secret).not.toBe(second!.secret);
  });

  it('is enough once every key is rewrapped, which can be interrupted and repeated', async () => {
    const firstVault = await open();
    await firstVault.start();
    const people = Array.from({ length: 1_200 }, (_, index) => `person ${index}`);
    const { insertedCount } = await firstVault.vault.call((db) =>
      db.collection<KeyDocument>('keys').insertMany(
        people.map((_id) => ({
          _id,
          keyId: 'a key',
          ...firstVault.wrapping.wrapKey(Buffer.alloc(32, _id), `${_id} a key`),
        })),
      ),
    );
    expect(insertedCount).toBe(people.length);
    await firstVault.keys.eraseKey('person 7', recordedAt);
    await firstVault.stop();
    const both = await open({ keys: [NEW, OLD] });
    await both.start();

    const interruption = new AbortController();
    const interrupted = rewrap(both.vault, both.wrapping, interruption.signal, () =>
      interruption.abort(),
    );
    await expect(interrupted).rejects.toThrow(/abort/);
    await expect((await open({ keys: [NEW] })).start()).rejects.toThrow('KEY_SECRETS');

    expect(await run(both)).toEqual({ wrappedCount: 699, unreadable: [] });
    expect(await run(both)).toEqual({ wrappedCount: 0, unreadable: [] });
    const after = await open({ keys: [NEW] });
    await after.start();
    const keysByPerson = await after.keys.find(people);
    expect(keysByPerson.get('person 7')).toBeNull();
    for (const person of ['person 0', 'person 600', 'person 1199'])
      expect(usable(keysByPerson.get(person)).key.export()).toEqual(Buffer.alloc(32, person));
  });

  it('is not enough before every key is rewrapped', async () => {
    const process = await open();
    await process.start();
    await process.keys.createKey('ann');
    await expect((await open({ keys: [NEW] })).start()).rejects.toThrow('KEY_SECRETS');
    await expect(run(await open({ keys: [NEW] }))).rejects.toThrow('KEY_SECRETS');
  });
});

describe('the secrets at startup', () => {
  it('are stored by an empty vault and accepted afterward', async () => {
    for (let start = 0; start < 2; start++) await (await open()).start();
  });

  it('are compared with the keys if an older vault has no check', async () => {
    await (await open()).keys.createKey('ann');
    await expect((await open({ keys: [NEW] })).start()).rejects.toThrow('KEY_SECRETS');
    await (await open()).start();
  });

  it('are rejected by name, without being revealed, if the key secret is wrong', async () => {
    await (await open()).start();
    const refusal = (await open({ keys: [NEW] })).start().catch((error: Error) => error.message);
    expect(await refusal).toMatch(/^The configuration is invalid: KEY_SECRETS [^\n]*$/);
    expect(await refusal).not.toContain(NEW.slice(0, 12));
  });

  it('are rejected if a lookup secret is missing, but may include a new one first', async () => {
    const firstVault = await open();
    await firstVault.start();
    await expect((await open({ lookups: [NEW_LOOKUP] })).start()).rejects.toThrow('LOOKUP_SECRETS');
    await firstVault.stop();
    await (await open({ lookups: [NEW_LOOKUP, LOOKUP] })).start();
    await expect((await open()).start()).rejects.toThrow('LOOKUP_SECRETS');
  });
});

it('compares session secrets only between api processes, as no others use them', async () => {
  const worker = await open({ sessions: [SESSION], roles: ['worker'] });
  await worker.start();
  const api = await open({ sessions: [NEW_SESSION, SESSION] });
  await api.start();
});

describe.each([
  ['KEY_SECRETS', 'keys', OLD, NEW],
  ['LOOKUP_SECRETS', 'lookups', LOOKUP, NEW_LOOKUP],
  ['SESSION_SECRETS', 'sessions', SESSION, NEW_SESSION],
] as const)('a new entry in %s', (name, list, older, newer) => {
  const started = async (...entries: string[]) => {
    const process = await open({ [list]: entries });
    await process.start();
    return process;
  };

  it('is not used while another process does not know it', async () => {
    await started(older);
    await expect(started(newer, older)).rejects.toThrow(
      `${name} starts with a secret that another running process does not know`,
    );
    await started(older);
  });

  it('may be used once every process has it, and no process may then start without it', async () => {
    const oldProcess = await started(older);
    const appended = await started(older, newer);
    await oldProcess.stop();
    await started(newer, older);
    await expect(started(older)).rejects.toThrow(`configuration is invalid: ${name}`);
    await appended.stop();
    await started(newer, older);
  });

  it('may be used after a process that did not know it was killed', async () => {
    await notSeenFor(await started(older));
    await started(newer, older);
  });

  it('is not used right after an outage of the vault, before the other processes are seen', async () => {
    const [first, second] = [await started(older), await started(older)];
    await notSeenFor(first, 5);
    await first.known['beatOrWarn']();
    const newcomer = await open({ [list]: [newer, older] });
    newcomer.known['waitForBeats'] = () => second.known['beatOrWarn']();
    await first.stop();
    await expect(newcomer.start()).rejects.toThrow(
      `${name} starts with a secret that another running process does not know`,
    );
    await second.known['beatOrWarn']();
    expect(second.known.problem).toBeNull();
  });

  it('does not delay the start of a process with the same secrets', async () => {
    await notSeenFor(await started(older));
    const same = await open({ [list]: [older] });
    same.known['waitForBeats'] = () => Promise.reject(new Error('it waits'));
    await same.start();
  });

  it('is not used while another process does not know it, even if the clocks differ', async () => {
    await started(older);
    const now = Date.now() + 600_000;
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    await expect(started(newer, older)).rejects.toThrow('that another running process');
  });

  it('keeps a process that was silent from serving while another one uses it', async () => {
    jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const silent = await started(older);
    await notSeenFor(silent);
    const other = await started(newer, older);
    for (const { known } of [silent, other]) await known['beatOrWarn']();
    expect(silent.known.problem).toContain(name);
    expect(other.known.problem).toBeNull();
    await other.stop();
    await silent.known['beatOrWarn']();
    expect(silent.known.problem).toBeNull();
  });
});

describe('a start that is refused because of another process', () => {
  const checks = ({ vault }: Process) =>
    vault.call((db) => db.collection<{ _id: string }>('checks').find({}).toArray());

  it('leaves no check of its key secret in a vault that had none', async () => {
    const running = await open();
    await running.start();
    await running.vault.call((db) => db.collection('checks').deleteMany({}));
    await expect((await open({ keys: [NEW] })).start()).rejects.toThrow('KEY_SECRETS');
    expect(await checks(running)).toEqual([]);
    await running.stop();
    await (await open()).start();
  });

  it('leaves no name, although the other process started after the first comparison', async () => {
    const [running, refused] = [await open(), await open({ lookups: [NEW_LOOKUP, LOOKUP] })];
    const compare = refused.known.compare.bind(refused.known);
    jest.spyOn(refused.known, 'compare').mockImplementationOnce(async () => {
      await compare();
      await running.start();
    });
    await expect(refused.start()).rejects.toThrow('LOOKUP_SECRETS');
    await running.stop();
    await (await open()).start();
  });

  it('registers no process whose checks could not be stored', async () => {
    const { known, vault } = await open({ keys: [NEW] });
    const failing = known.register(() => Promise.reject(new Error('the vault is full')));
    await expect(failing).rejects.toThrow('the vault is full');
    expect(await vault.call((db) => db.collection('processes').countDocuments({}))).toBe(0);
    await (await open()).start();
  });
});

it('a command writes no checks, registers nothing, and runs next to other processes', async () => {
  const command = await open({ roles: ['cli'], keys: [NEW, OLD] });
  await command.start();
  const collections = () =>
    command.vault.call(async (db) =>
      (await db.listCollections().toArray()).map(({ name }) => name),
    );
  expect(await collections()).toEqual([]);
  await (await open()).start();
  await command.start();
});
