import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const LOOK_EVERY_MS = 100;
/** The flags that the launcher and the image use. */
const nodeFlags = [
  '--max-semi-space-size=4',
  '--max-old-space-size=256',
  '--disable-warning=ExperimentalWarning',
];
const courtly = fileURLToPath(import.meta.resolve('@courtly/backend/cli/main'));

/** Peak resident memory in bytes; 0 after the process exits. */
const peakOf = (processId: number): number => {
  try {
    return (
      1_024 *
      Number(
        /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${processId}/status`, 'utf8'))?.[1] ?? 0,
      )
    );
  } catch {
    return 0;
  }
};

/** Runs a command. Returns its output, peak memory in bytes, and duration in seconds. */
export const watchedCourtly = async (
  environment: Record<string, string>,
  ...commandArguments: readonly string[]
) => {
  const startedMs = performance.now();
  const childProcess = spawn(process.execPath, [...nodeFlags, courtly, ...commandArguments], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  childProcess.stdout.on('data', (outputChunk: Buffer) => (printed += outputChunk.toString()));
  let over = false;
  const exitPromise = new Promise<void>((resolvePromise) =>
    childProcess.once('close', () => resolvePromise()),
  ).then(() => (over = true));
  let peak = 0;
  while (!over) {
    peak = Math.max(peak, peakOf(childProcess.pid!));
    await Promise.race([exitPromise, delay(LOOK_EVERY_MS)]);
  }
  return { printed, peak, seconds: (performance.now() - startedMs) / 1_000 };
};
