import { get } from 'node:http';
import { createInterface } from 'node:readline';
import type { Child } from './children.mjs';
import { interruption, pause } from './cli-error.mjs';
import type { Report } from './progress.mjs';

const POLL_MS = 50;
const REPORT_INTERVAL_MS = 15_000;
const RESPONSE_TIMEOUT_MS = 5_000;

type HttpResponse = { status: number | undefined; text: string };

/** Polls until `isReady` resolves to true. Rejects when the signal aborts. */
export async function until(isReady: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  while (!(await isReady())) {
    await pause(POLL_MS);
    signal.throwIfAborted();
  }
}

/** The response of a URL. Undefined if none arrives in time. */
export const ask = (
  url: string,
  timeoutMs: number = RESPONSE_TIMEOUT_MS,
): Promise<HttpResponse | undefined> =>
  new Promise((resolve) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const request = get(url, { agent: false, signal: timeout }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response
        .on('end', () => resolve({ status: response.statusCode, text }))
        .on('error', () => resolve(undefined));
    });
    request.on('error', () => resolve(undefined));
  });

/** Whether a URL responds with 200. */
export const isHealthy = async (url: string, timeoutMs?: number): Promise<boolean> =>
  (await ask(url, timeoutMs))?.status === 200;

/**
 * Waits without a limit until a health URL responds with 200. Every 15 s, reports what is missing.
 */
export async function untilComplete(
  healthUrl: string,
  report: Report,
  reportIntervalMs: number = REPORT_INTERVAL_MS,
): Promise<void> {
  const startedAt = performance.now();
  let healthText = '';
  const reportTimer = setInterval(() => {
    const waitedSeconds = Math.round((performance.now() - startedAt) / 1000);
    report(`waiting for ${missingParts(healthText)} (${waitedSeconds} s)`);
  }, reportIntervalMs);
  const isComplete = async () => {
    const response = await ask(healthUrl);
    healthText = response?.text ?? '';
    return response?.status === 200;
  };
  await until(isComplete, interruption.signal).finally(() => clearInterval(reportTimer));
}

/**
 * What `/health` reports as missing: details that are false or a text, and lists that are not
 * empty.
 */
function missingParts(healthText: string): string {
  const details = parseJson(healthText)?.details ?? {};
  const missingNames = Object.entries(details).flatMap(([detailName, detail]) => {
    if (detail === false) return [detailName];
    if (typeof detail === 'string') return [detail];
    if (!Array.isArray(detail) || detail.length === 0) return [];
    return [`${detailName}: ${detail.map(({ readModel }) => readModel).join(', ')}`];
  });
  return missingNames.join('; ') || 'a response';
}

/**
 * The line `{"ready":true,"service":...,"port":N,"url":"..."}` that our servers print when they
 * listen.
 */
export const readyLine = (
  child: Child,
  signal: AbortSignal,
): Promise<{ port: number; url: string }> =>
  new Promise((resolve, reject) => {
    const { stdout } = child.process;
    if (!stdout) return reject(new Error('Its output is not readable.'));
    signal.addEventListener('abort', () => reject(signal.reason));
    createInterface({ input: stdout }).on('line', (line) => {
      const message = parseJson(line);
      if (message?.ready) resolve({ port: Number(message.port), url: String(message.url) });
    });
  });

/** The JSON object on a line. Undefined if the line contains anything else. */
export function parseJson(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
