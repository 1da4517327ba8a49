import { Command, InvalidArgumentError } from 'commander';
import type { BenchOptions } from '../bench/bench.js';
import type { Cli } from './cli.js';

const positive = (text: string): number => {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('Use a whole number from 1 on.');
  return Number(text);
};

/** `courtly bench`: its load generator is a tool of development, so it is loaded only here. */
export const benchCommand = (cli: Cli): Command =>
  new Command('bench')
    .description('start a Courtly of its own, measure it, check what came out')
    .option('--seconds <n>', 'how long to press', positive, 10)
    .option('--players <n>', 'signed-in players', positive, 16)
    .option('--courts <n>', 'courts', positive, 20)
    .action(async (options: BenchOptions) => (await import('../bench/bench.js')).bench(cli, options));
