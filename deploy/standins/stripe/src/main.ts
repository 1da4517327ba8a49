#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { startStripe, type Options } from './server.js';

const commandLine = () =>
  parseArgs({
    options: {
      data: { type: 'string' },
      port: { type: 'string' },
      host: { type: 'string' },
      'secret-key': { type: 'string' },
      'publishable-key': { type: 'string' },
      'webhook-url': { type: 'string' },
      'webhook-secret': { type: 'string' },
      'stop-with-parent': { type: 'boolean' },
    },
  }).values;

function optionsOf(args: ReturnType<typeof commandLine>): Options {
  const { data: file, port, host, 'webhook-url': url, 'webhook-secret': secret } = args;
  if (!file || !/^\d+$/.test(port ?? ''))
    throw new Error('usage: --data FILE --port N (0 takes any free port)');
  if (Boolean(url) !== Boolean(secret))
    throw new Error('--webhook-url and --webhook-secret belong together');
  return {
    file,
    port: Number(port),
    host,
    keys: { secret: args['secret-key'], publishable: args['publishable-key'] },
    webhook: url && secret ? { url, secret } : undefined,
  };
}

try {
  const args = commandLine();
  if (process.env.NODE_ENV === 'production')
    throw new Error('the development stand-in does not run in production');
  const { url, port, stop } = await startStripe(optionsOf(args));
  console.error('stripe: development stand-in, not Stripe; for development and tests only');
  const exit = () => void stop().then(() => process.exit());
  process.once('SIGTERM', exit).once('SIGINT', exit);
  if (args['stop-with-parent']) process.stdin.once('end', exit).resume();
  // Whoever reads this may end it at once.
  console.log(JSON.stringify({ ready: true, service: 'stripe', port, url }));
} catch (error) {
  console.error(`stripe: ${(error as Error).message}`);
  process.exitCode = 1;
}
