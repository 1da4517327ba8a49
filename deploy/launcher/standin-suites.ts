import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CliError } from './cli-error.mjs';
import { root } from './setup.mjs';
import { sumTallies, type Tally } from './tally.ts';
import { runJest } from './test-tools.ts';

/** The packages in deploy/standins, and the projects of jest.config.js for each. */
const standIns = {
  eventstoredb: ['standin-eventstoredb'],
  mongodb: ['standin-mongodb'],
  stripe: ['standin-stripe', 'standin-stripe-website'],
};
type StandInName = keyof typeof standIns;
/** The SHA-256 of the sources of packages. */
type SourceHashes = Partial<Record<StandInName, string>>;

const standInNames = Object.keys(standIns) as StandInName[];
const standInFolder = join(root, 'deploy', 'standins');
const testedFile = join(standInFolder, 'tested.json');
const ignoredEntries = new Set(['dist', 'node_modules', 'README.md']);
const serverVariables = ['EVENTSTORE_URL', 'MONGODB_URI', 'STRIPE_SECRET_KEY'];

/** The projects whose contract suites also run against the real stores. */
export const storeProjects = [...standIns.eventstoredb, ...standIns.mongodb];

/**
 * Runs the suites of one package or of all.
 * @param args the name of a package, then arguments of Jest
 * @throws {CliError} if there is no such package
 */
export async function testStandIns(
  args: readonly string[],
  out: NodeJS.WritableStream,
): Promise<Tally> {
  const [firstArg] = args;
  if (firstArg === undefined || firstArg.startsWith('-')) return runSuites(standInNames, args, out);
  const name = standInNames.find((standInName) => standInName === firstArg);
  if (!name)
    throw new CliError(`Unknown stand-in ${firstArg}: choose one of ${standInNames.join(', ')}.`);
  return runSuites([name], args.slice(1), out);
}

/** Runs the suites of the packages whose sources have changed since their suites last passed. */
export async function testChangedStandIns(out: NodeJS.WritableStream): Promise<Tally> {
  const changedNames = changedStandIns(readTested(), currentHashes());
  const summary = changedNames.length ? `${changedNames.join(', ')} changed` : 'unchanged';
  out.write(`standins: ${summary}\n`);
  return runSuites(changedNames, [], out);
}

/** The packages whose sources have changed since they passed. */
export const changedStandIns = (tested: SourceHashes, current: SourceHashes): StandInName[] =>
  standInNames.filter((name) => tested[name] === undefined || tested[name] !== current[name]);

async function runSuites(
  names: readonly StandInName[],
  args: readonly string[],
  out: NodeJS.WritableStream,
): Promise<Tally> {
  const tallies: Tally[] = [];
  for (const name of names) {
    const testedHash = sourceHash(join(standInFolder, name));
    const tally = await runJest(standIns[name], ['--maxWorkers=2', ...args], out);
    tallies.push(tally);
    const isComplete = args.length === 0 && !serverVariables.some((key) => process.env[key]);
    if (isComplete && tally.failed === 0 && tally.passed > 0) recordTested(name, testedHash);
  }
  return sumTallies(tallies);
}

const readTested = (): SourceHashes =>
  existsSync(testedFile) ? JSON.parse(readFileSync(testedFile, 'utf8')) : {};

function recordTested(name: StandInName, testedHash: string): void {
  const tested = { ...readTested(), [name]: testedHash };
  const sortedHashes = Object.fromEntries(Object.entries(tested).sort());
  writeFileSync(testedFile, `${JSON.stringify(sortedHashes, null, 2)}\n`);
}

const currentHashes = (): SourceHashes =>
  Object.fromEntries(standInNames.map((name) => [name, sourceHash(join(standInFolder, name))]));

/** The SHA-256 of a package's paths and contents, without its README and build results. */
export function sourceHash(folder: string): string {
  const hash = createHash('sha256');
  for (const file of sourceFiles(folder).sort()) {
    const content = readFileSync(file);
    hash.update(`${relative(folder, file)}\0${content.byteLength}\0`).update(content);
  }
  return hash.digest('hex');
}

const sourceFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !ignoredEntries.has(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? sourceFiles(path) : [path];
    });
