import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { Redis } from 'ioredis';
import { addDays } from '../platform/kernel/local-time.js';
import { EventStore } from '../platform/stores/event-store.js';
import { Mongo } from '../platform/stores/mongo.js';
import { VaultDatabase } from '../platform/stores/vault-database.js';
import { canonicalJson } from '../platform/projections/content-hash.js';
import { readConfig } from '../config.js';
import { Lags } from '../platform/projections/lags.js';
import { type Courtly, startCourtly } from '../../testing/courtly.js';
import { builtFile } from '../../testing/processes.js';
import { eventually } from '../../testing/stores.js';
import type { Cli } from './cli.js';
import { loadProgram, runCommand } from './program.js';

const DAY = addDays(new Date().toISOString().slice(0, 10), 3);

let courtly: Courtly;
/** An instant after all events (UTC). */
let instant: string;
let userId: string;
let courtId: string;
let bookingId: string;
let eventStore: EventStore;
let mongo: Mongo;
let vault: VaultDatabase;
let redis: Redis;

type Outcome = Readonly<{
  args?: () => string[];
  prints?: RegExp;
  /** The complete text on standard error. */
  notes?: string | RegExp;
  fails?: true;
  /** Set if the command records a read of personal data. */
  records?: true;
}>;

const STOPPED = 'No server is running, so the read models may be behind the log.';
const NOTHING_THERE = "We couldn't find anything with that kind and ID.";
const asOf = (...ids: string[]) => [...ids, '--at', instant];

/** Commands that change nothing, and what they print with these stores (by default, nothing). */
const readOnly: Readonly<Record<string, Outcome>> = {
  'as-of calendar': {
    args: () => asOf(courtId, DAY),
    prints: /^court .* \(America\/Phoenix\) at .*\nfrom [^]* held [^]* pending\n[^]* free/,
  },
  'as-of application': {
    args: () => asOf('none'),
    notes: "This application doesn't exist.",
    fails: true,
  },
  'as-of booking': {
    args: () => asOf(bookingId),
    prints: /^booking .*, after BookingRequested of [^]*\nplayerId /,
    records: true,
  },
  'as-of court': {
    args: () => asOf(courtId),
    prints: /^court .*, after CourtActivated of [^]*\nsurfaceType +hard\n/,
    records: true,
  },
  'as-of user': {
    args: () => asOf(userId),
    prints: /^user .*, after WaiverAccepted of [^]*\nemail +p\w+@example\.test\n/,
    records: true,
  },
  'as-of match': { args: () => asOf('none'), notes: NOTHING_THERE, fails: true },
  'as-of membership': { args: () => asOf('none'), notes: NOTHING_THERE, fails: true },
  'as-of payment': { args: () => asOf(bookingId), notes: NOTHING_THERE, fails: true },
  'as-of policy': {
    args: () => asOf('club'),
    prints: /^policy club at .*, after PolicyTookEffect of [^]*\npolicyId +unpaid-1\n/,
  },
  'as-of payout': { args: () => asOf(bookingId), notes: NOTHING_THERE, fails: true },
  'events show': {
    args: () => [`user-${userId}`],
    prints: /#0 .* UserRegistered [^]* email +p\w+@example\.test\n[^]*#1 .* WaiverAccepted /,
    records: true,
  },
  'events tail': { notes: 'Following the log. Press Ctrl-C to stop.' },
  'jobs list': { prints: /^No jobs have failed\.$/ },
  'jobs show': {
    args: () => ['none'],
    notes: 'There is no failed job none. Run "courtly jobs list" to see failed jobs.',
    fails: true,
  },
  'ledger export': {
    args: () => ['--from', '2027-01', '--to', '2027-02'],
    prints: /^"Booked at \(UTC\)","Month",.*\r$/,
    notes: STOPPED,
  },
  'matches export': {},
  'processes status': {
    prints: /^name +position +last advanced +set aside\n[^]*bookingDeadlines /,
  },
  'projections hash': { args: () => ['bookings'], prints: /^[0-9a-f]{64}$/, notes: STOPPED },
  'projections status': { prints: /^name +version [^]*\nbookings +\d+ [^]* none +done, / },
  'rankings export': {},
  'rankings player': {
    args: () => [userId],
    notes: / had no rated match by then\.$/,
    fails: true,
  },
  'rankings show': { prints: /^tennis singles, 0 ranked: formula games-share-glicko-3, / },
  'ratings receipts export': {},
  verify: {
    args: () => ['--log-only'],
    prints: /^counted[^]*\nNo violations in the log\. The read models were not compared\.$/,
  },
};

/** Other commands that only read, but that need Stripe, a file, or rated matches. */
const notRunHere = ['payments reconcile', 'rankings evaluate', 'rankings replay'];

const writing = [
  'applications erase',
  'emails reinstate',
  'event-store grant',
  'guests erase',
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
  'users reset-second-factor',
  'users verify-email',
  'zone-data use',
];

const hashOf = (value: unknown) =>
  createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 16);

/**
 * Everything in the log, in both databases including their indexes, and in Courtly's keys in Redis.
 */
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
  // Other suites may be using the same Redis.
  for (const key of await redis.keys(`*${courtly.stores.environment['REDIS_PREFIX']}*`))
    if ((await redis.pttl(key)) === -1) values[key] = String(await redis.dumpBuffer(key));
    else expiring.push(key);
  return { logEnd: await eventStore.readLogEnd(), collections, redis: values, expiring };
};

