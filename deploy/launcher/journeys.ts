import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patience } from '../../backend/testing/patience.ts';
import { findChromium, findFirefox, findWebKit } from './browsers.ts';
import { run, startChild, type Child } from './children.mjs';
import { CliError } from './cli-error.mjs';
import { currentRun } from './data-folder.ts';
import { startIdentityProvider } from './identity-provider.ts';
import { orSkipped, withTool } from './missing-tool.ts';
import { installOnDemand } from './on-demand.ts';
import { claimPort } from './ports.ts';
import { step } from './progress.mjs';
import { until } from './readiness.ts';
import { findRedis } from './redis.ts';
import { root } from './setup.mjs';
import { failureLine, type Tally } from './tally.ts';

const out = process.stdout;
const START_MS = 90_000;
const STOP_MS = 20_000;
const externalVariables = [
  'EVENTSTORE_URL',
  'MONGODB_URI',
  'MONGODB_DATABASE',
  'REDIS_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRETS',
  'STRIPE_URL',
  'PUBLIC_URL',
  'POLICY_FILE',
  'NODE_ENV',
];

/**
 * Runs work against a separate Courtly as `npm start` starts it: all services and the demo, in a
 * temporary folder. There is no limit on registrations.
 * @param work `mailPage` is the address of the page that shows sent emails
 * @throws {CliError} with the output of the start if it failed
 */
export async function withCourtly<Result>(
  work: (url: string, mailPage: string | undefined) => Promise<Result>,
  moreEnv: Readonly<Record<string, string>> = {},
): Promise<Result> {
  await findRedis(out);
  const folder = mkdtempSync(join(tmpdir(), 'courtly-journeys-'));
  const data = join(folder, 'data');
  const ownEnv = Object.entries(process.env).filter(([name]) => !externalVariables.includes(name));
  const env = { ...Object.fromEntries(ownEnv), ...moreEnv };
  const policyFile = join(folder, 'policy.json');
  // All registrations come from the same IP address, and journeys read reviews by both sides.
  const policy = { ...readPolicy(), registrationsPerHour: null, reviewEditMinutes: 0 };
  writeFileSync(policyFile, JSON.stringify(policy));
  const startScript = join(root, 'deploy', 'launcher', 'start.mjs');
  const args = ['--data', data, '--port', '0', '--policy', policyFile];
  const courtly = startChild(process.execPath, [startScript, ...args], { cwd: root, env });
  try {
    const url = await step(out, 'Starting Courtly with its demo', () => addressOf(courtly, data));
    return await work(url, currentRun(data)?.mails);
  } finally {
    await courtly.stop(STOP_MS);
    rmSync(folder, { recursive: true, force: true });
  }
}

const readPolicy = (): object =>
  JSON.parse(readFileSync(join(root, 'deploy', 'policies', 'standard.json'), 'utf8'));

async function addressOf(courtly: Child, data: string): Promise<string> {
  const courtlyEnd = new AbortController();
  void courtly.ended.then(() =>
    courtlyEnd.abort(new CliError(`Courtly did not start:\n${courtly.lines.join('\n')}`)),
  );
  const deadline = AbortSignal.any([courtlyEnd.signal, AbortSignal.timeout(patience(START_MS))]);
  await until(async () => currentRun(data) !== undefined, deadline);
  return String(currentRun(data)?.env.PUBLIC_URL);
}

/**
 * Runs the journeys of frontend/e2e in Chromium, each at one size and those about layout at both.
 * @param args of `playwright test`
 */
export const journeys = (args: readonly string[]): Promise<Tally> => withChromium('journeys', args);

/**
 * Runs only the journeys about booking, payment, and access in Chromium, each at one size.
 * @param args of `playwright test`
 */
export const coreJourneys = (args: readonly string[]): Promise<Tally> =>
  withChromium('core-journeys', args, { JOURNEYS: 'core' });

/**
 * Runs the journeys in Chromium, each on a phone and on a desktop.
 * @param args of `playwright test`
 */
export const sizes = (args: readonly string[]): Promise<Tally> =>
  withChromium('sizes', args, { JOURNEYS: 'both sizes' });

