import { command } from './cli-error.mjs';
import { mentionEnvFile, prepare } from './setup.mjs';

// The command writes its result to standard output.
const out = process.stderr;

await command(async () => {
  const exitCode = await prepare(out, 'start');
  if (exitCode !== undefined) return exitCode;
  mentionEnvFile(out);
  const { runOperatorCommand } = await import('./operator-command.ts');
  return runOperatorCommand(process.argv.slice(2), out);
});
