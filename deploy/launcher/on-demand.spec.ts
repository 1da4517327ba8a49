import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CliError } from './cli-error.mjs';
import { installOnDemand } from './on-demand.ts';
import type { Output } from './progress.mjs';

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
    useNpm('mkdir node_modules && cp package-lock.json node_modules/.package-lock.json');
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
