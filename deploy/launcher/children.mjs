import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { tellGuard } from './guard.mjs';
import { interruption } from './refusal.mjs';

const KEPT_LINES = 200;

/** What a signal goes to: a process group as a negative number, or one process. @type {Set<number>} */
const targets = new Set();

/**
 * @typedef {object} Child
 * @property {number} pid
 * @property {import('node:child_process').ChildProcess} process
 * @property {string[]} lines its last lines
 * @property {Promise<{ code: number | null, signal: NodeJS.Signals | null }>} ended
 * @property {(signal: NodeJS.Signals) => void} kill
 * @property {(graceMs: number) => Promise<void>} stop SIGTERM, then SIGKILL after the grace
 */

/**
 * Starts a process that ends, with all it started, when it is stopped or when this process is gone for whatever reason.
 * It leads a process group of its own, so that Ctrl-C reaches the launcher alone, which decides the order of stopping;
 * one that inherits all stays in ours, since only there it can read the terminal.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, inherit?: 'output' | 'all', onLine?: (line: string) => void }} [options]
 * @returns {Child}
 */
export function startChild(file, args, { cwd, env = process.env, inherit, onLine } = {}) {
  const detached = inherit !== 'all';
  const output = inherit ? 'inherit' : 'pipe';
  const child = spawn(file, args, {
    cwd,
    env,
    detached,
    stdio: [detached ? 'pipe' : 'inherit', output, output],
  });
  const pid = child.pid ?? 0;
  const target = detached ? -pid : pid;
  child.stdin?.on('error', () => {});
  const lines = keepLines(child, onLine);
  if (pid) tellGuard(targets.add(target));

  /** @param {NodeJS.Signals} signal */
  const kill = (signal) => {
    if (!targets.has(target)) return;
    try {
      process.kill(target, signal);
    } catch {
      // It has ended already.
    }
  };
  const ended = new Promise((resolve) => {
    child.once('error', ({ message }) =>
      resolve({ code: 127, signal: null, lines: lines.push(message) }),
    );
    child.once('close', (code, signal) => resolve({ code, signal }));
    child.once('exit', () => {
      if (detached) kill('SIGKILL');
      targets.delete(target);
      tellGuard(targets);
    });
  });
  /** @param {number} graceMs */
  const stop = async (graceMs) => {
    kill('SIGTERM');
    const timer = setTimeout(() => kill('SIGKILL'), graceMs);
    await ended;
    clearTimeout(timer);
  };
  return { pid, process: child, lines, ended, kill, stop };
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {((line: string) => void) | undefined} onLine
 */
function keepLines(child, onLine) {
  /** @type {string[]} */
  const lines = [];
  for (const stream of [child.stdout, child.stderr])
    if (stream)
      createInterface({ input: stream }).on('line', (line) => {
        if (lines.push(line) > KEPT_LINES) lines.shift();
        onLine?.(line);
      });
  return lines;
}

/**
 * Runs a process to its end, or to the interruption of the command.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {Parameters<typeof startChild>[2]} [options]
 */
export async function run(file, args, options) {
  interruption.signal.throwIfAborted();
  const child = startChild(file, args, options);
  child.process.stdin?.end();
  const interrupted = () => void child.stop(5_000);
  interruption.signal.addEventListener('abort', interrupted);
  const { code, signal } = await child.ended;
  interruption.signal.removeEventListener('abort', interrupted);
  interruption.signal.throwIfAborted();
  return { code: code ?? 1, signal, lines: child.lines };
}
