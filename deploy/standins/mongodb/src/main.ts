import { parseArgs } from 'node:util';
import { startMongoDb } from './server.js';

function fail(message: string): never {
  console.error(`mongodb stand-in: ${message}`);
  process.exit(1);
}

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '27017' },
    host: { type: 'string', default: '127.0.0.1' },
    data: { type: 'string' },
    durable: { type: 'string', multiple: true, default: [] },
    'stop-with-parent': { type: 'boolean', default: false },
  },
});
const port = Number(values.port);
if (process.env['NODE_ENV'] === 'production')
  fail('refuses to run in production; set MONGODB_URI to a real mongod');
if (!Number.isInteger(port) || port < 0 || port > 65_535) fail(`--port ${values.port} is no port`);
if (values.durable.length > 0 && !values.data) fail('--durable needs --data FOLDER');

console.error(
  'mongodb stand-in: a development stand-in for MongoDB, not a database; never use it in production',
);
const { host, data, durable } = values;
const mongodb = await startMongoDb({ port, host, data, durable }).catch((error: Error) =>
  fail(error.message),
);

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(1), 1_900).unref();
  await mongodb.stop();
  process.exit(0);
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
if (values['stop-with-parent']) process.stdin.on('end', stop).on('close', stop).resume();
// Whoever reads this may end it at once.
console.log(
  JSON.stringify({ ready: true, service: 'mongodb', port: mongodb.port, url: mongodb.url }),
);
