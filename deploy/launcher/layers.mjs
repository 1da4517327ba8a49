import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { run } from './children.mjs';
import { compile } from './compile.ts';
import { failure } from './failure.mjs';
import { engines, journeys, sizes } from './journeys.mjs';
import { findRedis } from './redis.ts';
import { root } from './setup.mjs';

/**
 * `failures` names the tests that failed, each with the first line of why.
 * @typedef {{ passed: number, failed: number, skipped: number, failures?: readonly string[] }} Tally
 */
/**
 * Runs a layer, and writes what its tools print to `out`.
 * @typedef {(args: readonly string[], out: NodeJS.WritableStream) => Promise<Tally>} Layer
 */

const nodeTools = join(root, 'node_modules', '.bin');
/** A busy machine is slow: only a test that hangs takes longer. */
const TEST_TIMEOUT = '--testTimeout=120000';

/** The folders that .dependency-cruiser.cjs has rules for: the whole repository. */
const sources = [
  'contracts/src',
  'backend/src',
  'backend/testing',
  'backend/tools',
  'frontend/src',
  'frontend/e2e',
  'deploy',
];

/** @param {...string} projects of jest.config.js, whose tests start stores and processes */
const jestWithStores =
  (...projects) =>
  /** @type {Layer} */
  async (args, out) => {
    await findRedis(process.stdout);
    return jest(projects, ['--maxWorkers=2', ...args], out);
  };

/**
 * Every layer by its name.
 * @satisfies {Record<string, Layer>}
 */
export const layers = {
  async build(_args, out) {
    await compile(out);
    return { passed: 1, failed: 0, skipped: 0 };
  },
  format: (_args, out) => checks(out, ['prettier', '--check', '.']),
  lint: (_args, out) =>
    checks(
      out,
      ['eslint', '.'],
      ['depcruise', ...sources.filter((folder) => existsSync(join(root, folder)))],
    ),
  typecheck: (_args, out) => checks(out, ['tsc', '-b']),
  unit: (args, out) => jest(['unit'], args, out),
  website: (args, out) => jest(['website'], args, out),
  budget: (_args, out) => checks(out, ['node', 'frontend/budget.mjs']),
  integration: jestWithStores('integration'),
  journeys,
  slow: jestWithStores('slow'),
  sizes,
  engines,
  // Imported when they run: these need packages that are not installed when this file is loaded.
  async containers(args, out) {
    const { containers } = await import('./containers.mjs');
    const suites = ['integration', 'slow'];
    return containers((env) => jest(suites, ['--maxWorkers=2', ...args], out, env));
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

/** @typedef {keyof typeof layers} LayerName */

/**
 * `npm test`, in stages. The layers of a stage run in lanes, at the same time, one lane on each of two processor cores;
 * a lane runs its layers one after the other.
 * @type {readonly (readonly (readonly LayerName[])[])[]}
 */
export const gate = [
  [['build', 'format'], ['lint']],
  [
    ['typecheck', 'unit'],
    ['website', 'budget'],
  ],
  [['integration']],
  [['journeys']],
];

/**
 * What `npm run test:all` runs after the gate: everything that takes long, or needs what not every machine has.
 * @type {readonly LayerName[]}
 */
export const extraLayers = ['slow', 'sizes', 'engines', 'containers', 'image', 'backup'];

/**
 * Runs tools one after the other; together they count as one check.
 * @param {NodeJS.WritableStream} out
 * @param {...string[]} tools
 * @returns {Promise<Tally>}
 */
async function checks(out, ...tools) {
  let failed = 0;
  for (const [tool, ...args] of tools) {
    const { code } = await run(join(nodeTools, String(tool)), args, { cwd: root, ...to(out) });
    if (code !== 0) failed = 1;
  }
  return { passed: 1 - failed, failed, skipped: 0 };
}

/**
 * Where a tool prints: straight to the terminal, or line by line to a layer's own output.
 * @param {NodeJS.WritableStream} out
 * @returns {{ inherit: 'output' } | { onLine: (line: string) => void }}
 */
export const to = (out) =>
  out === process.stdout
    ? { inherit: 'output' }
    : { onLine: (line) => void out.write(`${line}\n`) };

/**
 * @param {readonly string[]} projects of jest.config.js
 * @param {readonly string[]} args
 * @param {NodeJS.WritableStream} out
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Tally>}
 */
async function jest(projects, args, out, env = process.env) {
  const folder = mkdtempSync(join(tmpdir(), 'courtly-test-'));
  const report = join(folder, 'report.json');
  try {
    const flags = [
      '--disable-warning=ExperimentalWarning',
      // The website's tests alone need it, for jsdom.
      ...(projects.includes('website') ? ['--experimental-vm-modules'] : []),
      'node_modules/jest/bin/jest.js',
    ];
    const options = [
      '--selectProjects',
      ...projects,
      TEST_TIMEOUT,
      '--json',
      '--outputFile',
      report,
      '--passWithNoTests',
    ];
    const { code } = await run(process.execPath, [...flags, ...options, ...args], {
      cwd: root,
      env,
      ...to(out),
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
