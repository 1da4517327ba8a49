/** @typedef {NodeJS.WritableStream & { isTTY?: boolean, columns?: number }} Output */
/** @typedef {(message: string) => void} Report */

const REDRAW_MS = 100;
const CLEAR_LINE = '\r\x1b[K';

/** @param {number} startedAt milliseconds of `performance.now()` */
export const seconds = (startedAt) => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;

/**
 * Prints whole lines above the progress line of a terminal.
 * @param {Output} out
 * @returns {Report}
 */
export const lineWriter = (out) => (message) =>
  void out.write(`${out.isTTY ? CLEAR_LINE : ''}${message}\n`);

/**
 * Shows one step of work: on a terminal, as a line that counts seconds, and elsewhere as plain
 * lines.
 * @template T
 * @param {Output} out
 * @param {string} title for example `Installing packages`
 * @param {(showDetail: Report) => Promise<T>} work `showDetail` adds the current activity to
 *   the line
 * @returns {Promise<T>}
 */
export async function step(out, title, work) {
  const startedAt = performance.now();
  let currentDetail = '';
  const drawLine = () => {
    const progressLine = `${title}${currentDetail && `: ${currentDetail}`} ... ${seconds(startedAt)}`;
    out.write(`${CLEAR_LINE}${progressLine.slice(0, (out.columns || 80) - 1)}`);
  };
  /** @param {string} detail */
  const showDetail = (detail) => {
    currentDetail = detail;
    if (!out.isTTY) out.write(`  ${detail}\n`);
  };
  if (!out.isTTY) out.write(`${title} ...\n`);
  const redrawTimer = out.isTTY ? setInterval(drawLine, REDRAW_MS) : undefined;
  let outcome = 'failed';
  try {
    const result = await work(showDetail);
    outcome = 'done';
    return result;
  } finally {
    clearInterval(redrawTimer);
    lineWriter(out)(`${title}: ${outcome} in ${seconds(startedAt)}`);
  }
}
