import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { longTimeouts } from '../../testing/stores.js';

const tools = join(import.meta.dirname, '../dist/main.js');

it('moves more jobs from the log to the queues than a queue holds', async () => {
  const commandArguments = [tools, 'bench', 'outbox', '--jobs', '2400'];
  // On a busy machine, the speed may miss its floor, so the command may fail after it prints the
  // figures.
  const { stdout, stderr } = await promisify(execFile)(process.execPath, commandArguments, {
    env: { ...process.env, ...longTimeouts() },
  }).catch((thrownError: unknown) => thrownError as { stdout: string; stderr: string });
  expect(`${stdout}${stderr}`).toMatch(/jobs\/s of 2,400;/);
});
