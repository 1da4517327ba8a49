import { command } from './cli-error.mjs';
import { prepare } from './setup.mjs';

const out = process.stdout;

await command(async () => {
  const exitCode = await prepare(out);
  if (exitCode !== undefined) return exitCode;
  const { captureScreens } = await import('./capture-screens.ts');
  return captureScreens(out);
});
