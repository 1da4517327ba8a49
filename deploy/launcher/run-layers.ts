import { Writable } from 'node:stream';
import { CliError, interruption } from './cli-error.mjs';
import { allLayers, gate, layers, type LayerName, type Stages } from './layers.ts';
import { seconds } from './progress.mjs';
import { verdict, type Tally } from './tally.ts';

type LayerResult = { name: LayerName; tally: Tally; duration: string };

const out = process.stdout;
const layersWithoutBuild: readonly LayerName[] = ['build', 'server', 'format', 'lint', 'typecheck'];
const layersWithoutWebsite: readonly LayerName[] = [
  'unit',
  'website',
  'standins',
  'changed-standins',
];

/** Runs the gate, all layers (`all`), or the named layer, and resolves to the exit code. */
export const runLayers = ([name, ...layerArgs]: readonly string[]): Promise<number> =>
  runStages(stagesOf(name), layerArgs);

function stagesOf(name: string | undefined): Stages {
  if (name === undefined) return gate;
  if (name === 'all') return allLayers;
  if (!isLayerName(name))
    throw new CliError(
      `Unknown layer ${name}: choose one of ${Object.keys(layers).join(', ')}, or "all".`,
    );
  if (layersWithoutBuild.includes(name)) return [[[name]]];
  return [[[layersWithoutWebsite.includes(name) ? 'server' : 'build']], [[name]]];
}

const isLayerName = (name: string): name is LayerName => name in layers;

async function runStages(stages: Stages, args: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  const results: LayerResult[] = [];
  // All stages run, even if the build fails, so that each layer reports its failures.
  for (const lanes of stages) {
    const isAlone = lanes.length === 1;
    const laneArgs = isAlone ? args : ['--maxWorkers=1', ...args];
    await Promise.all(lanes.map((lane) => runLane(lane, laneArgs, isAlone, results)));
  }
  out.write('\n');
  for (const result of results) out.write(`${summaryOf(result)}\n`);
  out.write(`${'total'.padEnd(16)} ${seconds(startedAt)}\n`);
  for (const { name, tally } of results)
    for (const line of tally.failures ?? []) out.write(`failed in ${name}: ${line}\n`);
  out.write(`${verdict(results.map(({ tally }) => tally))}\n`);
  return results.some(({ tally }) => tally.failed > 0) ? 1 : 0;
}

const summaryOf = ({ name, tally, duration }: LayerResult): string =>
  `${name.padEnd(16)} ${verdict([tally])} (${duration})`;

/**
 * Buffers the output of a layer until it ends, so that lanes do not mix. A single lane needs no
 * buffer.
 */
async function runLane(
  lane: readonly LayerName[],
  args: readonly string[],
  isAlone: boolean,
  results: LayerResult[],
): Promise<void> {
  for (const name of lane) {
    const startedAt = performance.now();
    const heading = `\n== ${name}\n`;
    const bufferedTexts: string[] = [];
    const output = isAlone ? out : collectInto(bufferedTexts);
    if (isAlone) out.write(heading);
    const tally = await layers[name](args, output).catch((error: unknown): Tally => {
      reportError(error);
      return { passed: 0, failed: 1, skipped: 0 };
    });
    const result = { name, tally, duration: seconds(startedAt) };
    results.push(result);
    if (!isAlone) out.write(`${heading}${bufferedTexts.join('')}`);
    out.write(`${summaryOf(result)}\n`);
  }
}

const collectInto = (texts: string[]): Writable =>
  new Writable({
    write(chunk, _encoding, done) {
      texts.push(String(chunk));
      done();
    },
  });

function reportError(error: unknown): void {
  interruption.signal.throwIfAborted();
  out.write(`${error instanceof CliError ? error.message : String(error)}\n`);
}
