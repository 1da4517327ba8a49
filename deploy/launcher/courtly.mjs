import { command } from './cli-error.mjs';
import { takeDataOption } from './options.mjs';
import { prepare } from './setup.mjs';

// The command writes its result to standard output.
const out = process.stderr;

await command(async () => {
  const { data, rest } = takeDataOption(process.argv.slice(2));
  const exitCode = await prepare(out, 'start');
  if (exitCode !== undefined) return exitCode;
  const { runOperatorCommand } = await import('./operator-command.ts');
  return runOperatorCommand(data, rest, out);
});
