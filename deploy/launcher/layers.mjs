import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { run } from './children.mjs';
import { failure } from './failure.mjs';
import { engines, journeys } from './journeys.mjs';
import { findRedis } from './redis.mjs';
import { root } from './setup.mjs';

/**
 * `failures` names the tests that failed, each with the first line of why.
 * @typedef {{ passed: number, failed: number, skipped: number, failures?: readonly string[] }} Tally
 */
/** @typedef {(args: readonly string[]) => Promise<Tally>} Layer */

const nodeTools = join(root, 'node_modules', '.bin');
/** A busy machine is slow: only a test that hangs runs out of time. */
const patiently = ['--testTimeout=30000'];
/** Two files at a time, where each has processes of its own. */
const inPairs = ['--maxWorkers=2', ...patiently];

/** What .dependency-cruiser.cjs is held against: the whole repository. */
const sources = [
  'contracts/src',
  'backend/src',
  'backend/testing',
  'backend/tools',
  'frontend/src',
  'frontend/e2e',
  'deploy',
];

/**
 * Every layer of `npm test` by its name, in the order of running.
 * @type {Record<string, Layer>}
 */
export const layers = {
  format: () => checks(['prettier', '--check', '.']),
  lint: () =>
    checks(
      ['eslint', '.'],
      ['depcruise', ...sources.filter((folder) => existsSync(join(root, folder)))],
    ),
  typecheck: () => checks(['tsc', '-b']),
  unit: (args) => jest('unit', [...patiently, ...args]),
  website: (args) => jest('website', [...patiently, ...args]),
  budget: () => checks(['node', 'frontend/budget.mjs']),
  integration: async (args) => {
    await findRedis(process.stdout);
    return jest('integration', [...inPairs, ...args]);
  },
  journeys,
  engines,
};

/**
 * Layers that run only when they are asked for by name.
 * @type {Record<string, Layer>}
 */
export const extraLayers = {
  // Loaded when asked for: these read files with packages that are not installed when this file is.
  async containers(args) {
    const { containers } = await import('./containers.mjs');
    return containers((env) => jest('integration', [...inPairs, ...args], env));
  },
  async image(args) {
    const { image } = await import('./image.mjs');
    return image(args);
  },
  async backup() {
    const { backup } = await import('./backup.mjs');
    return backup();
  },
};

/**
 * Runs tools one after the other; together they count as one check.
 * @param {...string[]} tools
 * @returns {Promise<Tally>}
 */
async function checks(...tools) {
  let failed = 0;
  for (const [tool, ...args] of tools) {
    const { code } = await run(join(nodeTools, String(tool)), args, {
      cwd: root,
      inherit: 'output',
    });
    if (code !== 0) failed = 1;
  }
  return { passed: 1 - failed, failed, skipped: 0 };
}

/**
 * @param {string} project of jest.config.js
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Tally>}
 */
async function jest(project, args, env = process.env) {
  const folder = mkdtempSync(join(tmpdir(), 'courtly-test-'));
  const report = join(folder, 'report.json');
  try {
    const flags = [
      '--disable-warning=ExperimentalWarning',
      '--experimental-vm-modules',
      'node_modules/jest/bin/jest.js',
    ];
    const options = [
      '--selectProjects',
      project,
      '--json',
      '--outputFile',
      report,
      '--passWithNoTests',
    ];
    const { code } = await run(process.execPath, [...flags, ...options, ...args], {
      cwd: root,
      env,
      inherit: 'output',
    });
    return tally(existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined, code);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * What is read of a report of jest. A file that could not run has no tests, and says why in its message.
 * @typedef {{ status: string, fullName: string, failureMessages?: readonly string[] }} JestTest
 * @typedef {{ name: string, status: string, message: string, assertionResults: readonly JestTest[] }} JestFile
 * @typedef {Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numRuntimeErrorTestSuites', number>
 *   & { testResults: readonly JestFile[] }} JestReport
 */

/**
 * Sums a report of jest; a file that could not run is a failure, and so is a run that failed without saying where.
 * @param {JestReport | undefined} report
 * @param {number} exitCode
 * @returns {Tally}
 */
export function tally(report, exitCode) {
  const passed = report?.numPassedTests ?? 0;
  const failed = (report?.numFailedTests ?? 0) + (report?.numRuntimeErrorTestSuites ?? 0);
  const skipped = report?.numPendingTests ?? 0;
  const failures = (report?.testResults ?? []).flatMap(
    ({ name, status, message, assertionResults }) => {
      const tests = assertionResults.filter((test) => test.status === 'failed');
      const all = tests.map(({ fullName, failureMessages }) => ({
        fullName,
        message: failureMessages?.[0] ?? '',
      }));
      const unrun =
        status === 'failed' && all.length === 0 ? [{ fullName: 'did not run', message }] : [];
      return [...all, ...unrun].map((each) =>
        failure(relative(root, name), each.fullName, each.message),
      );
    },
  );
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed, skipped, failures };
}

/**
 * The last line of a test run.
 * @param {readonly Tally[]} tallies
 */
export function verdict(tallies) {
  /** @param {'passed' | 'failed' | 'skipped'} key */
  const sum = (key) => tallies.reduce((total, each) => total + each[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') ? `, ${sum('skipped')} skipped` : ''}`;
}
