import { Command, CommanderError } from 'commander';
import { type Cli, Failure } from './cli.js';

/** The launcher handles --data, so it is ignored here. */
const withoutData = (commandArgs: readonly string[]): string[] =>
  commandArgs.filter(
    (argument, index) => !/^--data(=|$)/.test(argument) && commandArgs[index - 1] !== '--data',
  );

const silenceOutput = (command: Command): Command => {
  command.exitOverride();
  command.commands.forEach(silenceOutput);
  return command;
};

const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const expected =
    error instanceof Failure ||
    error.name === 'DomainError' ||
    /^The configuration/.test(error.message);
  return expected ? error.message : (error.stack ?? error.message);
};

/** Runs a command of a program. Returns the exit code: 0, or 1 if it failed or found a problem. */
export const runProgram = async (
  program: Command,
  commandArgs: readonly string[],
  cli: Cli,
): Promise<number> => {
  try {
    await silenceOutput(program).parseAsync(withoutData(commandArgs), { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    cli.note(cli.interrupted.aborted ? 'Interrupted.' : messageOf(error));
    return 1;
  }
};
