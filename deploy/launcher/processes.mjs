import { readFileSync } from 'node:fs';
import { interruption, pause } from './refusal.mjs';

const PARENT_CHECK_MS = 500;

/**
 * The fields of Linux's record of a process, from its state on; undefined where there is none.
 * @param {number} pid
 */
function record(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/**
 * When a process started, in a form that tells it from a later process with the same number; undefined when it is gone.
 * @param {number} pid
 */
export function startOf(pid) {
  if (process.platform !== 'linux') return isAlive(pid) ? 'alive' : undefined;
  const fields = record(pid);
  return fields?.[0] === 'Z' ? undefined : fields?.[19];
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const parents = () => `${process.ppid} ${record(process.ppid)?.[1]}`;

/**
 * Asks the command to stop once the process above it, or the one above that, has changed: npm and the shell between do not
 * always pass a signal on, and may be killed without a word.
 */
export async function stopWithParents() {
  const first = parents();
  while (!interruption.signal.aborted) {
    await pause(PARENT_CHECK_MS);
    if (parents() !== first) interruption.abort();
  }
}
