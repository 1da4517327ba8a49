#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { startMongoDb } from './server.js';

function exitWithError(errorMessage: string): never {
  console.error(`mongodb stand-in: ${errorMessage}`);
  process.exit(1);
}

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '27017' },
    host: { type: 'string', default: '127.0.0.1' },
    data: { type: 'string' },
    durable: { type: 'string', multiple: true, default: [] },
    snapshot: { type: 'string', multiple: true, default: [] },
    'snapshot-tag': { type: 'string', default: '' },
    'discard-snapshot': { type: 'boolean', default: false },
    'stop-with-parent': { type: 'boolean', default: false },
  },
});
const portNumber = Number(values.port);
if (process.env['NODE_ENV'] === 'production')
  exitWithError('must not run in production; set MONGODB_URI to a real mongod');
if (!Number.isInteger(portNumber) || portNumber < 0 || portNumber > 65_535)
  exitWithError(`--port ${values.port} is not a port`);
if (values.durable.length + values.snapshot.length > 0 && !values.data)
  exitWithError('--durable and --snapshot require --data FOLDER');

console.error(
  'mongodb stand-in: development stand-in, not MongoDB; use it only for development and tests',
);
const { host, data, durable, snapshot: snapshots } = values;
const runningServer = await startMongoDb({
  port: portNumber,
  host,
  data,
  durable,
  snapshots,
  snapshotOptions: { tag: values['snapshot-tag'], discard: values['discard-snapshot'] },
}).catch((startError: Error) => exitWithError(startError.message));

let isStopping = false;
async function stopServer(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => process.exit(1), 1_900).unref();
  await runningServer.stop();
  process.exit(0);
}
process.on('SIGTERM', stopServer);
process.on('SIGINT', stopServer);
if (values['stop-with-parent'])
  process.stdin.on('end', stopServer).on('close', stopServer).resume();
// A supervisor may stop the process as soon as it reads this line.
console.log(
  JSON.stringify({
    ready: true,
    service: 'mongodb',
    port: runningServer.port,
    url: runningServer.url,
  }),
);
