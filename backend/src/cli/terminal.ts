import { Listr, ListrLogger, ProcessOutput } from 'listr2';
import { type Cli, OutputClosed } from './cli.js';

const PROGRESS_INTERVAL_MS = process.stderr.isTTY ? 100 : 2_000;

/** Limits the rate of calls and drops the others. */
const throttled = (showText: (text: string) => void) => {
  let lastShownAt = 0;
  return (text: string) => {
    const currentTime = performance.now();
    if (currentTime - lastShownAt < PROGRESS_INTERVAL_MS) return;
    lastShownAt = currentTime;
    showText(text);
  };
};

const terminalStep: Cli['step'] = async <T>(
  title: string,
  runWork: (showText: (progress: string) => void) => Promise<T>,
) => {
  const logger = new ListrLogger({
    processOutput: new ProcessOutput(process.stderr, process.stderr),
  });
  const taskList = new Listr<{ result?: T }, 'default', 'simple'>(
    {
      title,
      task: async (context, task) => {
        context.result = await runWork(throttled((text) => (task.output = text)));
      },
    },
    {
      fallbackRenderer: 'simple',
      fallbackRendererCondition: !process.stderr.isTTY,
      registerSignalListeners: false,
      rendererOptions: { logger },
      fallbackRendererOptions: { logger },
    },
  );
  return (await taskList.run()).result as T;
};

/**
 * The environment of a command in a terminal or pipe. The first Ctrl-C, or a reader that closes
 * standard output (such as `head`), stops it gracefully; a second Ctrl-C stops it immediately.
 */
export const terminal = (): Cli => {
  const interruption = new AbortController();
  for (const signalName of ['SIGINT', 'SIGTERM'] as const)
    process.once(signalName, () => interruption.abort());
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    interruption.abort(new OutputClosed());
  });
  // If no one reads the output anymore, no one reads the notes either.
  process.stderr.on('error', () => undefined);
  return {
    environment: process.env,
    print: (line) => {
      if (process.stdout.writable) process.stdout.write(`${line}\n`);
    },
    note: (line) => void process.stderr.write(`${line}\n`),
    step: terminalStep,
    interrupted: interruption.signal,
  };
};
