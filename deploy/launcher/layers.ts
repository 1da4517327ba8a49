import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { attackTests, jestOptions } from './attacks.ts';
import { backup } from './backup.ts';
import { buildServer, compile } from './compile.ts';
import { CliError } from './cli-error.mjs';
import { containers } from './containers.ts';
import { onPath } from './debian.ts';
import { image } from './image.ts';
import { coreJourneys, engines, journeys, sizes } from './journeys.ts';
import { orSkipped, withTool } from './missing-tool.ts';
import { findRedis } from './redis.ts';
import { root } from './setup.mjs';
import { storeProjects, testChangedStandIns, testStandIns } from './standin-suites.ts';
import type { Tally } from './tally.ts';
import { runChecks, runJest } from './test-tools.ts';

/** Runs a layer. Its tools write to `out`. */
type Layer = (args: readonly string[], out: NodeJS.WritableStream) => Promise<Tally>;

/** The folders for which .dependency-cruiser.cjs has rules, which is the whole repository. */
const sourceFolders = [
  'contracts/src',
  'backend/src',
  'backend/testing',
  'backend/tools',
  'frontend/src',
  'frontend/e2e',
  'deploy',
];

/** The projects of jest.config.js whose tests start stores and processes. */
const jestWithStores =
  (layer: string, projects: readonly string[], workers: number): Layer =>
  (args, out) =>
    withTool(
      layer,
      () => findRedis(process.stdout),
      () => runJest(projects, [`--maxWorkers=${workers}`, ...args], out),
    );

const findHaproxy = async () => {
  const haproxy = onPath('haproxy');
  if (!haproxy) throw new CliError('haproxy is not installed.');
  return haproxy;
};

/** The number of histories per simulation outside the gate. */
const MANY_SIMULATIONS = '100000';

export const layers = {
  async build(_args, out) {
    await compile(out);
    return { passed: 1, failed: 0, skipped: 0 };
  },
  async server(_args, out) {
    await buildServer(out);
    return { passed: 1, failed: 0, skipped: 0 };
  },
  format: (_args, out) => runChecks(out, ['oxfmt', '--check']),
  lint: (_args, out) =>
    runChecks(
      out,
      ['eslint', '.'],
      ['depcruise', ...sourceFolders.filter((folder) => existsSync(join(root, folder)))],
    ),
  // ESLint needs TypeScript 6; TypeScript 7 takes half of its processor time. The build has already
  // written the compiled files. A second checker would repeat much of the work of the first.
  typecheck: (_args, out) =>
    runChecks(out, [
      'node',
      'node_modules/typescript-7/bin/tsc',
      ...['-b', '--emitDeclarationOnly', '--checkers', '1'],
    ]),
  unit: (args, out) => runJest(['unit'], args, out),
  website: (args, out) => runJest(['website', 'website-isolated'], args, out),
  budget: (_args, out) => runChecks(out, ['node', 'frontend/budget.mjs']),
  // These tests spend about half of their time waiting.
  integration: jestWithStores('integration', ['integration'], 3),
  'changed-standins': (_args, out) => testChangedStandIns(out),
  'core-journeys': coreJourneys,
  journeys,
  attacks: (args, out) =>
    withTool(
      'attacks',
      () => findRedis(process.stdout),
      async () => {
        const haproxy = await orSkipped('attacks through HAProxy', findHaproxy);
        const projects = ['unit', 'integration', 'slow', ...(haproxy ? ['haproxy'] : [])];
        const options = ['--maxWorkers=2', ...jestOptions(attackTests()), ...args];
        const tally = await runJest(projects, options, out);
        return { ...tally, skipped: tally.skipped + (haproxy ? 0 : 1) };
      },
    ),
  slow: jestWithStores('slow', ['slow'], 2),
  simulations: (args, out) =>
    runJest(['unit'], ['--maxWorkers=2', '--testPathPatterns', 'simulation', ...args], out, {
      ...process.env,
      SIMULATIONS: process.env.SIMULATIONS ?? MANY_SIMULATIONS,
    }),
  standins: testStandIns,
  sizes,
  engines,
  containers: (args, out) =>
    containers((env) =>
      runJest(['integration', 'slow', ...storeProjects], ['--maxWorkers=2', ...args], out, env),
    ),
  image,
  backup,
} satisfies Record<string, Layer>;

export type LayerName = keyof typeof layers;

/**
 * The layers in stages. A stage has up to two lanes, which run at the same time on one processor
 * core each. A lane runs one layer after another.
 */
export type Stages = readonly (readonly (readonly LayerName[])[])[];

const gateWith = (standIns: LayerName): Stages => [
  [['build']],
  [
    ['unit', 'lint'],
    ['website', 'budget', 'typecheck', 'format'],
  ],
  [['integration']],
  [[standIns]],
  [['core-journeys']],
];

/** The layers of `npm test`. */
export const gate = gateWith('changed-standins');

const extraLayers: readonly LayerName[] = [
  'slow',
  'simulations',
  'sizes',
  'engines',
  'containers',
  'image',
  'backup',
];

/**
 * The layers of `npm run test:all`: the gate with every stand-in, and layers that are slow or need
 * more tools.
 */
export const allLayers: Stages = [
  ...gateWith('standins'),
  ...extraLayers.map((layer) => [[layer]]),
];
