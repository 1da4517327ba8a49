import { existsSync, mkdirSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { CliError } from './cli-error.mjs';
import { buildFingerprint } from './compile.ts';
import { onPath } from './debian.ts';
import { checkStoreFiles, dataNames, recordStoreFiles } from './folder-format.ts';
import { answers, claimPort } from './ports.ts';
import { probes } from './probes.ts';
import { step, type Output, type Report } from './progress.mjs';
import { readyLine, until } from './readiness.ts';
import { findRedis } from './redis.ts';
import { startRedis } from './redis-service.ts';
import { root } from './setup.mjs';
import { supervise, type Service, type Supervised } from './supervise.ts';
import type { Probe } from './watchdog.ts';

/** Flags of processes that serve no requests. A young generation of 4 MB saves 28 MB in each. */
export const nodeFlags = ['--max-semi-space-size=4', '--disable-warning=ExperimentalWarning'];

/**
 * The MongoDB stand-in keeps all read models in memory (2 GB for half a million bookings), so it
 * may use half of the machine's memory, up to 4 GB. A large young generation frees responses early.
 */
const mongodbFlags = [
  '--max-semi-space-size=16',
  `--max-old-space-size=${Math.floor(totalmem() / 2 / 2 ** 20)}`,
];

/** Credentials of the Stripe stand-in, which work nowhere else. */
const stripeKeys = {
  STRIPE_SECRET_KEY: 'sk_test_courtly',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_courtly',
  STRIPE_WEBHOOK_SECRETS: 'whsec_courtly',
};

/** The address of a store and a description of its server. */
export type Store = { url: string; description: string; process?: Supervised };
export type Stores = { eventstore: Store; mongodb: Store; redis: Store };
export type StoreOptions = {
  folder: string;
  /** The database of the read models. */
  database: string;
  /** The database of the vault. */
  vault: string;
  out: Output;
  report: Report;
};

/**
 * Starts the three stores in parallel, except for those whose addresses are in the environment.
 * @param running receives the started processes, even if another fails
 */
export async function startStores(options: StoreOptions, running: Supervised[]): Promise<Stores> {
  const { folder, out } = options;
  const { EVENTSTORE_URL, MONGODB_URI, REDIS_URL, NODE_ENV } = process.env;
  if (NODE_ENV === 'production' && !(EVENTSTORE_URL && MONGODB_URI && REDIS_URL))
    throw new CliError(
      'NODE_ENV=production needs EVENTSTORE_URL, MONGODB_URI, and REDIS_URL: ' +
        'stand-ins are only for development.',
    );
  const mongodProgram = findMongod(folder);
  const vaultFile = mongodProgram
    ? dataNames.mongo
    : join(dataNames.vault, `${options.vault}.bsonlog`);
  const storeFiles = [
    ...(EVENTSTORE_URL ? [] : [dataNames.events]),
    ...(MONGODB_URI ? [] : [vaultFile]),
  ];
  checkStoreFiles(folder, storeFiles);
  const redisProgram = REDIS_URL ? '' : await findRedis(out);
  const starts = await step(out, 'Starting the stores', () =>
    Promise.allSettled([
      EVENTSTORE_URL ? externalStore(EVENTSTORE_URL) : startEventStore(options),
      MONGODB_URI ? externalStore(MONGODB_URI) : startMongodb(options, mongodProgram),
      REDIS_URL ? externalStore(REDIS_URL) : startRedisStore(options, redisProgram),
    ]),
  );
  for (const start of starts)
    if (start.status === 'fulfilled' && start.value.process) running.push(start.value.process);
  const [eventstore, mongodb, redis] = starts.map((start) => {
    if (start.status === 'rejected') throw start.reason;
    return start.value;
  }) as [Store, Store, Store];
  recordStoreFiles(folder, storeFiles);
  return { eventstore, mongodb, redis };
}

const externalStore = async (url: string): Promise<Store> => ({
  url,
  description: `${url.replace(/\/\/[^/@]*@/, '//')} (from the environment)`,
});

const startEventStore = (options: StoreOptions): Promise<Store> =>
  startStandIn(options, {
    name: 'EventStoreDB',
    folder: 'eventstoredb',
    argsOf: () => ['--data', join(options.folder, dataNames.events)],
    probeOf: probes.eventstore,
  });

/** The mongod of this machine. A folder that the stand-in has created keeps using the stand-in. */
const findMongod = (folder: string): string | undefined =>
  existsSync(join(folder, dataNames.vault)) ? undefined : onPath('mongod');

function startMongodb(options: StoreOptions, mongodProgram: string | undefined): Promise<Store> {
  if (mongodProgram) return startMongod(options, mongodProgram);
  let isFirstStart = true;
  const argsOf = () => {
    const databases = ['--durable', options.vault, '--snapshot', options.database];
    const snapshotArgs = ['--snapshot-tag', buildFingerprint()];
    // Running projectors have read beyond the snapshot and would skip the events since then.
    if (!isFirstStart) snapshotArgs.push('--discard-snapshot');
    isFirstStart = false;
    return ['--data', join(options.folder, dataNames.vault), ...databases, ...snapshotArgs];
  };
  return startStandIn(options, {
    name: 'MongoDB',
    folder: 'mongodb',
    argsOf,
    probeOf: probes.mongodb,
    flags: mongodbFlags,
  });
}

/**
 * Starts the Stripe stand-in, unless the environment contains a Stripe account.
 * @param port the port of the application, which receives its webhooks
 * @param running receives the started process
 * @returns its description, and the environment of the application
 */
export async function startStripe(
  options: Pick<StoreOptions, 'folder' | 'report'>,
  port: number,
  running: Supervised[],
): Promise<{ description: string; env: Record<string, string> } | undefined> {
  if (process.env.STRIPE_SECRET_KEY || process.env.NODE_ENV === 'production') return undefined;
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRETS } = stripeKeys;
  const settings = {
    data: join(options.folder, dataNames.stripe),
    'secret-key': STRIPE_SECRET_KEY,
    'publishable-key': STRIPE_PUBLISHABLE_KEY,
    'webhook-secret': STRIPE_WEBHOOK_SECRETS,
    // This covers costs that the platform bears, such as fees of canceled bookings: 10,000 dollars.
    'top-up': '1000000',
    'webhook-url': `http://127.0.0.1:${port}/api/webhooks/stripe`,
  };
  const stripe = await startStandIn(options, {
    name: 'Stripe',
    folder: 'stripe',
    argsOf: () => Object.entries(settings).flatMap(([setting, value]) => [`--${setting}`, value]),
    probeOf: (stripePort) => probes.http(`http://127.0.0.1:${stripePort}/_control`),
  });
  if (stripe.process) running.push(stripe.process);
  return { description: stripe.description, env: { ...stripeKeys, STRIPE_URL: stripe.url } };
}

