import type { Cli } from '@courtly/backend/cli/cli';
import { runProgram } from '@courtly/backend/cli/run-program';
import { Command } from 'commander';
import { benchCommand } from './bench/command.js';
import { demandCommand } from './demand/demand.js';
import { attacksCommand } from './ratings/attacks-command.js';
import { fitCommand } from './ratings/fit.js';
import { rehearsalCommand } from './rehearsal/rehearsal.js';
import { seedCommand } from './seed/seed.js';

/** Runs a development tool. Returns 1 if it failed or found a problem, otherwise 0. */
export const runTool = (commandArguments: readonly string[], commandLine: Cli): Promise<number> => {
  const rootCommand = new Command('tools').description(
    'Development tools that seed, load, and measure a Courtly.',
  );
  const commands = [
    seedCommand,
    demandCommand,
    benchCommand,
    rehearsalCommand,
    fitCommand,
    attacksCommand,
  ];
  for (const command of commands) rootCommand.addCommand(command(commandLine));
  return runProgram(rootCommand, commandArguments, commandLine);
};
