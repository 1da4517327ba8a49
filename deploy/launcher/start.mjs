import { relative } from 'node:path';
import { addresses, databaseOf, startApplication, vaultOf } from './application.mjs';
import { compile } from './compile.mjs';
import { accountsOf, checkFolder, openFolder, removeRun, writeRun } from './data-folder.mjs';
import { startMails } from './mails.mjs';
import { help, startOptions } from './options.mjs';
import { claimPort } from './ports.mjs';
import { seconds, step } from './progress.mjs';
import { stopWithParents } from './processes.mjs';
import { command, interruption } from './refusal.mjs';
import { secretsOf } from './secrets.mjs';
import { seedOnce } from './seed.mjs';
import { startStores, startStripe } from './services.mjs';
import { prepare } from './setup.mjs';

const out = process.stdout;
/** @param {string} message */
const say = (message) => void out.write(`${out.isTTY ? '\r\x1b[K' : ''}${message}\n`);

const APPLICATION_GRACE_MS = 7_000;
const STORES_GRACE_MS = 2_000;

await command(async () => {
  const options = startOptions(process.argv.slice(2), process.env, Date.now());
  if (options.help) return say(help);
  if (process.env.npm_lifecycle_event || process.env.COURTLY_NODE) stopWithParents();
  checkFolder(options.data, options);
  const elsewhere = await prepare(out, options.dev ? 'all' : 'start');
  if (elsewhere !== undefined) return elsewhere;
  await compile(out, options);
  await serve(options);
});

/** @param {import('./options.mjs').StartOptions} options */
async function serve(options) {
  const started = performance.now();
  const folder = options.data;
  const release = openFolder(folder, options);
  /** @type {import('./supervise.mjs').Supervised[]} */
  const stores = [];
  /** @type {import('./supervise.mjs').Supervised[]} */
  const application = [];
  try {
    const port = await claimPort(options.port);
    const website = options.dev
      ? await (await import('./dev.mjs')).startWebsite(port, say, application)
      : undefined;
    const publicUrl = website ?? `http://localhost:${port}`;
    const secrets = secretsOf(folder, process.env);
    const addressed = await startStores(
      { folder, vault: vaultOf(process.env), database: databaseOf(process.env), out, say },
      stores,
    );
    // Production has no stand-ins, and somebody else's server takes the mails of whoever names one.
    const isOwn = !process.env.MAIL_URL && process.env.NODE_ENV !== 'production';
    const mails = isOwn ? await startMails(say, stores) : undefined;
    const stripe = await startStripe({ folder, out, say }, port, stores);
    const told = addresses({ ...options, folder, publicUrl }, addressed, process.env);
    /** @type {Record<string, string>} */
    const known = { ...told, ...(mails && { MAIL_URL: mails.smtp }), ...stripe?.env };
    const env = { ...process.env, ...known, ...secrets };
    // A debugger may hold what is being developed.
    const setting = { port, env, say, watched: !options.dev, worker: options.worker };
    // Before there is a worker: what the demo lets happen in the past is overdue by then.
    if (options.seed) await seedOnce(folder, env, say);
    await step(out, 'Starting the application', () => startApplication(setting, application));
    if (options.dev) await (await import('./dev.mjs')).watchSources(say, application);
    writeRun(folder, {
      pid: process.pid,
      url: `http://127.0.0.1:${port}`,
      mails: mails?.page,
      env: known,
    });
    say(`\nCourtly is running at ${known.PUBLIC_URL} (ready in ${seconds(started)})\n`);
    say(summary(addressed, mails, stripe, folder, options));
    await new Promise((resolve) => interruption.signal.addEventListener('abort', resolve));
    say('Stopping ...');
  } finally {
    removeRun(folder);
    await stopAll(application, APPLICATION_GRACE_MS);
    await stopAll(stores, STORES_GRACE_MS);
    release();
  }
}

/**
 * @param {import('./services.mjs').Stores} stores
 * @param {import('./mails.mjs').Mails | undefined} mails
 * @param {{ what: string } | undefined} stripe
 * @param {string} folder
 * @param {import('./options.mjs').StartOptions} options
 */
function summary({ eventstore, mongodb, redis }, mails, stripe, folder, { clockOffsetMs }) {
  const accounts = accountsOf(folder).map(
    ({ role, email, password }) => `    ${role.padEnd(12)} ${email.padEnd(32)} ${password}`,
  );
  const paid = process.env.STRIPE_SECRET_KEY ? 'the account of STRIPE_SECRET_KEY' : 'off';
  return [
    `  EventStoreDB: ${eventstore.what}`,
    `  MongoDB: ${mongodb.what}`,
    `  Redis: ${redis.what}`,
    `  Mail: ${mails ? `shown at ${mails.page}, none leaves this machine` : process.env.MAIL_URL ? 'the server of MAIL_URL' : 'off'}`,
    `  Stripe: ${stripe ? `${stripe.what}; the card 4242 4242 4242 4242 pays, no money moves` : paid}`,
    ...(clockOffsetMs
      ? [`  Clock: it is ${new Date(Date.now() + clockOffsetMs).toISOString()} here (--now)`]
      : []),
    ...(accounts.length ? ['', '  Demo accounts', ...accounts] : []),
    '',
    `Ctrl-C stops it; the data stays in ${relative(process.cwd(), folder) || '.'}.`,
  ].join('\n');
}

/**
 * @param {readonly import('./supervise.mjs').Supervised[]} processes
 * @param {number} graceMs
 */
async function stopAll(processes, graceMs) {
  await Promise.all(processes.map((each) => each.stop(graceMs)));
}
