import { get } from 'node:http';
import { createInterface } from 'node:readline';
import { interruption, pause } from './refusal.mjs';

const POLL_MS = 50;
const TELL_EVERY_MS = 15_000;

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
 * What an address of HTTP answers; undefined when nothing comes.
 * @param {string} url
 * @param {number} [withinMs]
 * @returns {Promise<{ status: number | undefined, text: string } | undefined>}
 */
export const ask = (url, withinMs = 5_000) =>
  new Promise((resolve) => {
    const late = AbortSignal.timeout(withinMs);
    const request = get(url, { agent: false, signal: late }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response
        .on('end', () => resolve({ status: response.statusCode, text }))
        .on('error', () => resolve(undefined));
    });
    request.on('error', () => resolve(undefined));
  });

/**
 * Whether an address answers 200.
 * @param {string} url
 * @param {number} [withinMs]
 */
export const isHealthy = async (url, withinMs) => (await ask(url, withinMs))?.status === 200;

/**
 * Waits for as long as it takes until an address answers 200, and says every 15 s what is missing.
 * @param {string} url of /api/health/ready
 * @param {(message: string) => void} say
 * @param {number} [tellEveryMs]
 */
export async function untilWhole(url, say, tellEveryMs = TELL_EVERY_MS) {
  const started = performance.now();
  let text = '';
  const timer = setInterval(() => {
    const waited = Math.round((performance.now() - started) / 1000);
    say(`Waiting for the application to be ready, for ${waited} s now: ${missing(text)}.`);
  }, tellEveryMs);
  const ready = async () => {
    const answer = await ask(url);
    text = answer?.text ?? '';
    return answer?.status === 200;
  };
  await until(ready, interruption.signal).finally(() => clearInterval(timer));
}

/**
 * What the details of an answer of /api/health/ready name as missing: what is false, and what is not empty.
 * @param {string} text
 */
function missing(text) {
  const details = parseJson(text)?.details ?? {};
  const named = Object.entries(details).flatMap(([name, value]) => {
    if (value === false) return [name];
    return Array.isArray(value) && value.length ? [`${name}: ${value.join(', ')}`] : [];
  });
  return named.join('; ') || 'it does not say what for';
}

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
