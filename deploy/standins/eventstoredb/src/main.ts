#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { logVerbosity, setLogVerbosity } from '@grpc/grpc-js';
import { startEventStoreDb, type EventStoreOptions } from './server.js';

const parseCommandLine = () =>
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

function parseOptions(commandArguments: ReturnType<typeof parseCommandLine>): EventStoreOptions {
  const {
    data: dataFile,
    port,
    host,
    'tls-cert': certificatePath,
    'tls-key': privateKeyPath,
    username,
    password,
  } = commandArguments;
  if (!dataFile || !/^\d+$/.test(port ?? ''))
    throw new Error('usage: --data FILE --port N (0 picks a free port)');
  const liveBuffer = commandArguments['live-buffer'];
  if (liveBuffer !== undefined && !/^\d+$/.test(liveBuffer))
    throw new Error('--live-buffer must be a number of events');
  if (Boolean(certificatePath) !== Boolean(privateKeyPath))
    throw new Error('--tls-cert and --tls-key must be used together');
  if (Boolean(username) !== Boolean(password))
    throw new Error('--username and --password must be used together');
  return {
    file: dataFile,
    port: Number(port),
    host,
    tls:
      certificatePath && privateKeyPath
        ? { cert: readFileSync(certificatePath), key: readFileSync(privateKeyPath) }
        : undefined,
    liveBuffer: liveBuffer === undefined ? undefined : Number(liveBuffer),
    credentials: username && password ? { username, password } : undefined,
  };
}

setLogVerbosity(logVerbosity.NONE);
try {
  const commandArguments = parseCommandLine();
  if (process.env.NODE_ENV === 'production')
    throw new Error('the development stand-in must not run in production');
  const { url, port, stop } = await startEventStoreDb(parseOptions(commandArguments));
  console.error(
    'eventstoredb: development stand-in, not EventStoreDB; use it only for development and tests',
  );
  const stopAndExit = () => void stop().then(() => process.exit());
  process.once('SIGTERM', stopAndExit).once('SIGINT', stopAndExit);
  if (commandArguments['stop-with-parent']) process.stdin.once('end', stopAndExit).resume();
  // A supervisor may stop the process as soon as it reads this line.
  console.log(JSON.stringify({ ready: true, service: 'eventstoredb', port, url }));
} catch (startError) {
  console.error(`eventstoredb: ${(startError as Error).message}`);
  process.exitCode = 1;
}
