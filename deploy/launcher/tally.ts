import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './setup.mjs';

/**
 * The counts of tests. `failures` has a line for each failed test with its file, its name, and the
 * error.
 */
export type Tally = {
  passed: number;
  failed: number;
  skipped: number;
  failures?: readonly string[];
};

/**
 * The parts of Jest's report that we read. A file that could not run has a message and no tests.
 */
export type JestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: readonly JestFile[];
};
type JestFile = {
  name: string;
  status: string;
  message: string;
  assertionResults: readonly {
    status: string;
    fullName: string;
    failureMessages?: readonly string[];
  }[];
};

/**
 * Counts the tests in Jest's report. A file that could not run counts as a failure, as does a run
 * that failed.
 */
export function tallyTests(report: JestReport | undefined, exitCode: number): Tally {
  const failed = (report?.numFailedTests ?? 0) + (report?.numRuntimeErrorTestSuites ?? 0);
  return {
    passed: report?.numPassedTests ?? 0,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report?.numPendingTests ?? 0,
    failures: (report?.testResults ?? []).flatMap(failuresOf),
  };
}

function failuresOf({ name, status, message, assertionResults }: JestFile): string[] {
  const file = relative(root, name);
  const failedTests = assertionResults.filter((test) => test.status === 'failed');
  if (status === 'failed' && failedTests.length === 0)
    return [failureLine(file, 'did not run', message)];
  return failedTests.map(({ fullName, failureMessages }) =>
    failureLine(file, fullName, failureMessages?.[0] ?? ''),
  );
}

/** Describes a failed test with the first line of its message, without colors. */
export function failureLine(file: string, testName: string, message: string): string {
  const [firstLine = ''] = stripVTControlCharacters(message).trim().split('\n');
  return `${file} › ${testName}: ${firstLine}`;
}

export const sumTallies = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
  skipped: tallies.reduce((total, { skipped }) => total + skipped, 0),
  failures: tallies.flatMap(({ failures = [] }) => failures),
});

/** The last line of a test run. */
export function verdict(tallies: readonly Tally[]): string {
  const { passed, failed, skipped } = sumTallies(tallies);
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
}
