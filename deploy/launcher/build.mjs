import { command } from './cli-error.mjs';
import { prepare } from './setup.mjs';

const out = process.stdout;

await command(async () => {
  const exitCode = await prepare(out, 'start');
  if (exitCode !== undefined) return exitCode;
  const { compile } = await import('./compile.ts');
  return compile(out);
});
