#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { logVerbosity, setLogVerbosity } from '@grpc/grpc-js';
import { startEventStoreDb, type Options } from './server.js';

const commandLine = () =>
  parseArgs({
    options: {
      data: { type: 'string' },
      port: { type: 'string' },
      host: { type: 'string' },
      'tls-cert': { type: 'string' },
      'tls-key': { type: 'string' },
      username: { type: 'string' },
      password: { type: 'string' },
      'live-buffer': { type: 'string' },
      'stop-with-parent': { type: 'boolean' },
    },
  }).values;

function optionsOf(args: ReturnType<typeof commandLine>): Options {
  const { data: file, port, host, 'tls-cert': cert, 'tls-key': key, username, password } = args;
  if (!file || !/^\d+$/.test(port ?? ''))
    throw new Error('usage: --data FILE --port N (0 takes any free port)');
  const liveBuffer = args['live-buffer'];
  if (liveBuffer !== undefined && !/^\d+$/.test(liveBuffer))
    throw new Error('--live-buffer is a number of bytes');
  if (Boolean(cert) !== Boolean(key)) throw new Error('--tls-cert and --tls-key belong together');
  if (Boolean(username) !== Boolean(password))
    throw new Error('--username and --password belong together');
  return {
    file,
    port: Number(port),
    host,
    tls: cert && key ? { cert: readFileSync(cert), key: readFileSync(key) } : undefined,
    liveBuffer: liveBuffer === undefined ? undefined : Number(liveBuffer),
    credentials: username && password ? { username, password } : undefined,
  };
}

setLogVerbosity(logVerbosity.NONE);
try {
  const args = commandLine();
  if (process.env.NODE_ENV === 'production')
    throw new Error('the development stand-in does not run in production');
  const { url, port, stop } = await startEventStoreDb(optionsOf(args));
  console.error(
    'eventstoredb: development stand-in, not EventStoreDB; for development and tests only',
  );
  const exit = () => void stop().then(() => process.exit());
  process.once('SIGTERM', exit).once('SIGINT', exit);
  if (args['stop-with-parent']) process.stdin.once('end', exit).resume();
  // Whoever reads this may end it at once.
  console.log(JSON.stringify({ ready: true, service: 'eventstoredb', port, url }));
} catch (error) {
  console.error(`eventstoredb: ${(error as Error).message}`);
  process.exitCode = 1;
}
