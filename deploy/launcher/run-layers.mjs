import { Writable } from 'node:stream';
import { CliError, interruption } from './cli-error.mjs';
import { extraLayers, gate, layers, verdict } from './layers.mjs';
import { seconds } from './progress.mjs';

/** @typedef {import('./layers.mjs').LayerName} LayerName */
/** @typedef {{ name: LayerName, tally: import('./layers.mjs').Tally, took: string }} Result */

const out = process.stdout;
/** @type {readonly LayerName[]} */
const withoutBuild = ['build', 'format', 'lint', 'typecheck'];

/**
 * Runs the gate, or the named layer, and resolves to the exit code.
 * @param {readonly string[]} args
 */
export const runLayers = ([name, ...layerArgs]) => runStages(stagesOf(name), layerArgs);

/**
 * The gate, with everything after it, or one layer.
 * @param {string | undefined} name
 * @returns {typeof gate}
 */
function stagesOf(name) {
  if (name === undefined) return gate;
  if (name === 'all') return [...gate, ...extraLayers.map((layer) => [[layer]])];
  if (!(name in layers))
    throw new CliError(
      `There is no layer ${name}: choose one of ${Object.keys(layers).join(', ')}, or all of them with "all".`,
    );
  const layer = /** @type {LayerName} */ (name);
  return withoutBuild.includes(layer) ? [[[layer]]] : [[['build']], [[layer]]];
}

/**
 * @param {typeof gate} stages
 * @param {readonly string[]} args
 */
async function runStages(stages, args) {
  const started = performance.now();
  /** @type {Result[]} */
  const results = [];
  // All stages run even if the build fails: each layer reports what it finds wrong.
  for (const lanes of stages) {
    const isAlone = lanes.length === 1;
    const laneArgs = isAlone ? args : ['--maxWorkers=1', ...args];
    await Promise.all(lanes.map((lane) => runLane(lane, laneArgs, isAlone, results)));
  }
  out.write('\n');
  for (const result of results) out.write(`${summaryOf(result)}\n`);
  out.write(`${'in all'.padEnd(12)} ${seconds(started)}\n`);
  for (const { name, tally } of results)
    for (const line of tally.failures ?? []) out.write(`failed in ${name}: ${line}\n`);
  out.write(`${verdict(results.map(({ tally }) => tally))}\n`);
  return results.some(({ tally }) => tally.failed > 0) ? 1 : 0;
}

/** @param {Result} result */
function summaryOf({ name, tally, took }) {
  return `${name.padEnd(12)} ${verdict([tally])} (${took})`;
}

/**
 * @param {readonly LayerName[]} lane
 * @param {readonly string[]} args
 * @param {boolean} isAlone else its output appears when each layer ends, so that lanes do not mix
 * @param {Result[]} results
 */
async function runLane(lane, args, isAlone, results) {
  for (const name of lane) {
    const started = performance.now();
    const heading = `\n== ${name}\n`;
    /** @type {string[]} */
    const buffered = [];
    const output = isAlone ? out : collectInto(buffered);
    if (isAlone) out.write(heading);
    const tally = await layers[name](args, output).catch((error) => {
      complain(error);
      return { passed: 0, failed: 1, skipped: 0 };
    });
    const result = { name, tally, took: seconds(started) };
    results.push(result);
    if (!isAlone) out.write(`${heading}${buffered.join('')}`);
    out.write(`${summaryOf(result)}\n`);
  }
}

/** @param {string[]} texts */
const collectInto = (texts) =>
  new Writable({
    write(chunk, _encoding, done) {
      texts.push(String(chunk));
      done();
    },
  });

/** @param {unknown} error */
function complain(error) {
  interruption.signal.throwIfAborted();
  out.write(`${error instanceof CliError ? error.message : String(error)}\n`);
}
