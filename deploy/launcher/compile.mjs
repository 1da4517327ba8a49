import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { run } from './children.mjs';
import { inTurn } from './lock.mjs';
import { step } from './progress.mjs';
import { Refusal } from './refusal.mjs';
import { root } from './setup.mjs';

/** What `npm start` runs from: their specs are checked by `npm test`, not here. */
export const projects = [
  'contracts',
  'backend',
  'backend/tools',
  'deploy/standins/eventstoredb',
  'deploy/standins/mongodb',
  'deploy/standins/stripe',
];
const results = [
  'contracts/dist',
  'backend/dist/main.js',
  'backend/tools/dist/main.js',
  'deploy/standins/eventstoredb/dist',
  'deploy/standins/mongodb/dist',
  'deploy/standins/stripe/dist',
];
const website = join(root, 'frontend');

/**
 * Builds what has changed since the last build. Two that build the same checkout would remove each other's files: they take turns,
 * and the second finds everything built.
 * @param {import('./progress.mjs').Output} out
 * @param {{ dev?: boolean }} [options] `dev`: the website is served from its sources
 * @throws {Refusal} with what the compiler said
 */
export async function compile(out, { dev = false } = {}) {
  const turns = join(root, 'node_modules', '.courtly-building');
  mkdirSync(turns, { recursive: true });
  await inTurn(turns, () => build(out, dev));
}

/**
 * @param {import('./progress.mjs').Output} out
 * @param {boolean} dev
 */
async function build(out, dev) {
  await unlessFresh('server', [...projects, 'tsconfig.base.json'], results, () =>
    step(out, 'Building the server', () => tool('tsc', ['-b', ...projects], root)),
  );
  if (dev || !existsSync(join(website, 'index.html'))) return;
  await unlessFresh(
    'website',
    ['frontend', 'contracts', 'deploy/standins/stripe/website'],
    ['frontend/dist/index.html'],
    () =>
      step(out, 'Building the website', () =>
        tool('vite', ['build', '--logLevel', 'error'], website),
      ),
  );
}

/**
 * @param {string} name
 * @param {readonly string[]} sources
 * @param {readonly string[]} outputs
 * @param {() => Promise<void>} build
 */
async function unlessFresh(name, sources, outputs, build) {
  const stamp = join(root, 'node_modules', `.courtly-built-${name}`);
  const now = fingerprint([
    ...sources.map((source) => join(root, source)),
    join(root, 'package-lock.json'),
  ]);
  const fresh =
    outputs.every((output) => existsSync(join(root, output))) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === now;
  if (fresh) return;
  await build();
  writeFileSync(stamp, now);
}

/**
 * @param {string} name
 * @param {readonly string[]} args
 * @param {string} cwd
 */
async function tool(name, args, cwd) {
  const { code, lines } = await run(join(root, 'node_modules', '.bin', name), args, { cwd });
  if (code !== 0) throw new Refusal(`${name} ${args.join(' ')} failed:\n${lines.join('\n')}`);
}

/**
 * Changes whenever a source file comes, goes, or is written: its size or its time differ.
 * @param {readonly string[]} paths files and folders
 */
export function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const path of paths) for (const line of describe(path)) hash.update(line);
  return hash.digest('hex');
}

/** What is no source: packages, what builds and type checks write, and journeys. */
const skipped = new Set(['node_modules', 'dist', 'dist-types', 'e2e']);

/**
 * @param {string} path
 * @returns {Generator<string>}
 */
function* describe(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return;
  if (!stat.isDirectory()) return yield `${path}\0${stat.size}\0${stat.mtimeMs}\n`;
  for (const entry of readdirSync(path).sort())
    if (!skipped.has(entry) && !/\.spec\.tsx?$/.test(entry)) yield* describe(join(path, entry));
}
