import { expect, it } from '@jest/globals';
import { Command } from 'commander';
import { type Cli, OutputClosed } from './cli.js';
import { runProgram } from './run-program.js';

it('a command exits quietly with 141 if its reader closes standard output', async () => {
  const notes: string[] = [];
  const interruption = new AbortController();
  const cli = {
    note: (line: string) => void notes.push(line),
    interrupted: interruption.signal,
  } as unknown as Cli;
  const programOf = (action: () => void) => {
    const program = new Command();
    program.command('export').action(action);
    return program;
  };
  const closes = () => interruption.abort(new OutputClosed());
  expect(await runProgram(programOf(closes), ['export'], cli)).toBe(141);
  const closesAndThrows = () => {
    closes();
    interruption.signal.throwIfAborted();
  };
  expect(await runProgram(programOf(closesAndThrows), ['export'], cli)).toBe(141);
  expect(notes).toEqual([]);
});
