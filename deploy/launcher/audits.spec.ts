import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { auditTool } from './audits.ts';
import { CliError } from './cli-error.mjs';
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
  folder = mkdtempSync(join(tmpdir(), 'courtly-audits-'));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
});
afterEach(() => {
  process.env.PATH = PATH;
  rmSync(folder, { recursive: true });
});

describe('an audit tool', () => {
  it('is installed when a command needs it for the first time', async () => {
    useNpm('mkdir node_modules && cp package-lock.json node_modules/.package-lock.json');
    const program = join(folder, 'node_modules', '.bin', 'lighthouse');
    await expect(auditTool('lighthouse', out, folder)).resolves.toBe(program);
    useNpm('touch repeated');
    await expect(auditTool('lighthouse', out, folder)).resolves.toBe(program);
    expect(existsSync(join(folder, 'repeated'))).toBe(false);
  });

  it('says what to do if it cannot be installed', async () => {
    useNpm('echo "npm error code ENOTFOUND" >&2; exit 1');
    const failure = auditTool('lighthouse', out, folder);
    await expect(failure).rejects.toThrow(CliError);
    await expect(failure).rejects.toThrow(/Connect to the internet.*\n.*ENOTFOUND/);
  });
});
