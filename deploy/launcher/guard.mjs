import { spawn } from 'node:child_process';
import { once } from 'node:events';

// Reads the running processes from standard input, one line per change. The input ends when the
// launcher is gone, even after SIGKILL, which servers such as Redis would not notice.
const GUARD_SCRIPT = `
targets=
while read -r line; do targets=$line; done
[ -n "$targets" ] || exit 0
alive() { for target in $targets; do kill -s 0 -- "$target" && return 0; done; return 1; }
kill -s TERM -- $targets
tries=0
while alive && [ $tries -lt 30 ]; do sleep 0.1; tries=$((tries + 1)); done
kill -s KILL -- $targets`;

/** @type {import('node:child_process').ChildProcess | undefined} */
let guardProcess;

/**
 * Updates the list of processes that a sleeping shell ends once this process is gone.
 * @param {ReadonlySet<number>} killTargets processes, and process groups as negative numbers
 */
export function updateGuard(killTargets) {
  guardProcess ??= startGuard();
  guardProcess.stdin?.write(`${[...killTargets].join(' ')}\n`);
}

/** Ends the remaining processes and the guard before this process exits. */
export async function dismissGuard() {
  if (!guardProcess) return;
  guardProcess.ref();
  const guardExit = once(guardProcess, 'exit');
  guardProcess.stdin?.end();
  await guardExit;
}

function startGuard() {
  const guardShell = spawn('/bin/sh', ['-c', GUARD_SCRIPT], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guardShell.once('exit', () => (guardProcess = undefined));
  guardShell.stdin.on('error', () => {});
  guardShell.unref();
  /** @type {import('node:net').Socket} */ (guardShell.stdin).unref();
  return guardShell;
}
