import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { run } from './children.mjs';
import { inTurn } from './lock.mjs';
import { step } from './progress.mjs';
import { Refusal } from './refusal.mjs';
import { root } from './setup.mjs';
import { compileProjects, projects } from './swc-build.mjs';

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
 * Builds what has changed since the last build. Two builds of the same checkout would remove each
 * other's files, so the second one waits.
 * @param {import('./progress.mjs').Output} out
 * @param {{ dev?: boolean }} [options] `dev`: the website is served from its sources
 * @throws {Refusal} with what the compiler said
 */
export async function compile(out, { dev = false } = {}) {
  await buildServer(out);
  if (!dev) await buildWebsite(out);
}

/** @param {import('./progress.mjs').Output} out */
export const buildServer = (out) =>
  unlessFresh(
    'server',
    [...projects.map(({ folder }) => folder), 'tsconfig.base.json'],
    results,
    () => step(out, 'Building the server', compileProjects),
  );

/** @param {import('./progress.mjs').Output} out */
export async function buildWebsite(out) {
  if (!existsSync(join(website, 'index.html'))) return;
  await unlessFresh('website', ['frontend', 'contracts'], ['frontend/dist/index.html'], () =>
    step(out, 'Building the website', () =>
      tool('vite', ['build', '--logLevel', 'error'], website),
    ),
  );
}

/** @param {string} name */
const stampOf = (name) => join(root, 'node_modules', `.courtly-built-${name}`);

/** Changes with every build of the server. */
export const buildFingerprint = () =>
  existsSync(stampOf('server')) ? readFileSync(stampOf('server'), 'utf8') : '';

/**
 * @param {string} name
 * @param {readonly string[]} sources
 * @param {readonly string[]} outputs
 * @param {() => Promise<void>} build
 */
async function unlessFresh(name, sources, outputs, build) {
  const turns = join(root, 'node_modules', `.courtly-building-${name}`);
  mkdirSync(turns, { recursive: true });
  await inTurn(turns, async () => {
    const stamp = stampOf(name);
    const now = fingerprint([
      ...sources.map((source) => join(root, source)),
      join(root, 'package-lock.json'),
    ]);
    const isFresh =
      outputs.every((output) => existsSync(join(root, output))) &&
      existsSync(stamp) &&
      readFileSync(stamp, 'utf8') === now;
    if (isFresh) return;
    await build();
    writeFileSync(stamp, now);
  });
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
