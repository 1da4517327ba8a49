import { command } from './cli-error.mjs';
import { prepare } from './setup.mjs';

// The tool writes its result to standard output.
const out = process.stderr;

await command(async () => {
  const exitCode = await prepare(out);
  if (exitCode !== undefined) return exitCode;
  const { runTool } = await import('./run-tool.ts');
  return runTool(process.argv.slice(2), out);
});
