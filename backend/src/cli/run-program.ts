import { Command, CommanderError } from 'commander';
import { setImmediate } from 'node:timers/promises';
import { InvalidConfig } from '../config.js';
import { type Cli, Failure, OutputClosed } from './cli.js';

/** The launcher has already handled --data, so it is ignored here. */
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
    error instanceof InvalidConfig ||
    error.name === 'DomainError' ||
    /^The configuration/.test(error.message);
  return expected ? error.message : (error.stack ?? error.message);
};

const isOutputClosed = ({ interrupted }: Cli): boolean =>
  interrupted.reason instanceof OutputClosed;

/**
 * Runs a command of a program. Returns the exit code: 0, the code of a `Failure`, 1 after any other
 * error, or 141 if the reader of standard output has closed it.
 */
export const runProgram = async (
  program: Command,
  commandArgs: readonly string[],
  cli: Cli,
): Promise<number> => {
  try {
    await silenceOutput(program).parseAsync(withoutData(commandArgs), { from: 'user' });
    // Waits for one turn of the event loop, so that an error of the last write can arrive.
    await setImmediate();
    return isOutputClosed(cli) ? OutputClosed.exitCode : 0;
  } catch (error) {
    if (isOutputClosed(cli)) return OutputClosed.exitCode;
    if (error instanceof CommanderError) return error.exitCode;
    cli.note(cli.interrupted.aborted ? 'Interrupted.' : messageOf(error));
    return error instanceof Failure ? error.exitCode : 1;
  }
};
