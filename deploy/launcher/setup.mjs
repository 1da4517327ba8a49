import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, startChild } from './children.mjs';
import { step } from './progress.mjs';
import { interruption, Refusal } from './refusal.mjs';

export const root = join(import.meta.dirname, '..', '..');
const NODE_MAJOR = 24;

/**
 * Installs the packages when the lock file has changed, and goes on under Node 24.
 * @param {import('./progress.mjs').Output} out
 * @returns {Promise<number | undefined>} the exit code when the work has been done by a second process on Node 24
 */
export async function prepare(out) {
  if (!isInstalled(root)) await step(out, 'Installing packages (npm ci)', install);
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return undefined;
  const node = join(root, 'node_modules', '.bin', 'node');
  if (!existsSync(node) || process.env.COURTLY_NODE)
    throw new Refusal(
      `Courtly needs Node ${NODE_MAJOR}, this is ${process.version}: install it from nodejs.org and try again.`,
    );
  return startAgain(node);
}

/** @param {string} node */
async function startAgain(node) {
  const env = {
    ...process.env,
    COURTLY_NODE: node,
    PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
  };
  const child = startChild(node, process.argv.slice(1), { env, inherit: 'all' });
  interruption.signal.addEventListener('abort', () => void child.stop(20_000));
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

/** @param {string} folder */
function isInstalled(folder) {
  const stamp = stampFile(folder);
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') === lockHash(folder);
  if (!installedByHand(folder)) return false;
  writeFileSync(stamp, lockHash(folder));
  return true;
}

/**
 * Whether somebody ran npm themselves: what npm recorded in node_modules agrees with the lock file.
 * @param {string} folder
 */
export function installedByHand(folder) {
  const record = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  /** @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }} Entry */
  /** @type {Record<string, Entry>} */
  const wanted = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
  /** @type {Record<string, Entry>} */
  const found = JSON.parse(readFileSync(record, 'utf8')).packages;
  return (
    Object.entries(found).every(([path, { version, integrity }]) => {
      const entry = wanted[path];
      return entry && entry.version === version && entry.integrity === integrity;
    }) &&
    Object.entries(wanted).every(
      ([path, { optional, devOptional }]) => path === '' || optional || devOptional || found[path],
    )
  );
}

/**
 * The environment without the entries that npm put in front of PATH: `npm ci` would delete the Node that it runs on.
 * @param {NodeJS.ProcessEnv} env
 */
export function withoutPackageBinaries(env) {
  const path = (env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => !/node_modules[/\\]\.bin[/\\]?$/.test(entry));
  return { ...env, PATH: path.join(delimiter) };
}

async function install() {
  const { code, lines } = await run('npm', ['ci'], {
    cwd: root,
    env: withoutPackageBinaries(process.env),
  });
  if (code !== 0) throw new Refusal(`npm ci failed:\n${lines.join('\n')}`);
  writeFileSync(stampFile(root), lockHash(root));
}