/**
 * Runs a command without a running Courtly. `events tail` is interrupted once it follows the log.
 */
const run = async (args: readonly string[]) => {
  const [printed, noted]: [string[], string[]] = [[], []];
  const interruption = new AbortController();
  const cli: Cli = {
    // The standard policy but no Stripe keys: a command must neither record the policy nor need the
    // keys.
    environment: { ...courtly.stores.environment, POLICY_FILE: '' },
    print: (line) => void printed.push(line),
    note: (line) => {
      noted.push(line);
      if (line.startsWith('Following')) interruption.abort();
    },
    step: (_, work) => work(() => undefined),
    interrupted: interruption.signal,
  };
  const code = await runCommand(args, cli);
  return { code, printed: printed.join('\n'), noted: noted.join('\n') };
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
  // Otherwise, verify would find read models that are behind.
  await eventually('the read models are current', async () =>
    (await courtly.app.get(Lags).measureLags()).every(({ seconds }) => seconds === 0),
  );
  await courtly.app.close();
  instant = new Date(Date.now() + 1).toISOString();
  const config = readConfig(courtly.stores.environment);
  eventStore = new EventStore(config);
  mongo = new Mongo(config);
  vault = new VaultDatabase(config);
  await vault.onModuleInit();
  redis = new Redis(config.REDIS_URL);
});
afterAll(async () => {
  await eventStore?.onApplicationShutdown();
  await vault?.onApplicationShutdown();
  await mongo?.onApplicationShutdown();
  redis?.disconnect();
  await courtly?.stores.stop();
});

it('every command is listed here as read-only or writing', async () => {
  const cli = { environment: {}, interrupted: new AbortController().signal } as Cli;
  expect(leavesOf(await loadProgram(cli)).sort()).toEqual(
    [...Object.keys(readOnly), ...notRunHere, ...writing].sort(),
  );
});

describe('a read-only command on the stores of a stopped Courtly', () => {
  it('can verify the read models, and fails if they are behind', async () => {
    const complete = await run(['verify']);
    expect(complete).toMatchObject({
      code: 0,
      printed: expect.stringMatching(/^No violations\.$/m),
    });
    expect(complete.noted).toContain('No server is running');
    expect((await run(['events', 'show', `court-${courtId}`])).code).toBe(0);
    const incomplete = await run(['verify']);
    expect(incomplete).toMatchObject({
      code: 2,
      printed: expect.stringMatching(/\nNo violations in what was compared\.$/),
      noted: expect.stringMatching(/\n1 read models were not compared\. Start a projector/),
    });
    const asJson = await run(['verify', '--json']);
    expect(asJson.code).toBe(2);
    expect(JSON.parse(asJson.printed)).toMatchObject({ violations: [], notCompared: ['audit'] });
  });

  it.each(Object.entries(readOnly))(
    'has the expected result and changes nothing: %s',
    async (name, { args = () => [], prints = /^$/, notes = '', fails, records }) => {
      const { logEnd, expiring, ...before } = await storesState();
      expect(before.redis).not.toEqual({});
      const outcome = await run([...name.split(' '), ...args()]);
      const { logEnd: endAfter, expiring: expiringAfter, ...after } = await storesState();
      expect(outcome).toEqual({
        code: fails ? 1 : 0,
        printed: expect.stringMatching(prints),
        noted: notes instanceof RegExp ? expect.stringMatching(notes) : notes,
      });
      expect(after).toEqual(before);
      expect(expiring).toEqual(expect.arrayContaining(expiringAfter));
      const lastEvent = endAfter === logEnd ? null : (await eventStore.readAt(endAfter!))!;
      expect(lastEvent?.type ?? null).toBe(records ? 'PersonalDataRead' : null);
      if (lastEvent) expect(lastEvent.data).toMatchObject({ adminId: 'operator' });
    },
  );

  it('ends quietly and writes nothing more if the reader of its output is gone', async () => {
    const recorder = `
      import { writeFileSync } from 'node:fs';
      let [writes, error] = [0, null];
      process.stdout.on('error', ({ code }) => (error = code));
      const write = process.stdout.write.bind(process.stdout);
      process.stdout.write = (...args) => {
        writes++;
        return write(...args);
      };
      process.on('exit', () =>
        writeFileSync(process.env.WRITES_FILE, JSON.stringify({ writes, error })),
      );`;
    const folder = await mkdtemp(join(tmpdir(), 'courtly-output-'));
    const writesFile = join(folder, 'writes.json');
    const child = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        `--import=data:text/javascript,${encodeURIComponent(recorder)}`,
        builtFile('backend/dist/cli/main.js'),
        ...['events', 'show', `user-${userId}`, '--json'],
      ],
      {
        env: { ...process.env, ...courtly.stores.environment, WRITES_FILE: writesFile },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    child.stdout.destroy();
    let noted = '';
    child.stderr.on('data', (chunk: Buffer) => (noted += chunk.toString()));
    const [code] = await once(child, 'close');
    const written = JSON.parse(await readFile(writesFile, 'utf8')) as unknown;
    await rm(folder, { recursive: true });
    // The stream has two events, and the first write fails.
    expect({ code, noted, written }).toEqual({
      code: 141,
      noted: '',
      written: { writes: 1, error: 'EPIPE' },
    });
  });
});
