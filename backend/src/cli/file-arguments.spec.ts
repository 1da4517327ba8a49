import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Command } from 'commander';
import { commandLine } from '../../testing/command-line.js';
import type { Cli } from './cli.js';
import { loadProgram } from './program.js';

const SCORE = ['--score', '2019-01-01..2019-12-31'];
/**
 * Commands that read a file, and the arguments that follow the file. They reject a file without
 * needing a store.
 */
const readingCommands: readonly [string, readonly string[]][] = [
  ['matches import', []],
  ['rankings evaluate', SCORE],
];
const HEADING = 'played_on,surface,winner_id,loser_id,score,best_of';
const matches = `${HEADING}\n2019-01-01,Hard,1,2,6-4 6-4,3\n`;
const run = commandLine({});

let folder: string;
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'courtly-files-'));
  await mkdir(at('folder'));
  // Permissions do not restrict every user, but no one can read a symbolic link to itself.
  await symlink(at('loop'), at('loop'));
  await writeFile(at('empty'), '');
  await writeFile(
    at('binary'),
    Uint8Array.from({ length: 100_000 }, (_, index) => index % 256),
  );
  await writeFile(at('matches.csv.gz'), gzipSync(matches));
  await writeFile(at('blank'), '\n\n');
  await writeFile(at('other.csv'), 'name,email\nAnn,ann@example.test\n');
  await writeFile(at('matches.csv'), matches);
});
afterAll(() => rm(folder, { recursive: true }));

const notMatches = `is not a CSV file of matches: its first line must name ${HEADING.replaceAll(',', ', ')}.`;
const problems: readonly [string, string, (file: string) => string][] = [
  ['is missing', 'missing', (file) => `Cannot read ${file}: it does not exist.`],
  ['is a folder', 'folder', (file) => `Cannot read ${file}: it is a folder.`],
  ['cannot be read', 'loop', (file) => `Cannot read ${file}: ELOOP.`],
  ['is empty', 'empty', (file) => `${file} is empty.`],
  ['is binary', 'binary', (file) => `${file} ${notMatches}`],
  ['is compressed', 'matches.csv.gz', (file) => `${file} ${notMatches}`],
  ['is blank', 'blank', (file) => `${file} ${notMatches}`],
  ['has other columns', 'other.csv', (file) => `${file} ${notMatches}`],
];

describe.each(readingCommands)('%s', (command, moreArgs) => {
  it.each(problems)('exits with one sentence if its file %s', async (_, name, sentence) => {
    const file = at(name);
    expect(await run([...command.split(' '), file, ...moreArgs])).toEqual({
      code: 1,
      printed: '',
      noted: sentence(file),
    });
  });
});

it.each([
  ['a folder', '', 'it is a folder'],
  ['in a missing folder', 'missing/plot.svg', 'it does not exist'],
])('rankings evaluate exits with one sentence if its plot is %s', async (_, name, reason) => {
  const plot = at(name);
  const args = ['rankings', 'evaluate', at('matches.csv'), ...SCORE, '--plot', plot];
  const { code, noted } = await run(args);
  expect({ code, noted: noted.split('\n').at(-1) }).toEqual({
    code: 1,
    noted: `Cannot write ${plot}: ${reason}.`,
  });
});

const namesFile = (argument: string) => /csv|svg|file|path/i.test(argument);

const commandsWithFiles = (command: Command, path: readonly string[] = []): string[] => [
  ...(command.registeredArguments.some((argument) => namesFile(argument.name()))
    ? [path.join(' ')]
    : []),
  ...command.commands.flatMap((child) => commandsWithFiles(child, [...path, child.name()])),
];

it('every command that takes a file is listed here', async () => {
  const cli = { environment: {}, interrupted: new AbortController().signal } as Cli;
  expect(commandsWithFiles(await loadProgram(cli)).sort()).toEqual(
    readingCommands.map(([command]) => command).sort(),
  );
});

it('a command exits with one sentence if POLICY_FILE is missing', async () => {
  const missing = at('missing.json');
  const { code, printed, noted } = await commandLine({
    EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false',
    MONGODB_URI: 'mongodb://127.0.0.1:1',
    REDIS_URL: 'redis://127.0.0.1:1',
    SESSION_SECRETS: 'a secret of sessions for tests alone',
    KEY_SECRETS: 'a long secret of keys for tests alone',
    LOOKUP_SECRETS: 'a secret of lookups for tests alone',
    POLICY_FILE: missing,
  })(['matches', 'export']);
  expect({ code, printed }).toEqual({ code: 1, printed: '' });
  expect(noted).toMatch(
    /^The configuration is invalid: POLICY_FILE [^\n]* cannot be read: [^\n]*$/,
  );
  expect(noted).toContain(missing);
});