const withChromium = (
  layer: string,
  args: readonly string[],
  moreEnv: Record<string, string> = {},
): Promise<Tally> =>
  withTool(
    layer,
    () => findChromium(out),
    (chromium) => runJourneys(layer, { CHROMIUM: chromium, ...moreEnv }, args),
  );

/**
 * Runs the journeys in Firefox and WebKit. An engine that cannot be installed here is skipped.
 * @param args of `playwright test`
 */
export async function engines(args: readonly string[]): Promise<Tally> {
  const firefox = await orSkipped('engines: Firefox', () => findFirefox(out));
  const webkit = await orSkipped('engines: WebKit', async () => {
    const found = await findWebKit(out);
    await installOnDemand('the client of WebKit', out);
    return found;
  });
  const missingCount = [firefox, webkit].filter((engine) => engine === undefined).length;
  if (missingCount === 2) return { passed: 0, failed: 0, skipped: 2 };
  const tally = await runJourneys(
    'engines',
    {
      ...(firefox && { FIREFOX: firefox }),
      ...(webkit && { WEBKIT_DRIVER: webkit.driver, XVFB: webkit.xvfb }),
    },
    args,
  );
  return { ...tally, skipped: tally.skipped + missingCount };
}

/** @param browsers their paths, by the variables that frontend/playwright.config.ts reads */
const runJourneys = (
  layer: string,
  browsers: Record<string, string>,
  args: readonly string[],
): Promise<Tally> =>
  withTool(
    layer,
    () => findRedis(out),
    () => runPlaywright(browsers, args),
  );

async function runPlaywright(
  browsers: Record<string, string>,
  args: readonly string[],
): Promise<Tally> {
  const identityProvider = await startIdentityProvider(await claimPort(0));
  const runOn = async (url: string, mailPage = '') => {
    const folder = mkdtempSync(join(tmpdir(), 'courtly-test-'));
    const reportFile = join(folder, 'report.json');
    try {
      const env = {
        ...process.env,
        ...browsers,
        COURTLY_URL: url,
        COURTLY_MAILS: mailPage,
        JOURNEYS_REPORT: reportFile,
      };
      const cliScript = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
      const configFile = join(root, 'frontend', 'playwright.config.ts');
      const { code } = await run(
        process.execPath,
        [cliScript, 'test', '--config', configFile, ...args],
        { cwd: root, env, inherit: 'output' },
      );
      const report = existsSync(reportFile)
        ? JSON.parse(readFileSync(reportFile, 'utf8'))
        : undefined;
      return tallyJourneys(report, code);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  try {
    return await withCourtly(runOn, identityProvider.env);
  } finally {
    identityProvider.stop();
  }
}

/** The part of Playwright's report that we read. */
type PlaywrightReport = {
  stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>;
  errors: readonly { message?: string }[];
  suites: readonly PlaywrightSuite[];
};
type PlaywrightSuite = {
  suites?: readonly PlaywrightSuite[];
  specs: readonly { title: string; file: string; tests: readonly PlaywrightTest[] }[];
};
type PlaywrightTest = {
  projectName: string;
  status: string;
  results: readonly { error?: { message?: string } }[];
};

/**
 * Counts the tests in Playwright's report. An error outside a journey counts as a failure, as does
 * a run that failed.
 */
export function tallyJourneys(report: PlaywrightReport | undefined, exitCode: number): Tally {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  const errors = report?.errors ?? [];
  const failed = unexpected + flaky + errors.length;
  return {
    passed: expected,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped,
    failures: [
      ...(report?.suites ?? []).flatMap(failuresOf),
      ...errors.map(({ message = '' }) => failureLine('journeys', 'outside any journey', message)),
    ],
  };
}

function failuresOf({ specs, suites = [] }: PlaywrightSuite): string[] {
  const directFailures = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => {
        const message = results.find(({ error }) => error)?.error?.message ?? '';
        return failureLine(`[${projectName}] ${file}`, title, message);
      }),
  );
  return [...directFailures, ...suites.flatMap(failuresOf)];
}
