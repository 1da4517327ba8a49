#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { startStripe, type StripeOptions } from './server.js';

const parseCommandLine = () =>
  parseArgs({
    options: {
      data: { type: 'string' },
      port: { type: 'string' },
      host: { type: 'string' },
      'secret-key': { type: 'string' },
      'publishable-key': { type: 'string' },
      'webhook-url': { type: 'string' },
      'webhook-secret': { type: 'string' },
      payouts: { type: 'string', default: 'manual' },
      'top-up': { type: 'string', default: '0' },
      'stop-with-parent': { type: 'boolean' },
    },
  }).values;

function parseOptions(commandArguments: ReturnType<typeof parseCommandLine>): StripeOptions {
  const {
    data: dataFile,
    port,
    host,
    'webhook-url': webhookUrl,
    'webhook-secret': webhookSecret,
    payouts,
    'top-up': topUp,
  } = commandArguments;
  if (!dataFile || !/^\d+$/.test(port ?? ''))
    throw new Error('usage: --data FILE --port N (0 picks a free port)');
  if (Boolean(webhookUrl) !== Boolean(webhookSecret))
    throw new Error('--webhook-url and --webhook-secret must be used together');
  if (payouts !== 'manual' && payouts !== 'daily')
    throw new Error('--payouts must be manual or daily');
  if (!/^\d+$/.test(topUp)) throw new Error('--top-up must be an amount in cents');
  return {
    file: dataFile,
    port: Number(port),
    host,
    keys: {
      secret: commandArguments['secret-key'],
      publishable: commandArguments['publishable-key'],
    },
    webhook: webhookUrl && webhookSecret ? { url: webhookUrl, secret: webhookSecret } : undefined,
    payouts,
    topUp: Number(topUp),
  };
}

try {
  const commandArguments = parseCommandLine();
  if (process.env.NODE_ENV === 'production')
    throw new Error('the development stand-in must not run in production');
  const { url, port, stop } = await startStripe(parseOptions(commandArguments));
  console.error('stripe: development stand-in, not Stripe; use it only for development and tests');
  const stopAndExit = () => void stop().then(() => process.exit());
  process.once('SIGTERM', stopAndExit).once('SIGINT', stopAndExit);
  if (commandArguments['stop-with-parent']) process.stdin.once('end', stopAndExit).resume();
  // A supervisor may stop the process as soon as it reads this line.
  console.log(JSON.stringify({ ready: true, service: 'stripe', port, url }));
} catch (startError) {
  console.error(`stripe: ${(startError as Error).message}`);
  process.exitCode = 1;
}
