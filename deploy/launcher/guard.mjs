import { spawn } from 'node:child_process';
import { once } from 'node:events';

// Reads what lives from its standard input, a line for each change. The end of it means that the launcher is gone, even by
// SIGKILL, which no other way of stopping survives: a server such as Redis does not look at its own standard input.
const SCRIPT = `
targets=
while read -r line; do targets=$line; done
[ -n "$targets" ] || exit 0
alive() { for target in $targets; do kill -s 0 -- "$target" && return 0; done; return 1; }
kill -s TERM -- $targets
tries=0
while alive && [ $tries -lt 30 ]; do sleep 0.1; tries=$((tries + 1)); done
kill -s KILL -- $targets`;

/** @type {import('node:child_process').ChildProcess | undefined} */
let guard;

/**
 * Tells the guard what to end when this process is gone; it costs one sleeping shell.
 * @param {ReadonlySet<number>} targets processes, and process groups as negative numbers
 */
export function tellGuard(targets) {
  guard ??= startGuard();
  guard.stdin?.write(`${[...targets].join(' ')}\n`);
}

/** Ends what is still alive, and the guard; for the moment before this process leaves. */
export async function dismissGuard() {
  if (!guard) return;
  guard.ref();
  const gone = once(guard, 'exit');
  guard.stdin?.end();
  await gone;
}

function startGuard() {
  const shell = spawn('/bin/sh', ['-c', SCRIPT], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.once('exit', () => (guard = undefined));
  shell.stdin.on('error', () => {});
  shell.unref();
  /** @type {import('node:net').Socket} */ (shell.stdin).unref();
  return shell;
}
