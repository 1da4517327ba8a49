import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Failure } from '@courtly/backend/cli/cli';
import type { Changed } from './newer-slices.js';

const STOP_WITHIN_MS = 10_000;
/** The flags that the launcher uses for a projector. */
const nodeFlags = [
  '--max-semi-space-size=4',
  '--max-old-space-size=192',
  '--disable-warning=ExperimentalWarning',
];

export const startNewer = async (
  environment: Readonly<Record<string, string>>,
  changedModels: Changed,
) => {
  const childProcess = fork(
    fileURLToPath(new URL('newer-program.js', import.meta.url)),
    [changedModels],
    {
      env: { ...process.env, ...environment, ROLES: 'api,projector', PORT: '0', METRICS_PORT: '0' },
      execArgv: nodeFlags,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  const exitPromise = once(childProcess, 'exit');
  const failed = exitPromise.then(() => {
    throw new Failure('The next release failed to start.');
  });
  const [{ url }] = (await Promise.race([once(childProcess, 'message'), failed])) as [
    { url: string },
  ];
  const stop = async () => {
    if (childProcess.exitCode !== null || childProcess.signalCode !== null) return;
    childProcess.kill('SIGTERM');
    const startTimeout = setTimeout(() => childProcess.kill('SIGKILL'), STOP_WITHIN_MS);
    await exitPromise;
    clearTimeout(startTimeout);
  };
  return { url, stop };
};
