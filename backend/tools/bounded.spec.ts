import type { Cli } from '@courtly/backend/cli/cli';
import { expect, it } from '@jest/globals';
import { boundedStep } from './bounded.js';

const shown: string[] = [];
const commandLine = {
  step: (_title, runWork) => runWork((progress) => void shown.push(progress)),
} as Pick<Cli, 'step'> as Cli;

it('returns the result of work that completes, and shows its progress', async () => {
  const result = boundedStep(commandLine, 'Paying hosts', 60_000, async (reportProgress) => {
    reportProgress('1 of 2');
    return Promise.resolve(2);
  });
  expect(await result).toBe(2);
  expect(shown).toEqual(['1 of 2']);
});

it('fails with the last progress of work that hangs', async () => {
  const hanging = boundedStep(commandLine, 'Paying hosts', 6, (reportProgress) => {
    reportProgress('3 of 5 hosts are paid');
    return new Promise(() => undefined);
  });
  await expect(hanging).rejects.toThrow(
    'Paying hosts: not finished after 0.0001 min (3 of 5 hosts are paid)',
  );
});

it('fails with the error of the work', () =>
  expect(
    boundedStep(commandLine, 'Paying hosts', 60_000, () => Promise.reject(new Error('refused'))),
  ).rejects.toThrow('refused'));
