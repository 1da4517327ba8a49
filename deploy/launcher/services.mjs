import { existsSync, mkdirSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { buildFingerprint } from './compile.mjs';
import { checkKept, keep } from './folder-format.mjs';
import { answers, claimPort } from './ports.mjs';
import { probes } from './probes.mjs';
import { step } from './progress.mjs';
import { readyLine, until } from './readiness.mjs';
import { onPath } from './debian.mjs';
import { findRedis } from './redis.mjs';
import { startRedis } from './redis-service.mjs';
import { Refusal } from './refusal.mjs';
import { root } from './setup.mjs';
import { supervise } from './supervise.mjs';

/** Node's flags for the processes that answer nobody directly: a young generation of 4 MB saves 28 MB of memory in each. */
export const nodeFlags = ['--max-semi-space-size=4', '--disable-warning=ExperimentalWarning'];

/**
 * Every read waits for the one for MongoDB: what an answer is made of is gone before it grows old, and no large heap is marked for it.
 * It holds all read models in memory, so it may take half of the machine's. Node itself stops at 4 GB; those of half a
 * million bookings take two.
 */
const mongodbFlags = [
  '--max-semi-space-size=16',
  `--max-old-space-size=${Math.floor(totalmem() / 2 / 2 ** 20)}`,
];

const EVENTS = 'eventstore.db';
const VAULT = 'vault';
const MONGO = 'mongo';
const STRIPE = 'stripe.db';

/** What the stand-in for Stripe is asked with: it opens nothing but that. */
const stripeKeys = {
  STRIPE_SECRET_KEY: 'sk_test_courtly',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_courtly',
  STRIPE_WEBHOOK_SECRETS: 'whsec_courtly',
};

/** @typedef {import('./supervise.mjs').Supervised} Supervised */
/** @typedef {{ url: string, what: string, process?: Supervised }} Store its address, and what serves it in words */
/** @typedef {{ eventstore: Store, mongodb: Store, redis: Store }} Stores */
/** `vault` and `database`: the names of the databases of people's keys and of the read models. */
/** @typedef {{ folder: string, vault: string, database: string, out: import('./progress.mjs').Output, say: (message: string) => void }} Setting */

/**
 * Starts the three stores side by side, those apart whose address the environment gives.
 * @param {Setting} setting
 * @param {Supervised[]} running receives what has been started, also when another fails
 * @returns {Promise<Stores>}
 */
export async function startStores(setting, running) {
  const { EVENTSTORE_URL, MONGODB_URI, REDIS_URL, NODE_ENV } = process.env;
  if (NODE_ENV === 'production' && !(EVENTSTORE_URL && MONGODB_URI && REDIS_URL))
    throw new Refusal(
      'NODE_ENV=production needs EVENTSTORE_URL, MONGODB_URI and REDIS_URL: stand-ins are for trying things out.',
    );
  const mongod = findMongod(setting.folder);
  const vault = mongod ? MONGO : join(VAULT, `${setting.vault}.bsonlog`);
  const kept = [...(EVENTSTORE_URL ? [] : [EVENTS]), ...(MONGODB_URI ? [] : [vault])];
  checkKept(setting.folder, kept);
  const redisServer = REDIS_URL ? '' : await findRedis(setting.out);
  const starting = [
    () => (EVENTSTORE_URL ? given(EVENTSTORE_URL) : eventstore(setting)),
    () => (MONGODB_URI ? given(MONGODB_URI) : mongodb(setting, mongod)),
    () => (REDIS_URL ? given(REDIS_URL) : redis(setting, redisServer)),
  ];
  const stores = await step(setting.out, 'Starting the stores', () =>
    Promise.allSettled(starting.map((start) => start())),
  );
  for (const store of stores)
    if (store.status === 'fulfilled' && store.value.process) running.push(store.value.process);
  const [eventstoreStore, mongodbStore, redisStore] = stores.map((store) => {
    if (store.status === 'rejected') throw store.reason;
    return store.value;
  });
  keep(setting.folder, kept);
  return /** @type {Stores} */ ({
    eventstore: eventstoreStore,
    mongodb: mongodbStore,
    redis: redisStore,
  });
}

/**
 * @param {string} url
 * @returns {Promise<Store>}
 */
async function given(url) {
  return { url, what: `${url.replace(/\/\/[^/@]*@/, '//')} (from the environment)` };
}

/** @param {Setting} setting */
const eventstore = (setting) =>
  standIn(
    setting,
    'EventStoreDB',
    'eventstoredb',
    () => ['--data', join(setting.folder, EVENTS)],
    probes.eventstore,
  );

/** The real server of this machine; a folder that the stand-in began goes on with that. @param {string} folder */
const findMongod = (folder) => (existsSync(join(folder, VAULT)) ? undefined : onPath('mongod'));

/**
 * @param {Setting} setting
 * @param {string | undefined} mongod
 */
function mongodb(setting, mongod) {
  if (mongod) return realMongodb(setting, mongod);
  let isFirstStart = true;
  const args = () => {
    const databases = ['--durable', setting.vault, '--snapshot', setting.database];
    const snapshot = ['--snapshot-tag', buildFingerprint()];
    // Running projectors have read past the snapshot, and would skip the events in between.
    if (!isFirstStart) snapshot.push('--discard-snapshot');
    isFirstStart = false;
    return ['--data', join(setting.folder, VAULT), ...databases, ...snapshot];
  };
  return standIn(setting, 'MongoDB', 'mongodb', args, probes.mongodb, mongodbFlags);
}

/**
 * Starts the stand-in for Stripe, unless the environment names an account.
 * @param {Pick<Setting, 'folder' | 'out' | 'say'>} setting
 * @param {number} port of the application, which hears from it
 * @param {Supervised[]} running receives what has been started
 * @returns {Promise<{ what: string, env: Record<string, string> } | undefined>} what the application is told of it
 */
export async function startStripe(setting, port, running) {
  if (process.env.STRIPE_SECRET_KEY || process.env.NODE_ENV === 'production') return undefined;
  const {
    STRIPE_SECRET_KEY: secret,
    STRIPE_PUBLISHABLE_KEY: publishable,
    STRIPE_WEBHOOK_SECRETS: signing,
  } = stripeKeys;
  const keys = [
    '--secret-key',
    secret,
    '--publishable-key',
    publishable,
    '--webhook-secret',
    signing,
  ];
  const webhook = ['--webhook-url', `http://127.0.0.1:${port}/api/webhooks/stripe`];
  const args = () => ['--data', join(setting.folder, STRIPE), ...keys, ...webhook];
  const probe = (/** @type {number} */ own) => probes.http(`http://127.0.0.1:${own}/_control`);
  const stripe = await standIn(setting, 'Stripe', 'stripe', args, probe);
  if (stripe.process) running.push(stripe.process);
  return { what: stripe.what, env: { ...stripeKeys, STRIPE_URL: stripe.url } };
}

/**
 * Starts a stand-in of this repository; what it warns of is passed on.
 * @param {Pick<Setting, 'say'>} setting
 * @param {string} name
 * @param {string} folder
 * @param {() => readonly string[]} argsOf asked at each start
 * @param {(port: number) => import('./silence.mjs').Probe} probe
 * @param {readonly string[]} flags of Node's, besides
 * @returns {Promise<Store>}
 */
export async function standIn({ say }, name, folder, argsOf, probe, flags = []) {
  const main = join(root, 'deploy', 'standins', folder, 'dist', 'main.js');
  let port = 0;
  let url = '';
  const process_ = await supervise(
    {
      name,
      file: process.execPath,
      // Buffers come and go in several threads, of which glibc would keep an arena each.
      env: { ...process.env, MALLOC_ARENA_MAX: '2' },
      // Asked again at each start: the clients keep the address, so a restart takes the first port.
      get args() {
        return [
          ...nodeFlags,
          ...flags,
          main,
          ...argsOf(),
          '--port',
          String(port),
          '--stop-with-parent',
        ];
      },
      onLine(line) {
        if (line.includes(' stand-in: warning: ')) say(line);
      },
      async ready(child, signal) {
        ({ port, url } = await readyLine(child, signal));
      },
      answers: (withinMs) => probe(port)(withinMs),
    },
    say,
  );
  return {
    url,
    what: `stand-in of this repository, deploy/standins/${folder}, at ${url}`,
    process: process_,
  };
}

/**
 * @param {Setting} setting
 * @param {string} mongod
 * @returns {Promise<Store>}
 */
async function realMongodb({ folder, say }, mongod) {
  const data = join(folder, MONGO);
  mkdirSync(data, { recursive: true });
  const port = await claimPort(0);
  const args = [
    '--dbpath',
    data,
    '--port',
    String(port),
    '--bind_ip',
    '127.0.0.1',
    '--quiet',
    '--wiredTigerCacheSizeGB',
    '0.25',
  ];
  const url = `mongodb://127.0.0.1:${port}`;
  const process_ = await supervise(
    {
      name: 'MongoDB',
      file: mongod,
      args,
      ready: (_child, signal) => until(() => answers({ host: '127.0.0.1', port }), signal),
      answers: probes.mongodb(port),
    },
    say,
  );
  return { url, what: `${mongod} at ${url}`, process: process_ };
}

/**
 * @param {Setting} setting
 * @param {string} server
 * @returns {Promise<Store>}
 */
async function redis({ folder, say }, server) {
  const { socket, process: process_ } = await startRedis(server, folder, say);
  return { url: socket, what: `${server} at ${socket}`, process: process_ };
}
