import { get } from 'node:http';
import { createInterface } from 'node:readline';
import { pause } from './refusal.mjs';

const POLL_MS = 50;

/** @typedef {import('./children.mjs').Child} Child */

/**
 * Asks until the answer is yes.
 * @param {() => Promise<boolean>} ask
 * @param {AbortSignal} signal gives up
 */
export async function until(ask, signal) {
  while (!(await ask())) {
    await pause(POLL_MS);
    signal.throwIfAborted();
  }
}

/**
 * Whether an address answers 200.
 * @param {string} url
 * @returns {Promise<boolean>}
 */
export const isHealthy = (url) =>
  new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: 5_000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('timeout', () => request.destroy()).on('error', () => resolve(false));
  });

/**
 * The line `{"ready":true,"service":...,"port":N,"url":"..."}` that our own servers print once they listen.
 * @param {Child} child
 * @param {AbortSignal} signal gives up
 * @returns {Promise<{ port: number, url: string }>}
 */
export const readyLine = (child, signal) =>
  new Promise((resolve, reject) => {
    const { stdout } = child.process;
    if (!stdout) return reject(new Error('its output is not read'));
    signal.addEventListener('abort', () => reject(signal.reason));
    createInterface({ input: stdout }).on('line', (line) => {
      const message = parseJson(line);
      if (message?.ready) resolve({ port: Number(message.port), url: String(message.url) });
    });
  });

/**
 * The object on a line, if it is one in JSON.
 * @param {string} line
 * @returns {Record<string, unknown> | undefined}
 */
export function parseJson(line) {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
