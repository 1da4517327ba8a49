import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { Redis } from 'ioredis';
import { addDays } from '../platform/kernel/local-time.js';
import { EventStore } from '../platform/stores/event-store.js';
import { Mongo } from '../platform/stores/mongo.js';
import { VaultDatabase } from '../platform/stores/vault-database.js';
import { canonicalJson } from '../platform/projections/content-hash.js';
import { readConfig } from '../config.js';
import { type Courtly, startCourtly } from '../../testing/courtly.js';
import type { Cli } from './cli.js';
import { loadProgram, runCommand } from './program.js';

const INSTANT = new Date(Date.now() + 60_000).toISOString();
const DAY = addDays(INSTANT.slice(0, 10), 3);

let courtly: Courtly;
let userId: string;
let courtId: string;
let bookingId: string;
let eventStore: EventStore;
let mongo: Mongo;
let vault: VaultDatabase;
let redis: Redis;

/** Commands that change nothing, with arguments. `records` if they record a read of personal data. */
const readOnly: Readonly<Record<string, Readonly<{ args: () => string[]; records?: true }>>> = {
  'as-of calendar': { args: () => [courtId, DAY, '--at', INSTANT] },
  'as-of application': { args: () => ['none', '--at', INSTANT] },
  'as-of booking': { args: () => [bookingId, '--at', INSTANT], records: true },
  'as-of court': { args: () => [courtId, '--at', INSTANT], records: true },
  'as-of user': { args: () => [userId, '--at', INSTANT], records: true },
  'as-of match': { args: () => ['none', '--at', INSTANT] },
  'as-of membership': { args: () => ['none', '--at', INSTANT] },
  'as-of payment': { args: () => [bookingId, '--at', INSTANT] },
  'as-of policy': { args: () => ['club', '--at', INSTANT] },
  'as-of payout': { args: () => [bookingId, '--at', INSTANT] },
  'events show': { args: () => [`user-${userId}`], records: true },
  'events tail': { args: () => [] },
  'jobs list': { args: () => [] },
  'jobs show': { args: () => ['none'] },
  'ledger export': { args: () => ['--from', '2027-01', '--to', '2027-02'] },
  'matches export': { args: () => [] },
  'processes status': { args: () => [] },
  'projections hash': { args: () => ['bookings'] },
  'projections status': { args: () => [] },
  'rankings export': { args: () => [] },
  'rankings player': { args: () => [userId] },
  'rankings show': { args: () => [] },
  'ratings receipts export': { args: () => [] },
  verify: { args: () => [] },
};

/** These read too, but need Stripe, a file, or rated matches. */
const notRunHere = ['payments reconcile', 'rankings evaluate', 'rankings replay'];

const writing = [
  'event-store grant',
  'jobs drop',
  'jobs retry',
  'keys erase-again',
  'keys rewrap',
  'matches import',
  'payments acknowledge',
  'processes retry',
  'projections rebuild',
  'rankings adopt',
  'users erase',
  'users grant',
  'zone-data use',
];

const hashOf = (value: unknown) =>
  createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 16);

/** Everything in the log, in both databases with their indexes, and in Redis. */
const storesState = async () => {
  const databases = [mongo.readModels, await vault.call(async (database) => database)];
  const collections: Record<string, unknown> = {};
  for (const database of databases)
    for (const { name } of await database.listCollections().toArray()) {
      const documents = await database.collection(name).find({}).sort({ _id: 1 }).toArray();
      const indexes = await database.collection(name).indexes();
      collections[`${database.databaseName} ${name}`] = [
        documents.length,
        hashOf(JSON.parse(JSON.stringify(documents))),
        indexes.map((index) => index['name']),
      ];
    }
  const values: Record<string, string> = {};
  const expiring: string[] = [];
  for (const key of await redis.keys('*'))
    if ((await redis.pttl(key)) === -1) values[key] = String(await redis.dumpBuffer(key));
    else expiring.push(key);
  return { logEnd: await eventStore.readLogEnd(), collections, redis: values, expiring };
};

/** Runs a command next to stores without a Courtly. `events tail` is interrupted once it follows. */
const run = async (args: readonly string[]) => {
  const lines: string[] = [];
  const interruption = new AbortController();
  const cli: Cli = {
    // The standard policy, without keys of Stripe: a command must not need or record it.
    environment: { ...courtly.stores.environment, POLICY_FILE: '' },
    print: (line) => void lines.push(line),
    note: (line) => {
      lines.push(line);
      if (line.startsWith('Following')) interruption.abort();
    },
    step: (_, work) => work(() => undefined),
    interrupted: interruption.signal,
  };
  return { code: await runCommand(args, cli), text: lines.join('\n') };
};

const leavesOf = (command: Command, path: readonly string[] = []): string[] =>
  command.commands.length === 0
    ? [path.join(' ')]
    : command.commands.flatMap((child) => leavesOf(child, [...path, child.name()]));

beforeAll(async () => {
  courtly = await startCourtly();
  const host = await courtly.register('owner');
  const court = await courtly.court(host);
  const player = await courtly.player();
  const [slot] = await courtly.slots(court.id, DAY);
  bookingId = (await courtly.book(player, court.id, slot!).expect(201)).body.id as string;
  await player.agent.get('/api/bookings').expect(200);
  [userId, courtId] = [player.user.id, court.id];
  await courtly.app.close();
  const config = readConfig(courtly.stores.environment);
  eventStore = new EventStore(config);
  mongo = new Mongo(config);
  vault = new VaultDatabase(mongo, config);
  await vault.onModuleInit();
  redis = new Redis(config.REDIS_URL);
}, 90_000);
afterAll(async () => {
  await eventStore?.onApplicationShutdown();
  await vault?.onApplicationShutdown();
  await mongo?.onApplicationShutdown();
  redis?.disconnect();
  await courtly?.stores.stop();
}, 30_000);

it('every command is listed here as read-only or writing', async () => {
  const cli = { environment: {}, interrupted: new AbortController().signal } as Cli;
  expect(leavesOf(await loadProgram(cli)).sort()).toEqual(
    [...Object.keys(readOnly), ...notRunHere, ...writing].sort(),
  );
});

describe('a read-only command on the stores of a stopped Courtly', () => {
  it.each(Object.entries(readOnly))(
    '%s changes nothing',
    async (name, { args, records }) => {
      const { logEnd, expiring, ...before } = await storesState();
      const { code, text } = await run([...name.split(' '), ...args()]);
      const { logEnd: endAfter, expiring: expiringAfter, ...after } = await storesState();
      expect(after).toEqual(before);
      expect(expiring).toEqual(expect.arrayContaining(expiringAfter));
      const lastEvent = endAfter === logEnd ? null : (await eventStore.readAt(endAfter!))!;
      expect(lastEvent?.type ?? null).toBe(records ? 'PersonalDataRead' : null);
      if (lastEvent) expect(lastEvent.data).toMatchObject({ adminId: 'operator' });
      expect(text).not.toContain('The configuration is invalid');
      expect(code === 0 || text !== '').toBe(true);
    },
    60_000,
  );

  it('verifies the log and the read models', async () => {
    const { code, text } = await run(['verify']);
    expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining('No viol') });
    expect(text).toContain('No server is running');
  }, 60_000);
});
