import { compile } from './compile.mjs';
import { extraLayers, layers, verdict } from './layers.mjs';
import { seconds } from './progress.mjs';
import { command, interruption, Refusal } from './refusal.mjs';
import { prepare } from './setup.mjs';

const out = process.stdout;
const needBuild = [
  'unit',
  'website',
  'integration',
  'journeys',
  'engines',
  'containers',
  'image',
  'backup',
];

await command(
  async () => {
    const [name, ...args] = process.argv.slice(2);
    const chosen = Object.entries({ ...layers, ...extraLayers }).filter(([layer]) =>
      name ? layer === name : layer in layers,
    );
    if (chosen.length === 0)
      throw new Refusal(
        `There is no layer ${name}: choose one of ${Object.keys({ ...layers, ...extraLayers }).join(', ')}.`,
      );
    const elsewhere = await prepare(out);
    if (elsewhere !== undefined) return elsewhere;
    // A build that fails is no reason to stop: the layers after it say what is wrong, each in its own words.
    if (chosen.some(([layer]) => needBuild.includes(layer))) await compile(out).catch(complain);
    return runAll(chosen, args);
  },
  { interrupted: 130 },
);

/**
 * @param {[string, import('./layers.mjs').Layer][]} chosen
 * @param {readonly string[]} args
 */
async function runAll(chosen, args) {
  const results = [];
  for (const [layer, run] of chosen) {
    const started = performance.now();
    out.write(`\n== ${layer}\n`);
    const tally = await run(args).catch((error) => {
      complain(error);
      return { passed: 0, failed: 1, skipped: 0, failures: [] };
    });
    results.push({ layer, tally, took: seconds(started) });
  }
  out.write('\n');
  for (const { layer, tally, took } of results)
    out.write(`${layer.padEnd(12)} ${verdict([tally])} (${took})\n`);
  for (const { layer, tally } of results)
    for (const line of tally.failures ?? []) out.write(`failed in ${layer}: ${line}\n`);
  out.write(`${verdict(results.map(({ tally }) => tally))}\n`);
  return results.some(({ tally }) => tally.failed > 0) ? 1 : 0;
}

/** @param {unknown} error */
function complain(error) {
  interruption.signal.throwIfAborted();
  out.write(`${error instanceof Refusal ? error.message : String(error)}\n`);
}
