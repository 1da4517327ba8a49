import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CliError } from './cli-error.mjs';

export const helpText = `npm start -- [options]

Starts Courtly and everything that it needs. Ctrl-C stops everything.

  --port N        the port of the website and its API (default 3000; 0 picks a free one)
  --data DIR      the data folder (default .courtly)
  --no-seed       do not create the demo in a new data folder
  --club          use 18 months of a whole club as the demo, which takes longer to create
  --reset         delete the data in the folder first
  --now INSTANT   start the application's clock at this instant, for example 2026-03-07T18:00:00Z;
                  the next start without it uses real time; not allowed if NODE_ENV=production
  --policy FILE   the policy (default deploy/policies/standard.json)
  --no-worker     start no worker: jobs and deadlines wait for a worker that you start elsewhere
  --stores-only   start only the stores, for application processes that you start elsewhere
  --dev           watch the sources: rebuild, restart, and serve the website with hot reload
  --help          show this text

EVENTSTORE_URL, MONGODB_URI, REDIS_URL, MAIL_URL, and STRIPE_SECRET_KEY each name a service to use
instead of starting one here. METRICS_PORT=N serves metrics at N for the API, and at N+1 for
projections and jobs. The application's structured logs are in the logs folder of the data folder.`;

export const testHelpText = `npm test
npm run test:all
npm run <layer> -- [arguments]

Runs the gate, everything, or one layer.

  format, lint, typecheck             checks of the sources; they take no arguments
  test:unit, test:website             Jest without servers; takes a file name and Jest options
  test:integration, test:slow         Jest with stores; takes a file name and Jest options
  test:attacks                        the tests that docs/attacks.md names; takes Jest options
  test:simulations                    random booking histories, SIMULATIONS=100000 by default
  test:standins, test:containers      suites of the stand-ins; suites with the real stores in Docker
  test:journeys, test:sizes,          Playwright; takes a file name and Playwright options
  test:engines
  test:image                          Compose in Docker; takes the folder of a club
  test:backup                         backup and restore in Docker; takes no arguments

CONTRIBUTING.md has examples.`;

/** The layers that pass all arguments to Jest or Playwright, which reject unknown options. */
const layersOfRunners = [
  'unit',
  'website',
  'integration',
  'attacks',
  'slow',
  'simulations',
  'standins',
  'containers',
  'core-journeys',
  'journeys',
  'sizes',
  'engines',
];

/** @typedef {ReturnType<typeof startOptions>} StartOptions */

/**
 * Validates the options of `npm start`.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {number} now milliseconds since 1970
 * @throws {CliError} with the first error in one line
 */
export function startOptions(args, env, now) {
  const values = parseOptions(args);
  const port = Number(values.port ?? 3000);
  if (!/^\d+$/.test(values.port ?? '0') || port > 65_535)
    throw new CliError(`--port must be a number from 0 to 65535, not ${values.port}.`);
  const policy = values.policy && resolve(values.policy);
  if (policy && !existsSync(policy))
    throw new CliError(`--policy: the file ${values.policy} does not exist.`);
  return {
    port,
    data: resolve(values.data ?? '.courtly'),
    seed: !values['no-seed'],
    club: values.club ?? false,
    reset: values.reset ?? false,
    clockOffsetMs: values.now === undefined ? 0 : clockOffset(values.now, env, now),
    policy,
    dev: values.dev ?? false,
    worker: !values['no-worker'],
    application: !values['stores-only'],
    help: values.help ?? false,
  };
}

/** @param {string[]} args */
function parseOptions(args) {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: 'string' },
        data: { type: 'string' },
        'no-seed': { type: 'boolean' },
        club: { type: 'boolean' },
        reset: { type: 'boolean' },
        now: { type: 'string' },
        policy: { type: 'string' },
        dev: { type: 'boolean' },
        'no-worker': { type: 'boolean' },
        'stores-only': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    const [reason] = /** @type {Error} */ (error).message.split(/\. |\n/);
    throw new CliError(`${reason} (npm start -- --help lists the options).`);
  }
}

/**
 * @param {string} instant
 * @param {NodeJS.ProcessEnv} env
 * @param {number} now
 */
function clockOffset(instant, env, now) {
  if (env.NODE_ENV === 'production')
    throw new CliError('--now is for demos and tests. Remove it, or unset NODE_ENV=production.');
  const isInstant = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(instant);
  const milliseconds = isInstant ? Date.parse(instant) : NaN;
  if (Number.isNaN(milliseconds))
    throw new CliError(`--now must be an instant such as 2026-03-07T18:00:00Z, not ${instant}.`);
  return milliseconds - now;
}

/**
 * The help text of a command without options. Undefined unless it was requested.
 * @param {string[]} args
 * @param {string} helpText its first line is the command
 * @throws {CliError} if there are other arguments
 */
export function helpWithoutOptions([arg], helpText) {
  if (arg === undefined || arg === '--help') return arg && helpText;
  const [commandLine] = helpText.split('\n');
  throw new CliError(`${commandLine} does not accept the argument ${arg}.`);
}

/**
 * The help text of the tests. Undefined unless it was requested.
 * @param {string[]} args the name of a layer, then its arguments
 * @throws {CliError} if there is an argument that the layer would ignore
 */
export function testHelp(args) {
  if (args.includes('--help')) return testHelpText;
  const [name = '', ...layerArgs] = args;
  if (layersOfRunners.includes(name)) return undefined;
  const isIgnored = (/** @type {string} */ arg) => name !== 'image' || arg.startsWith('-');
  const ignoredArg = name.startsWith('-') ? name : layerArgs.find(isIgnored);
  if (ignoredArg === undefined) return undefined;
  throw new CliError(`Unknown argument ${ignoredArg} (npm test -- --help lists the arguments).`);
}
