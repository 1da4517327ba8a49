import {
  chmodSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CliError } from './cli-error.mjs';
import { installOnDemand } from './on-demand.ts';
import type { Output } from './progress.mjs';
import { root } from './setup.mjs';

const packages = {
  '': {},
  'node_modules/lighthouse': { version: '13.5.0', integrity: 'sha512-l' },
};
const out: Output = { isTTY: false, write: () => true } as unknown as Output;
const { PATH } = process.env;
let folder: string;

/** Puts an `npm` that runs these shell commands at the front of PATH. */
const useNpm = (script: string) => {
  const file = join(folder, 'npm');
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  process.env.PATH = `${folder}${delimiter}${PATH}`;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'courtly-on-demand-'));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
});
afterEach(() => {
  process.env.PATH = PATH;
  rmSync(folder, { recursive: true });
});

const install = () => installOnDemand('audit tools', out, folder);

describe('rarely used packages', () => {
  it('are installed when a command needs them for the first time', async () => {
    useNpm(
      'test "$*" = ci && mkdir node_modules && cp package-lock.json node_modules/.package-lock.json',
    );
    const programs = join(folder, 'node_modules', '.bin');
    await expect(install()).resolves.toBe(programs);
    useNpm('touch repeated');
    await expect(install()).resolves.toBe(programs);
    expect(existsSync(join(folder, 'repeated'))).toBe(false);
  });

  it('say what to do if they cannot be installed', async () => {
    useNpm('echo "npm error code ENOTFOUND" >&2; exit 1');
    const failure = install();
    await expect(failure).rejects.toThrow(CliError);
    await expect(failure).rejects.toThrow(/audit tools failed.*internet.*\n.*ENOTFOUND/);
  });
});

const lockFiles = globSync('**/package-lock.json', {
  cwd: root,
  exclude: (path) => path.includes('node_modules'),
});
const readJson = (file: string) =>
  JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, unknown>;
/** The dependencies and workspaces in a package.json, or in the entry of a lock file for it. */
const dependenciesOf = ({
  dependencies = {},
  devDependencies = {},
  optionalDependencies = {},
  peerDependencies = {},
  workspaces = [],
}: Record<string, unknown>) => ({
  dependencies,
  devDependencies,
  optionalDependencies,
  peerDependencies,
  workspaces,
});

describe('a committed lock file', () => {
  it('exists for every folder whose packages are installed separately', () =>
    expect(lockFiles).toEqual(
      expect.arrayContaining(
        ['.', 'backend/tools', 'deploy/audits', 'frontend/e2e/webkit'].map((packageFolder) =>
          join(packageFolder, 'package-lock.json'),
        ),
      ),
    ));

  it.each(lockFiles)('%s has the dependencies of its package.json files', (lockFile) => {
    const { packages: locked } = readJson(lockFile) as {
      packages: Record<string, Record<string, unknown>>;
    };
    const ownPackages = Object.keys(locked).filter((path) => !path.includes('node_modules'));
    const packageFiles = ownPackages.map((path) => join(dirname(lockFile), path, 'package.json'));
    expect(ownPackages.map((path) => dependenciesOf(locked[path]!))).toEqual(
      packageFiles.map((file) => dependenciesOf(readJson(file))),
    );
  });
});
