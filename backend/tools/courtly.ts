import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Failure } from '@courtly/backend/cli/cli';
import { MINUTE_MS } from '@courtly/backend/platform/kernel/local-time';

const program = fileURLToPath(import.meta.resolve('@courtly/backend/cli/main'));
/** The flags that the launcher and the image use. */
const nodeFlags = [
  '--max-semi-space-size=4',
  '--max-old-space-size=256',
  '--disable-warning=ExperimentalWarning',
];
const MOST_PRINTED = 64 * 1024 * 1024;
const ENDS_WITHIN_MS = 30 * MINUTE_MS;
const SHOWN_LENGTH = 500;

/**
 * Runs a `courtly` command and returns its exit code and output.
 * @throws Failure after half an hour
 */
export const runCourtly = (
  environment: Readonly<Record<string, string>>,
  ...commandArguments: readonly string[]
): Promise<Readonly<{ code: number; printed: string }>> =>
  new Promise((resolvePromise, rejectPromise) => {
    const env = { ...process.env, ...environment };
    const options = {
      env,
      maxBuffer: MOST_PRINTED,
      timeout: ENDS_WITHIN_MS,
      killSignal: 'SIGKILL',
    } as const;
    execFile(
      process.execPath,
      [...nodeFlags, program, ...commandArguments],
      options,
      (error, stdoutText, stderrText) => {
        const printed = stdoutText + stderrText;
        if (error?.killed)
          return rejectPromise(
            new Failure(
              `courtly ${commandArguments.join(' ')}: not finished after ${ENDS_WITHIN_MS / MINUTE_MS} min (${printed.slice(-SHOWN_LENGTH).trim()})`,
            ),
          );
        const failureCode = typeof error?.code === 'number' ? error.code : 1;
        resolvePromise({ code: error ? failureCode : 0, printed });
      },
    );
  });
