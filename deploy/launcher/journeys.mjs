import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium, findFirefox, findWebKit } from './browsers.mjs';
import { run, startChild } from './children.mjs';
import { currentRun } from './data-folder.ts';
import { failure } from './failure.mjs';
import { orSkipped } from './missing-tool.mjs';
import { step } from './progress.mjs';
import { until } from './readiness.ts';
import { findRedis } from './redis.ts';
import { CliError } from './cli-error.mjs';
import { root } from './setup.mjs';

const out = process.stdout;
const START_MS = 180_000;
const STOP_MS = 20_000;
const elsewhere = [
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
 * temporary folder. Any number of people may register.
 * @template T
 * @param {(url: string, mails: string | undefined) => Promise<T>} work `mails` is the page that shows what was written to people
 * @returns {Promise<T>}
 * @throws {CliError} with what the start said, when it failed
 */
export async function withCourtly(work) {
  await findRedis(out);
  const folder = mkdtempSync(join(tmpdir(), 'courtly-journeys-'));
  const data = join(folder, 'data');
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !elsewhere.includes(name)),
  );
  const policy = join(folder, 'policy.json');
  // All these people come from one address.
  writeFileSync(policy, JSON.stringify({ ...readPolicy(), registrationsPerHour: null }));
  const start = [
    join(root, 'deploy', 'launcher', 'start.mjs'),
    '--data',
    data,
    '--port',
    '0',
    '--policy',
    policy,
  ];
  const courtly = startChild(process.execPath, start, { cwd: root, env });
  try {
    const url = await step(out, 'Starting Courtly with its demo', () => addressOf(courtly, data));
    return await work(url, currentRun(data)?.mails);
  } finally {
    await courtly.stop(STOP_MS);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns {object} the standard rules */
const readPolicy = () =>
  JSON.parse(readFileSync(join(root, 'deploy', 'policies', 'standard.json'), 'utf8'));

/**
 * @param {import('./children.mjs').Child} courtly
 * @param {string} data
 */
async function addressOf(courtly, data) {
  const givenUp = new AbortController();
  void courtly.ended.then(() =>
    givenUp.abort(new CliError(`Courtly did not start:\n${courtly.lines.join('\n')}`)),
  );
  const late = AbortSignal.timeout(START_MS);
  await until(async () => currentRun(data) !== undefined, AbortSignal.any([givenUp.signal, late]));
  return String(currentRun(data)?.env.PUBLIC_URL);
}

/**
 * Runs the journeys of frontend/e2e on the pages of a whole Courtly in Chromium: each at one size, those about layout at
 * both.
 * @param {readonly string[]} args of `playwright test`
 */
export const journeys = async (args) => walk({ CHROMIUM: await findChromium(out) }, args);

/**
 * Runs the journeys in Chromium, each on a phone and on a desktop.
 * @param {readonly string[]} args of `playwright test`
 */
export const sizes = async (args) =>
  walk({ CHROMIUM: await findChromium(out), JOURNEYS_SIZES: 'both' }, args);

/**
 * Runs the journeys in the other engines that members use. An engine that this machine lacks and cannot install is skipped.
 * @param {readonly string[]} args of `playwright test`
 */
export async function engines(args) {
  const firefox = await orSkipped('engines: Firefox', () => findFirefox(out));
  const webkit = await orSkipped('engines: WebKit', () => findWebKit(out));
  const missing = [firefox, webkit].filter((engine) => engine === undefined).length;
  if (missing === 2) return { passed: 0, failed: 0, skipped: 2 };
  const tally = await walk(
    {
      ...(firefox && { FIREFOX: firefox }),
      ...(webkit && { WEBKIT_DRIVER: webkit.driver, XVFB: webkit.xvfb }),
    },
    args,
  );
  return { ...tally, skipped: tally.skipped + missing };
}

/**
 * @param {Record<string, string>} browsers their programs, as frontend/playwright.config.ts calls them
 * @param {readonly string[]} args of `playwright test`
 * @returns {Promise<import('./layers.mjs').Tally>}
 */
const walk = (browsers, args) =>
  withCourtly(async (url, mails = '') => {
    const folder = mkdtempSync(join(tmpdir(), 'courtly-test-'));
    const report = join(folder, 'report.json');
    try {
      const env = {
        ...process.env,
        ...browsers,
        COURTLY_URL: url,
        COURTLY_MAILS: mails,
        JOURNEYS_REPORT: report,
      };
      const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
      const config = join(root, 'frontend', 'playwright.config.ts');
      const all = [cli, 'test', '--config', config, ...args];
      const { code } = await run(process.execPath, all, { cwd: root, env, inherit: 'output' });
      return tallyJourneys(
        existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined,
        code,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

/**
 * What is read of a report of Playwright.
 * @typedef {{ projectName: string, status: string, results: readonly { error?: { message?: string } }[] }} PlaywrightTest
 * @typedef {{ title: string, file: string, tests: readonly PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ suites?: readonly PlaywrightSuite[], specs: readonly PlaywrightSpec[] }} PlaywrightSuite
 * @typedef {{
 *   stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>,
 *   errors: readonly { message?: string }[],
 *   suites: readonly PlaywrightSuite[],
 * }} PlaywrightReport
 */

/**
 * Sums a report of Playwright; an error outside of any journey is a failure, and so is a run that failed without saying where.
 * @param {PlaywrightReport | undefined} report
 * @param {number} exitCode
 * @returns {import('./layers.mjs').Tally}
 */
export function tallyJourneys(report, exitCode) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  const failed = unexpected + flaky + (report?.errors.length ?? 0);
  const outside = (report?.errors ?? []).map(({ message = '' }) =>
    failure('journeys', 'outside of any', message),
  );
  const failures = [...(report?.suites ?? []).flatMap(failuresOf), ...outside];
  return {
    passed: expected,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped,
    failures,
  };
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {readonly string[]}
 */
function failuresOf({ specs, suites = [] }) {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) =>
        failure(
          `[${projectName}] ${file}`,
          title,
          results.find(({ error }) => error)?.error?.message ?? '',
        ),
      ),
  );
  return [...own, ...suites.flatMap(failuresOf)];
}
