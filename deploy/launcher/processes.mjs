import { readFileSync } from 'node:fs';
import { interruption, pause } from './cli-error.mjs';

const PARENT_CHECK_MS = 500;

/**
 * The fields that Linux reports for a process. The first one is its state.
 * @param {number} pid
 */
function statFields(pid) {
  try {
    const statText = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return statText.slice(statText.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/**
 * Identifies the start of a process, which distinguishes it from a later one with the same number.
 * Undefined if the process has ended.
 * @param {number} pid
 */
export function startOf(pid) {
  if (process.platform !== 'linux') return isAlive(pid) ? 'alive' : undefined;
  const fields = statFields(pid);
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

const currentParents = () => `${process.ppid} ${statFields(process.ppid)?.[1]}`;

/**
 * Interrupts the command when its parent or grandparent changes. npm and its shell do not always
 * pass on signals, and they may be killed.
 */
export async function stopWithParents() {
  const initialParents = currentParents();
  while (!interruption.signal.aborted) {
    await pause(PARENT_CHECK_MS);
    if (currentParents() !== initialParents) interruption.abort();
  }
}