type StandIn = {
  name: string;
  /** The name of its folder in deploy/standins. */
  folder: string;
  /** Called at every start. */
  argsOf: () => readonly string[];
  probeOf: (port: number) => Probe;
  flags?: readonly string[];
};

/** Starts a stand-in, and reports its warnings. */
export async function startStandIn(
  { report }: Pick<StoreOptions, 'report'>,
  { name, folder, argsOf, probeOf, flags = [] }: StandIn,
): Promise<Store> {
  const script = join(root, 'deploy', 'standins', folder, 'dist', 'main.js');
  let port = 0;
  let url = '';
  const service: Service = {
    name,
    file: process.execPath,
    // Several threads allocate buffers, and glibc would keep an arena for each.
    env: { ...process.env, MALLOC_ARENA_MAX: '2' },
    // Clients remember the address, so a restart uses the port of the first start.
    get args() {
      const portArgs = ['--port', String(port), '--stop-with-parent'];
      return [...nodeFlags, ...flags, script, ...argsOf(), ...portArgs];
    },
    onLine(line) {
      if (line.includes(' stand-in: warning: ')) report(line);
    },
    async ready(child, signal) {
      ({ port, url } = await readyLine(child, signal));
    },
    answers: (timeoutMs) => probeOf(port)(timeoutMs),
  };
  const standInProcess = await supervise(service, report);
  return {
    url,
    description: `stand-in (deploy/standins/${folder}) at ${url}`,
    process: standInProcess,
  };
}

async function startMongod(
  { folder, report }: StoreOptions,
  mongodProgram: string,
): Promise<Store> {
  const dataFolder = join(folder, dataNames.mongo);
  mkdirSync(dataFolder, { recursive: true });
  const port = await claimPort(0);
  const settings = {
    dbpath: dataFolder,
    port: String(port),
    bind_ip: '127.0.0.1',
    wiredTigerCacheSizeGB: '0.25',
  };
  const service: Service = {
    name: 'MongoDB',
    file: mongodProgram,
    args: [
      '--quiet',
      ...Object.entries(settings).flatMap(([setting, value]) => [`--${setting}`, value]),
    ],
    ready: (_child, signal) => until(() => answers({ host: '127.0.0.1', port }), signal),
    answers: probes.mongodb(port),
  };
  const url = `mongodb://127.0.0.1:${port}`;
  return {
    url,
    description: `${mongodProgram} at ${url}`,
    process: await supervise(service, report),
  };
}

async function startRedisStore(
  { folder, report }: StoreOptions,
  serverProgram: string,
): Promise<Store> {
  const { socket, process: redisProcess } = await startRedis(serverProgram, folder, report);
  return { url: socket, description: `${serverProgram} at ${socket}`, process: redisProcess };
}
