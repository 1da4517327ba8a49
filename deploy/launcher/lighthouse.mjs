import { command } from './cli-error.mjs';
import { helpWithoutOptions } from './options.mjs';
import { prepare } from './setup.mjs';

const out = process.stdout;
const helpText = `npm run lighthouse

Starts Courtly with its demo and measures pages with Lighthouse.`;

await command(async () => {
  const help = helpWithoutOptions(process.argv.slice(2), helpText);
  if (help) return void out.write(`${help}\n`);
  const exitCode = await prepare(out);
  if (exitCode !== undefined) return exitCode;
  const { measurePages } = await import('./page-measures.ts');
  return measurePages(out);
});
