import { Command } from 'commander';
import { asOfCommand } from './as-of.js';
import type { Cli } from './cli.js';
import { eventsCommand } from './events.js';
import { ratingsCommand } from './exports.js';
import { keysCommand } from './keys.js';
import { matchesCommand } from './matches.js';
import { paymentsCommand } from './payments.js';
import { projectionsCommand } from './projections.js';
import { rankingsCommand } from './rankings.js';
import { runProgram } from './run-program.js';
import { usersCommand } from './users.js';
import { verifyCommand } from './verify.js';

const commandFactories = [
  asOfCommand,
  usersCommand,
  eventsCommand,
  keysCommand,
  matchesCommand,
  paymentsCommand,
  projectionsCommand,
  rankingsCommand,
  ratingsCommand,
  verifyCommand,
];

/** Runs an operator command. Returns the exit code: 0, or 1 if it failed or found a problem. */
export const runCommand = (commandArgs: readonly string[], cli: Cli): Promise<number> => {
  const program = new Command('courtly').description(
    'Commands for operators and analysts of a running Courtly.',
  );
  for (const command of commandFactories) program.addCommand(command(cli));
  return runProgram(program, commandArgs, cli);
};
