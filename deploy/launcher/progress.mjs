/** @typedef {NodeJS.WritableStream & { isTTY?: boolean }} Output */

/** @param {number} since milliseconds of `performance.now()` */
export const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/**
 * Shows one step while it works: a line that counts on a terminal, two plain lines elsewhere.
 * @template T
 * @param {Output} out
 * @param {string} what for example `Installing packages`
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(out, what, work) {
  const started = performance.now();
  const draw = () => out.write(`\r\x1b[K${what} ... ${seconds(started)}`);
  if (!out.isTTY) out.write(`${what} ...\n`);
  const timer = out.isTTY ? setInterval(draw, 100) : undefined;
  let outcome = 'failed';
  try {
    const result = await work();
    outcome = 'done';
    return result;
  } finally {
    clearInterval(timer);
    out.write(`${out.isTTY ? '\r\x1b[K' : ''}${what}: ${outcome} in ${seconds(started)}\n`);
  }
}
