import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(import.meta.resolve('@courtly/backend/cli/main'));
/** The flags that the launcher and the image use. */
const nodeFlags = [
  '--max-semi-space-size=4',
  '--max-old-space-size=256',
  '--disable-warning=ExperimentalWarning',
];
const MOST_PRINTED = 64 * 1024 * 1024;

/** Runs a `courtly` command. Returns its exit code and output. */
export const runCourtly = (
  environment: Readonly<Record<string, string>>,
  ...commandArguments: readonly string[]
): Promise<Readonly<{ code: number; printed: string }>> =>
  new Promise((resolvePromise) => {
    const env = { ...process.env, ...environment };
    const options = { env, maxBuffer: MOST_PRINTED };
    execFile(
      process.execPath,
      [...nodeFlags, program, ...commandArguments],
      options,
      (error, stdoutText, stderrText) =>
        resolvePromise({
          code: error ? (typeof error.code === 'number' ? error.code : 1) : 0,
          printed: stdoutText + stderrText,
        }),
    );
  });
