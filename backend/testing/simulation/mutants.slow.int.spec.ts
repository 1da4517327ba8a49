import { expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { mutants } from './mutants.js';

const MAX_HISTORIES = 1_000;
const MAX_DURATION_MS = 1_200_000;

const run = promisify(execFile);

it.each(mutants)(
  'finds that $rule',
  async (mutant) => {
    const { stdout } = await run(process.execPath, [
      '--disable-warning=ExperimentalWarning',
      join(import.meta.dirname, 'run-mutant.js'),
      JSON.stringify(mutant),
      String(MAX_HISTORIES),
    ]);
    expect(JSON.parse(stdout)).toEqual({
      runs: expect.any(Number),
      problem: expect.any(String),
    });
  },
  MAX_DURATION_MS,
);
