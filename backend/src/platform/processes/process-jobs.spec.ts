import { describe, expect, it } from '@jest/globals';
import type { ErrorCode } from '@courtly/contracts/errors';
import { DomainError } from '../kernel/domain-error.js';
import { releaseName } from '../ops/build.js';
import { PermanentFailure } from './process.js';
import { ProcessJobs } from './process-jobs.service.js';

/** The jobs of a process whose command fails with an error. */
const jobsFailingWith = (error: Error) =>
  Reflect.construct(ProcessJobs, [
    {},
    {},
    {},
    {},
    {},
    { instant: () => '2027-03-12T18:30:00.000Z' },
    { execute: () => Promise.reject(error) },
    {},
    [{ name: 'hostWelcomes', command: () => ({}) }],
    [],
  ]) as ProcessJobs;

describe('a job that the domain refuses', () => {
  it.each<ErrorCode>(['wrong_status', 'forbidden', 'taken'])(
    'is not retried after %s',
    async (code) => {
      const failing = jobsFailingWith(new DomainError(code, 'The application is withdrawn.'));
      const outcome = failing.run('hostWelcomes', 'host.1', {});
      await expect(outcome).rejects.toBeInstanceOf(PermanentFailure);
      await expect(outcome).rejects.toHaveProperty(
        'message',
        `refused by release ${releaseName}: The application is withdrawn.`,
      );
    },
  );

  it.each<ErrorCode>(['conflict', 'not_found', 'too_busy', 'key_unusable', 'store_unavailable'])(
    'is retried after %s',
    async (code) => {
      const failing = jobsFailingWith(new DomainError(code, 'Try again.'));
      await expect(failing.run('hostWelcomes', 'host.1', {})).rejects.not.toBeInstanceOf(
        PermanentFailure,
      );
    },
  );
});
