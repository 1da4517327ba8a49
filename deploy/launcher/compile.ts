import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { run } from './children.mjs';
import { CliError } from './cli-error.mjs';
import { inTurn } from './lock.ts';
import { step, type Output } from './progress.mjs';
import { root } from './setup.mjs';
import { compileProjects, projects } from './swc-build.ts';

type BuildTarget = {
  name: string;
  sources: readonly string[];
  outputs: readonly string[];
  build: () => Promise<void>;
};

const websiteFolder = join(root, 'frontend');

const server: BuildTarget = {
  name: 'server',
  sources: [...projects.map(({ folder }) => folder), 'tsconfig.base.json'],
  outputs: [
    'contracts/dist',
    'backend/dist/main.js',
    'backend/tools/dist/main.js',
    'deploy/standins/eventstoredb/dist',
    'deploy/standins/mongodb/dist',
    'deploy/standins/stripe/dist',
  ],
  build: compileProjects,
};

const website: BuildTarget = {
  name: 'website',
  sources: ['frontend', 'contracts', 'deploy/standins/stripe/website'],
  outputs: ['frontend/dist/index.html'],
  build: () => runTool('vite', ['build', '--logLevel', 'error'], websiteFolder),
};

/**
 * Builds what has changed since the last build.
 * @throws {CliError} with the errors of the compiler
 */
export async function compile(out: Output): Promise<void> {
  await buildServer(out);
  const websiteBuild = startWebsiteBuild();
  if (websiteBuild) await step(out, 'Building the website', () => websiteBuild);
}

export async function buildServer(out: Output): Promise<void> {
  if (!isFresh(server)) await step(out, 'Building the server', () => buildInTurn(server));
  recordCommit();
}

/** Records the commit for `courtly --version`. */
function recordCommit(): void {
  const file = join(root, 'backend', 'dist', 'commit');
  const commit = commitOf(root);
  if (!commit) return rmSync(file, { force: true });
  if (!existsSync(file) || readFileSync(file, 'utf8') !== commit) writeFileSync(file, commit);
}

/**
 * The first 12 digits of a repository's commit. Does not run Git, which the image build lacks.
 * Undefined outside a repository, and in a linked worktree.
 */
export function commitOf(folder: string): string | undefined {
  const read = (name: string) => {
    const file = join(folder, '.git', name);
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  };
  const head = read('HEAD');
  const ref = head.startsWith('ref: ') ? head.slice('ref: '.length) : undefined;
  const packedLine = () =>
    read('packed-refs')
      .split('\n')
      .find((line) => line.endsWith(` ${ref}`));
  const commit = ref ? read(ref) || packedLine() : head;
  return /^[0-9a-f]{12}/.exec(commit ?? '')?.[0];
}

/** Builds the website while other work runs. Undefined if it is already up to date. */
export function startWebsiteBuild(): Promise<void> | undefined {
  if (!existsSync(join(websiteFolder, 'index.html')) || isFresh(website)) return undefined;
  const websiteBuild = buildInTurn(website);
  // A failure is handled when the caller awaits the result.
  websiteBuild.catch(() => {});
  return websiteBuild;
}

/** A fingerprint that changes with every build of the server. */
export const buildFingerprint = (): string => builtFingerprint(server);

/** Two builds in the same checkout would remove each other's files, so the second one waits. */
async function buildInTurn(target: BuildTarget): Promise<void> {
  const lockFolder = join(root, 'node_modules', `.courtly-building-${target.name}`);
  mkdirSync(lockFolder, { recursive: true });
  await inTurn(lockFolder, async () => {
    if (isFresh(target)) return;
    const fingerprintBefore = sourceFingerprint(target);
    await target.build();
    writeFileSync(stampFile(target), fingerprintBefore);
  });
}

const isFresh = (target: BuildTarget): boolean =>
  target.outputs.every((output) => existsSync(join(root, output))) &&
  builtFingerprint(target) === sourceFingerprint(target);

const stampFile = ({ name }: BuildTarget): string =>
  join(root, 'node_modules', `.courtly-built-${name}`);

const builtFingerprint = (target: BuildTarget): string =>
  existsSync(stampFile(target)) ? readFileSync(stampFile(target), 'utf8') : '';

const sourceFingerprint = ({ sources }: BuildTarget): string =>
  fingerprint([...sources, 'package-lock.json'].map((source) => join(root, source)));

async function runTool(tool: string, args: readonly string[], cwd: string): Promise<void> {
  const { code, lines } = await run(join(root, 'node_modules', '.bin', tool), args, { cwd });
  if (code !== 0) throw new CliError(`${tool} ${args.join(' ')} failed:\n${lines.join('\n')}`);
}

/**
 * A hash that changes when a source file is added, removed, or written (its size or time differs).
 * It does not depend on where the repository is.
 * @param paths files and folders
 */
export function fingerprint(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) for (const line of describeSources(path, path)) hash.update(line);
  return hash.digest('hex');
}

/** Packages, results of builds and type checks, and journeys are not sources. */
const skippedFolders = new Set(['node_modules', 'dist', 'dist-types', 'e2e']);

function* describeSources(path: string, base: string): Generator<string> {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return;
  if (!stat.isDirectory()) return yield `${relative(base, path)}\0${stat.size}\0${stat.mtimeMs}\n`;
  for (const entry of readdirSync(path).sort())
    if (!skippedFolders.has(entry) && !/\.spec\.tsx?$/.test(entry))
      yield* describeSources(join(path, entry), base);
}
