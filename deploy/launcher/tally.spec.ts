import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { tallyJourneys } from './journeys.ts';
import { tallyTests, verdict } from './tally.ts';

describe('a test result', () => {
  const counts = {
    numPassedTests: 7,
    numFailedTests: 1,
    numPendingTests: 0,
    numRuntimeErrorTestSuites: 2,
  };
  const report = { ...counts, testResults: [] };

  it('counts a file that cannot run as a failure', () => {
    expect(tallyTests(report, 1)).toMatchObject({ passed: 7, failed: 3, skipped: 0 });
  });

  it('counts a failed runner as a failure', () => {
    expect(tallyTests(undefined, 134)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
    expect(
      tallyTests({ ...report, numFailedTests: 0, numRuntimeErrorTestSuites: 0 }, 1).failed,
    ).toBe(1);
  });

  it('counts journeys and failures outside them', () => {
    const stats = { expected: 9, unexpected: 2, flaky: 1, skipped: 1 };
    const journeys = { stats, errors: [{ message: 'no such file' }], suites: [] };
    expect(tallyJourneys(journeys, 1)).toMatchObject({ passed: 9, failed: 4, skipped: 1 });
    const passingStats = { ...stats, unexpected: 0, flaky: 0 };
    expect(tallyJourneys({ stats: passingStats, errors: [], suites: [] }, 1).failed).toBe(1);
    expect(tallyJourneys(undefined, 1)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
  });

  it('names each failed test', () => {
    const passedTest = { status: 'passed', fullName: 'a day is booked' };
    const failedTest = {
      status: 'failed',
      fullName: 'a day is closed',
      failureMessages: ['\u001b[31mnot closed\u001b[39m\nat'],
    };
    const failedFile = {
      name: resolve('a.spec.ts'),
      status: 'failed',
      message: 'all of it',
      assertionResults: [passedTest, failedTest],
    };
    const brokenFile = {
      name: resolve('b.spec.ts'),
      status: 'failed',
      message: 'no such module',
      assertionResults: [],
    };
    expect(tallyTests({ ...counts, testResults: [failedFile, brokenFile] }, 1).failures).toEqual([
      'a.spec.ts › a day is closed: not closed',
      'b.spec.ts › did not run: no such module',
    ]);
    const journeyRun = (status: string) => ({
      projectName: 'phone',
      status,
      results: [{ error: { message: 'no button\nat' } }],
    });
    const specs = [
      {
        title: 'a player books',
        file: 'books.spec.ts',
        tests: [journeyRun('expected'), journeyRun('unexpected')],
      },
    ];
    const journeys = {
      stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
      errors: [{ message: 'no such browser' }],
      suites: [{ specs: [], suites: [{ specs }] }],
    };
    expect(tallyJourneys(journeys, 1).failures).toEqual([
      '[phone] books.spec.ts › a player books: no button',
      'journeys › outside any journey: no such browser',
    ]);
  });

  it('fits on one line, with skipped tests only if there are any', () => {
    expect(verdict([{ passed: 2, failed: 0, skipped: 0 }, tallyTests(report, 1)])).toBe(
      '9 passed, 3 failed',
    );
    expect(verdict([{ passed: 0, failed: 0, skipped: 1 }])).toBe('0 passed, 0 failed, 1 skipped');
  });
});
