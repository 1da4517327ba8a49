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
import { randomUUID } from 'node:crypto';
import { startMongoDb } from '@courtly/standin-mongodb';
import type { Config } from '../../config.js';
import { KeyedHashes } from '../kernel/keyed-hashes.js';
import { Mongo } from '../stores/mongo.js';
import { StoreUnavailable } from '../stores/store-unavailable.js';
import { VaultDatabase } from '../stores/vault-database.js';
import { startProxy } from '../../../testing/tcp-proxy.js';
import { KeyWrapping } from './key-wrapping.js';
import { type KeyDocument, VaultKeys } from './person-keys.js';
import { rewrap } from './rewrap.js';
import { SecretsCheck } from './secrets-check.service.js';
import { loadAdjusted } from '../../../testing/patience.js';

const OLD = 'the secret of keys that was there first';
const NEW = 'the secret of keys that comes after that';
const LOOKUP = 'the secret of names that was there first';
const NEW_LOOKUP = 'the secret of names that comes after that';
const recordedAt = '2027-03-10T12:00:00.000Z';

let server: Awaited<ReturnType<typeof startMongoDb>>;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let database: string;
const opened: { onApplicationShutdown(): Promise<void> }[] = [];

/** The vault of one process; `through` is the server address. */
const open = async (
  secrets: { keys?: string[]; lookups?: string[] } = {},
  through = server.url,
) => {
  const { keys: KEY_SECRETS = [OLD], lookups: LOOKUP_SECRETS = [LOOKUP] } = secrets;
  const config = {
    MONGODB_URI: server.url,
    MONGODB_DATABASE: 'courtly',
    VAULT_URI: through,
    VAULT_DATABASE: database,
    LOOKUP_SECRETS,
  } as Config;
  const mongo = new Mongo(config);
  const vault = new VaultDatabase(mongo, config);
  opened.push(vault, mongo);
  await vault.onModuleInit();
  const wrapping = new KeyWrapping(KEY_SECRETS);
  const check = new SecretsCheck(vault, wrapping, new KeyedHashes(config));
  return {
    vault,
    wrapping,
    keys: new VaultKeys(vault, wrapping),
    start: () => check.onModuleInit(),
  };
};
type Process = Awaited<ReturnType<typeof open>>;

const documents = ({ vault }: Process) =>
  vault.call((db) => db.collection<KeyDocument>('keys').find({}).sort({ _id: 1 }).toArray());

/** Advances the clock of every process. */
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
});
afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(opened.splice(0).map((openedVault) => openedVault.onApplicationShutdown()));
  await proxy.stop();
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
    const personKey = (await (await open()).keys.find(['ann'])).get('ann')!;
    expect(personKey.id).toBe(made[0]!.id);
    expect(personKey.key.equals(made[1]!.key)).toBe(true);
  });

  it('is not created by a lookup', async () => {
    const process = await open();
    expect(await process.keys.find(['nobody'])).toEqual(new Map());
    expect(await documents(process)).toEqual([]);
  });

  it('differs from user to user and is never stored in plain text', async () => {
    const process = await open();
    const [ann, bob] = [await process.keys.createKey('ann'), await process.keys.createKey('bob')];
    expect(ann!.key.equals(bob!.key)).toBe(false);
    const stored = JSON.stringify(await documents(process));
    for (const key of [ann, bob])
      expect(stored).not.toContain(key!.key.export().toString('base64').slice(0, 20));
  });

  it('does not open for another user', async () => {
    const process = await open();
    await process.keys.createKey('ann');
    const [{ _id: _, ...ann }] = (await documents(process)) as [KeyDocument];
    await process.vault.call((db) =>
      db.collection<KeyDocument>('keys').insertOne({ _id: 'bob', ...ann }),
    );
    await expect((await open()).keys.find(['bob'])).rejects.toThrow(/authenticate/);
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

  it('does not report missing keys: others wait until it is back', async () => {
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
    const ann = await (await open()).keys.createKey('ann');
    const both = await open({ keys: [NEW, OLD] });
    expect((await both.keys.find(['ann'])).get('ann')!.key.equals(ann!.key)).toBe(true);
    await both.keys.createKey('bob');
    const [first, second] = await documents(both);
    expect(first!.secret).not.toBe(second!.secret);
  });

  it('suffices after every key is wrapped again, which can be interrupted and repeated', async () => {
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
    const both = await open({ keys: [NEW, OLD] });
    await both.start();

    const interruption = new AbortController();
    const interrupted = rewrap(both.vault, both.wrapping, interruption.signal, () =>
      interruption.abort(),
    );
    await expect(interrupted).rejects.toThrow(/abort/);
    await expect((await open({ keys: [NEW] })).start()).rejects.toThrow('KEY_SECRETS');

    expect(await run(both)).toBe(699);
    expect(await run(both)).toBe(0);
    const after = await open({ keys: [NEW] });
    await after.start();
    const keysByPerson = await after.keys.find(people);
    expect(keysByPerson.get('person 7')).toBeNull();
    for (const person of ['person 0', 'person 600', 'person 1199'])
      expect(keysByPerson.get(person)!.key.export()).toEqual(Buffer.alloc(32, person));
  });

  it('does not suffice before that', async () => {
    const process = await open();
    await process.start();
    await process.keys.createKey('ann');
    await expect((await open({ keys: [NEW] })).start()).rejects.toThrow('KEY_SECRETS');
    await expect(run(await open({ keys: [NEW] }))).rejects.toThrow('KEY_SECRETS');
  });
});

describe('the secrets at startup', () => {
  it('are stored by an empty vault and accepted from then on', async () => {
    for (let start = 0; start < 2; start++) await (await open()).start();
  });

  it('are compared with the keys if an older vault has no check', async () => {
    await (await open()).keys.createKey('ann');
    await expect((await open({ keys: [NEW] })).start()).rejects.toThrow('KEY_SECRETS');
    await (await open()).start();
  });

  it('are rejected by name if the key secret is wrong, without revealing it', async () => {
    await (await open()).start();
    const refusal = (await open({ keys: [NEW] })).start().catch((error: Error) => error.message);
    expect(await refusal).toMatch(/^The configuration is invalid: KEY_SECRETS [^\n]*$/);
    expect(await refusal).not.toContain(NEW.slice(0, 12));
  });

  it('are rejected if a lookup secret is missing, and may start with a new one', async () => {
    await (await open()).start();
    await expect((await open({ lookups: [NEW_LOOKUP] })).start()).rejects.toThrow('LOOKUP_SECRETS');
    await (await open({ lookups: [NEW_LOOKUP, LOOKUP] })).start();
    await expect((await open()).start()).rejects.toThrow('LOOKUP_SECRETS');
  });
});
