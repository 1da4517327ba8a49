import { Listr, ListrLogger, ProcessOutput } from 'listr2';
import type { Cli } from './cli.js';

const TELL_EVERY_MS = process.stderr.isTTY ? 100 : 2_000;

/** Limits the rate of calls and drops the others. */
const seldom = (tell: (text: string) => void) => {
  let last = 0;
  return (text: string) => {
    const now = performance.now();
    if (now - last < TELL_EVERY_MS) return;
    last = now;
    tell(text);
  };
};

const step: Cli['step'] = async <T>(
  title: string,
  work: (tell: (progress: string) => void) => Promise<T>,
) => {
  const logger = new ListrLogger({
    processOutput: new ProcessOutput(process.stderr, process.stderr),
  });
  const list = new Listr<{ result?: T }, 'default', 'simple'>(
    {
      title,
      task: async (context, task) => {
        context.result = await work(seldom((text) => (task.output = text)));
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
  return (await list.run()).result as T;
};

/**
 * The environment of a command in a terminal or pipe. The first Ctrl-C stops the command
 * gracefully, the second immediately.
 */
export const terminal = (): Cli => {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => interruption.abort());
  return {
    environment: process.env,
    print: (line) => void process.stdout.write(`${line}\n`),
    note: (line) => void process.stderr.write(`${line}\n`),
    step,
    interrupted: interruption.signal,
  };
};
