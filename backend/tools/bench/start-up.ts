import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Failure } from '@courtly/backend/cli/cli';
import { repositoryRoot } from '../server.js';
import { type Figure, checkedFigure } from './measured.js';

const RUNS = 3;
const compiled = join(repositoryRoot, 'backend', 'dist');

/** Makes a process report its CPU time, in microseconds, on file descriptor 3 when it exits. */
const reporter = `data:text/javascript,${encodeURIComponent(`
import { writeSync } from 'node:fs';
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeSync(3, String(user + system));
});`)}`;

const importApplication = `await import(${JSON.stringify(join(compiled, 'app.js'))});`;
const startApplication = `
const { createApp } = await import(${JSON.stringify(join(compiled, 'app.js'))});
const { readConfig } = await import(${JSON.stringify(join(compiled, 'config.js'))});
await (await createApp(readConfig(process.env))).init();
process.exit();`;

const script = (source: string) => ['--input-type=module', '--eval', source];

/** The user and system CPU seconds of one Node process. */
const cpuSecondsOf = async (
  commandArguments: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> => {
  const childProcess = spawn(process.execPath, ['--import', reporter, ...commandArguments], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  let reported = '';
  childProcess.stdio[3]!.on('data', (chunk: Buffer) => (reported += chunk.toString()));
  const [exitCode] = (await once(childProcess, 'close')) as [number | null];
  if (exitCode !== 0)
    throw new Failure(`node ${commandArguments.join(' ')} failed with exit code ${exitCode}.`);
  return Number(reported) / 1e6;
};

const leastCpuSeconds = async (
  commandArguments: readonly string[],
  environment: NodeJS.ProcessEnv,
) => {
  let minimum = Infinity;
  for (let runNumber = 0; runNumber < RUNS; runNumber++)
    minimum = Math.min(minimum, await cpuSecondsOf(commandArguments, environment));
  return minimum;
};

/** The CPU time of a start: the minimum of three runs on the stores in `environment`. */
export const startUpCosts = async (environment: NodeJS.ProcessEnv): Promise<Figure[]> => {
  const apiEnvironment = {
    ...environment,
    ROLES: 'api',
    PORT: '0',
    METRICS_PORT: '0',
    LOG_LEVEL: 'silent',
  };
  const entryPoint = join(compiled, 'cli', 'main.js');
  const processes = [
    {
      what: 'start-up: import the application',
      args: script(importApplication),
      maximumSeconds: 2,
    },
    { what: 'start-up: start the API', args: script(startApplication), maximumSeconds: 2.7 },
    { what: 'start-up: courtly --help', args: [entryPoint, '--help'], maximumSeconds: 0.25 },
    {
      what: 'start-up: courtly events --help',
      args: [entryPoint, 'events', '--help'],
      maximumSeconds: 1.3,
    },
  ];
  const costs: Figure[] = [];
  for (const { what, args, maximumSeconds } of processes) {
    const cpuSeconds = await leastCpuSeconds(args, apiEnvironment);
    costs.push(
      checkedFigure(
        what,
        `${cpuSeconds.toFixed(2)} CPU-s`,
        `at most ${maximumSeconds} CPU-s`,
        cpuSeconds <= maximumSeconds,
      ),
    );
  }
  return costs;
};
