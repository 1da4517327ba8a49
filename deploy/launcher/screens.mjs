import { command } from './cli-error.mjs';
import { helpWithoutOptions } from './options.mjs';
import { prepare } from './setup.mjs';

const out = process.stdout;
const helpText = `npm run screens

Starts Courtly with its demo and replaces the screenshots in docs/screens.`;

await command(async () => {
  const help = helpWithoutOptions(process.argv.slice(2), helpText);
  if (help) return void out.write(`${help}\n`);
  const exitCode = await prepare(out);
  if (exitCode !== undefined) return exitCode;
  const { captureScreens } = await import('./capture-screens.ts');
  return captureScreens(out);
});
