import { command } from './cli-error.mjs';
import { prepare } from './setup.mjs';

const out = process.stdout;

await command(async () => {
  const exitCode = await prepare(out);
  if (exitCode !== undefined) return exitCode;
  const { measurePages } = await import('./page-measures.ts');
  return measurePages(out);
});
