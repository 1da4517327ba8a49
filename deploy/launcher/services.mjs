import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { answers, claimPort } from './ports.mjs';
import { step } from './progress.mjs';
import { readyLine, until } from './readiness.mjs';
import { findRedis, onPath, redisService } from './redis.mjs';
import { Refusal } from './refusal.mjs';
import { root } from './setup.mjs';
import { supervise } from './supervise.mjs';

/** Node's flags for the processes that answer nobody directly: a young generation of 4 MB saves 28 MB of memory in each. */
export const nodeFlags = ['--max-semi-space-size=4', '--disable-warning=ExperimentalWarning'];

/** @typedef {import('./supervise.mjs').Supervised} Supervised */
/** @typedef {{ url: string, what: string, process?: Supervised }} Store its address, and what serves it in words */
/** @typedef {{ eventstore: Store, mongodb: Store, redis: Store }} Stores */
/** @typedef {{ folder: string, database: string, out: import('./progress.mjs').Output, say: (message: string) => void }} Setting */

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
  const redisServer = REDIS_URL ? '' : await findRedis(setting.out);
  const starting = [
    () => (EVENTSTORE_URL ? given(EVENTSTORE_URL) : eventstore(setting)),
    () => (MONGODB_URI ? given(MONGODB_URI) : mongodb(setting)),
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
  return /** @type {Stores} */ ({ eventstore: eventstoreStore, mongodb: mongodbStore, redis: redisStore });
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
  standIn(setting, 'EventStoreDB', 'eventstoredb', ['--data', join(setting.folder, 'eventstore.db')]);

/** @param {Setting} setting */
function mongodb(setting) {
  const mongod = onPath('mongod');
  if (mongod) return realMongodb(setting, mongod);
  const vault = ['--data', join(setting.folder, 'vault'), '--durable', `${setting.database}_vault`];
  return standIn(setting, 'MongoDB', 'mongodb', vault);
}

/**
 * @param {Setting} setting
 * @param {string} name
 * @param {string} folder
 * @param {readonly string[]} args
 * @returns {Promise<Store>}
 */
async function standIn({ say }, name, folder, args) {
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
        return [...nodeFlags, main, ...args, '--port', String(port), '--stop-with-parent'];
      },
      async ready(child, signal) {
        ({ port, url } = await readyLine(child, signal));
      },
    },
    say,
  );
  return { url, what: `stand-in of this repository, deploy/standins/${folder}, at ${url}`, process: process_ };
}

/**
 * @param {Setting} setting
 * @param {string} mongod
 * @returns {Promise<Store>}
 */
async function realMongodb({ folder, say }, mongod) {
  const data = join(folder, 'mongo');
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
  const service = redisService(server, folder);
  const process_ = await supervise(service, say);
  return { url: service.socket, what: `${server} at ${service.socket}`, process: process_ };
}
