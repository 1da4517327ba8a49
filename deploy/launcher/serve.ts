import { relative } from 'node:path';
import { addresses, databaseOf, startApplication, vaultOf } from './application.ts';
import { interruption } from './cli-error.mjs';
import { buildServer, startWebsiteBuild } from './compile.ts';
import {
  accountsOf,
  checkFolder,
  isSeeded,
  openFolder,
  removeRun,
  writeRun,
} from './data-folder.ts';
import { startMails, type MailAddresses } from './mails.ts';
import type { StartOptions } from './options.mjs';
import { claimPort } from './ports.ts';
import { lineWriter, seconds, step, type Output } from './progress.mjs';
import { secretsOf } from './secrets.ts';
import { seedDemo } from './seed.ts';
import { startStores, startStripe, type Stores } from './services.ts';
import type { Supervised } from './supervise.ts';

const APPLICATION_GRACE_MS = 7_000;
const STORES_GRACE_MS = 2_000;

/**
 * Builds Courtly, starts everything that it needs, and serves until the user interrupts the
 * command.
 */
export async function serve(options: StartOptions, out: Output): Promise<void> {
  const { data: folder, dev } = options;
  checkFolder(folder, options);
  await buildServer(out);
  const websiteBuild = dev ? undefined : startWebsiteBuild();
  const startedAt = performance.now();
  const report = lineWriter(out);
  const unlockFolder = openFolder(folder, options);
  const storeProcesses: Supervised[] = [];
  const applicationProcesses: Supervised[] = [];
  try {
    const port = await claimPort(options.port);
    const websiteUrl = dev
      ? await (await import('./dev.ts')).startWebsite(port, report, applicationProcesses)
      : undefined;
    const publicUrl = websiteUrl ?? `http://localhost:${port}`;
    const storeOptions = {
      folder,
      database: databaseOf(process.env),
      vault: vaultOf(process.env),
      out,
      report,
    };
    const secrets = secretsOf(folder, process.env);
    const stores = await startStores(storeOptions, storeProcesses);
    // Production has no stand-ins, and MAIL_URL names a different email server.
    const needsMails = !process.env.MAIL_URL && process.env.NODE_ENV !== 'production';
    const mails = needsMails ? await startMails(report, storeProcesses) : undefined;
    const stripe = await startStripe(storeOptions, port, storeProcesses);
    const publicEnv = (): Record<string, string> => ({
      ...addresses({ ...options, folder, publicUrl }, stores, process.env),
      ...(mails && { MAIL_URL: mails.smtp }),
      ...stripe?.env,
    });
    const fullEnv = () => ({ ...process.env, ...publicEnv(), ...secrets });
    // This runs before a worker starts, because the demo's past deadlines would be overdue by then.
    if (options.seed && !isSeeded(folder))
      await step(out, 'Creating the demo', (showDetail) =>
        seedDemo(folder, fullEnv(), showDetail, options),
      );
    if (websiteBuild) await step(out, 'Building the website', () => websiteBuild);
    if (options.application)
      await step(out, 'Starting the application', (showDetail) =>
        startApplication(
          {
            folder,
            port,
            env: fullEnv(),
            report,
            showDetail,
            // In development, a debugger may pause an application.
            isWatched: !dev,
            hasWorker: options.worker,
          },
          applicationProcesses,
        ),
      );
    if (dev) await (await import('./dev.ts')).watchSources(report, applicationProcesses);
    const env = publicEnv();
    const pid = process.pid;
    writeRun(folder, { pid, url: `http://127.0.0.1:${port}`, mails: mails?.page, env });
    const what = options.application
      ? `Courtly is running at ${env.PUBLIC_URL}`
      : 'The stores are running';
    report(`\n${what} (ready in ${seconds(startedAt)})\n`);
    report(summary(stores, mails, stripe, options));
    await new Promise((resolve) => interruption.signal.addEventListener('abort', resolve));
    report('Stopping ...');
  } finally {
    removeRun(folder);
    await stopAll(applicationProcesses, APPLICATION_GRACE_MS);
    await stopAll(storeProcesses, STORES_GRACE_MS);
    unlockFolder();
  }
}

/** Describes the services, the demo accounts, and how to stop. */
function summary(
  { eventstore, mongodb, redis }: Stores,
  mails: MailAddresses | undefined,
  stripe: { description: string } | undefined,
  { data: folder, clockOffsetMs }: StartOptions,
): string {
  const accountLines = accountsOf(folder).map(
    ({ role, email, password }) => `    ${role.padEnd(12)} ${email.padEnd(32)} ${password}`,
  );
  return [
    `  EventStoreDB: ${eventstore.description}`,
    `  MongoDB: ${mongodb.description}`,
    `  Redis: ${redis.description}`,
    `  Email: ${mailSummary(mails)}`,
    `  Stripe: ${stripeSummary(stripe)}`,
    ...(clockOffsetMs
      ? [`  Clock: ${new Date(Date.now() + clockOffsetMs).toISOString()} (--now)`]
      : []),
    ...(accountLines.length ? ['', '  Demo accounts', ...accountLines] : []),
    '',
    `Ctrl-C stops it; the data stays in ${relative(process.cwd(), folder) || '.'}.`,
  ].join('\n');
}

function mailSummary(mails: MailAddresses | undefined): string {
  if (mails) return `shown at ${mails.page}; none leaves this machine`;
  return process.env.MAIL_URL ? 'the server in MAIL_URL' : 'off';
}

function stripeSummary(stripe: { description: string } | undefined): string {
  if (stripe) return `${stripe.description}; pay with the card 4242 4242 4242 4242; no money moves`;
  return process.env.STRIPE_SECRET_KEY ? 'the account of STRIPE_SECRET_KEY' : 'off';
}

const stopAll = (processes: readonly Supervised[], graceMs: number): Promise<unknown> =>
  Promise.all(processes.map((supervised) => supervised.stop(graceMs)));
