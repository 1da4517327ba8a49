import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { updateGuard } from './guard.mjs';
import { interruption } from './cli-error.mjs';

const RECENT_LINES = 200;
const STOP_GRACE_MS = 5_000;

/**
 * The running processes. Process groups are negative numbers.
 * @type {Set<number>}
 */
const killTargets = new Set();

/**
 * @typedef {object} Child
 * @property {number} pid
 * @property {import('node:child_process').ChildProcess} process
 * @property {string[]} lines its last lines of output
 * @property {Promise<{ code: number | null, signal: NodeJS.Signals | null }>} ended
 * @property {(signal: NodeJS.Signals) => void} kill
 * @property {(graceMs: number) => Promise<void>} stop sends SIGTERM, and SIGKILL after `graceMs`
 */

/**
 * Starts a process that ends, like its children, when this one stops it or ends. Its own group
 * keeps Ctrl-C from it. With `inherit: 'all'`, it shares ours, to read the terminal.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, inherit?: 'output' | 'all',
 *   onLine?: (line: string) => void }} [options]
 * @returns {Child}
 */
export function startChild(file, args, { cwd, env = process.env, inherit, onLine } = {}) {
  const detached = inherit !== 'all';
  const outputMode = inherit ? 'inherit' : 'pipe';
  const childProcess = spawn(file, args, {
    cwd,
    env,
    detached,
    stdio: [detached ? 'pipe' : 'inherit', outputMode, outputMode],
  });
  const pid = childProcess.pid ?? 0;
  const killTarget = detached ? -pid : pid;
  childProcess.stdin?.on('error', () => {});
  const lines = collectLines(childProcess, onLine);
  if (pid) updateGuard(killTargets.add(killTarget));

  /** @param {NodeJS.Signals} signal */
  const kill = (signal) => {
    if (!killTargets.has(killTarget)) return;
    try {
      process.kill(killTarget, signal);
    } catch {
      // The process has already ended.
    }
  };
  const ended = new Promise((resolve) => {
    childProcess.once('error', ({ message }) =>
      resolve({ code: 127, signal: null, lines: lines.push(message) }),
    );
    childProcess.once('close', (code, signal) => resolve({ code, signal }));
    childProcess.once('exit', () => {
      if (detached) kill('SIGKILL');
      killTargets.delete(killTarget);
      updateGuard(killTargets);
    });
  });
  /** @param {number} graceMs */
  const stop = async (graceMs) => {
    kill('SIGTERM');
    const killTimer = setTimeout(() => kill('SIGKILL'), graceMs);
    await ended;
    clearTimeout(killTimer);
  };
  return { pid, process: childProcess, lines, ended, kill, stop };
}

/**
 * @param {import('node:child_process').ChildProcess} childProcess
 * @param {((line: string) => void) | undefined} onLine
 */
function collectLines(childProcess, onLine) {
  /** @type {string[]} */
  const recentLines = [];
  for (const outputStream of [childProcess.stdout, childProcess.stderr])
    if (outputStream)
      createInterface({ input: outputStream }).on('line', (line) => {
        if (recentLines.push(line) > RECENT_LINES) recentLines.shift();
        onLine?.(line);
      });
  return recentLines;
}

/**
 * Runs a process until it ends or the user interrupts the command.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {Parameters<typeof startChild>[2]} [options]
 */
export async function run(file, args, options) {
  interruption.signal.throwIfAborted();
  const child = startChild(file, args, options);
  child.process.stdin?.end();
  const stopChild = () => void child.stop(STOP_GRACE_MS);
  interruption.signal.addEventListener('abort', stopChild);
  const { code, signal } = await child.ended;
  interruption.signal.removeEventListener('abort', stopChild);
  interruption.signal.throwIfAborted();
  return { code: code ?? 1, signal, lines: child.lines };
}
