import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, startChild } from './children.mjs';
import { step } from './progress.mjs';
import { CliError, interruption } from './cli-error.mjs';

export const root = join(import.meta.dirname, '..', '..');
const NODE_MAJOR = 24;
const STOP_GRACE_MS = 20_000;

/**
 * The packages to install: `start` is enough to build and run Courtly, `all` includes the tools for
 * tests. `on-demand.ts` installs others.
 * @typedef {'start' | 'all'} PackageSet
 */

/**
 * Installs packages if the lock file has changed, and continues the command on Node 24.
 * @param {import('./progress.mjs').Output} out
 * @param {PackageSet} [packages]
 * @returns {Promise<number | undefined>} the exit code, if a second process on Node 24 did the work
 */
export async function prepare(out, packages = 'all') {
  if (!isInstalled(root, packages))
    await step(out, 'Installing packages (npm ci)', () => install(packages));
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'node');
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return undefined;
  const node = join(root, 'node_modules', '.bin', 'node');
  if (!existsSync(node) || process.env.COURTLY_NODE)
    throw new CliError(
      `Courtly needs Node ${NODE_MAJOR}, but this is ${process.version}: ` +
        'install it from nodejs.org and try again.',
    );
  return restartOn(node);
}

/**
 * Says that a file for `docker compose` has no effect here. Loading it could connect a demo to the
 * stores and the Stripe account of an installation.
 * @param {import('./progress.mjs').Output} out
 * @param {string} [folder]
 */
export function mentionEnvFile(out, folder = root) {
  if (existsSync(join(folder, '.env')))
    out.write('Note: only docker compose reads .env. This command reads the environment.\n');
}

/** @param {string} node */
async function restartOn(node) {
  const env = {
    ...process.env,
    COURTLY_NODE: node,
    PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
  };
  const child = startChild(node, process.argv.slice(1), { env, inherit: 'all' });
  interruption.signal.addEventListener('abort', () => void child.stop(STOP_GRACE_MS));
  const { code } = await child.ended;
  return code ?? 1;
}

/** @param {string} folder */
const lockHash = (folder) =>
  createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');

/** @param {string} folder */
const stampFile = (folder) => join(folder, 'node_modules', '.courtly-installed');

/** @param {string} folder @param {PackageSet} packages */
const stampOf = (folder, packages) => `${packages} ${lockHash(folder)}`;

/** @param {string} folder @param {PackageSet} packages */
function isInstalled(folder, packages) {
  const file = stampFile(folder);
  const stamp = existsSync(file) ? readFileSync(file, 'utf8') : '';
  /** @type {readonly PackageSet[]} */
  const sufficient = packages === 'all' ? ['all'] : ['all', 'start'];
  if (sufficient.some((each) => stamp === stampOf(folder, each))) return true;
  const installed = sufficient.find((each) => isInstalledByHand(folder, each));
  if (installed) writeFileSync(file, stampOf(folder, installed));
  return installed !== undefined;
}

/**
 * Whether the user has already installed the packages, which means that npm's record in
 * node_modules matches the lock file.
 * @param {string} folder
 * @param {PackageSet} [packages]
 */
export function isInstalledByHand(folder, packages = 'all') {
  const recordFile = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(recordFile)) return false;
  /**
   * @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean,
   *   devOptional?: boolean }} Entry
   */
  /** @type {Record<string, Entry>} */
  const locked = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
  /** @type {Record<string, Entry>} */
  const installed = JSON.parse(readFileSync(recordFile, 'utf8')).packages;
  return (
    Object.entries(installed).every(([path, { version, integrity }]) => {
      const entry = locked[path];
      return entry && entry.version === version && entry.integrity === integrity;
    }) &&
    Object.entries(locked).every(
      ([path, { dev, optional, devOptional }]) =>
        path === '' || optional || devOptional || (dev && packages === 'start') || installed[path],
    )
  );
}

/**
 * The environment without npm's entries at the front of PATH, with which `npm ci` would delete the
 * Node that it runs on.
 * @param {NodeJS.ProcessEnv} env
 */
export function withoutPackageBinaries(env) {
  const path = (env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => !/node_modules[/\\]\.bin[/\\]?$/.test(entry));
  return { ...env, PATH: path.join(delimiter) };
}

/** @param {PackageSet} packages */
async function install(packages) {
  const { code, lines } = await run(
    'npm',
    ['ci', ...(packages === 'start' ? ['--omit=dev'] : [])],
    {
      cwd: root,
      env: withoutPackageBinaries(process.env),
    },
  );
  if (code !== 0) throw new CliError(`npm ci failed:\n${lines.join('\n')}`);
  writeFileSync(stampFile(root), stampOf(root, packages));
}
