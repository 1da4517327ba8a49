import { command } from './cli-error.mjs';
import { helpWithoutOptions } from './options.mjs';
import { prepare } from './setup.mjs';

const out = process.stdout;
const helpText = `npm run build

Builds the server and the website if their sources have changed.`;

await command(async () => {
  const help = helpWithoutOptions(process.argv.slice(2), helpText);
  if (help) return void out.write(`${help}\n`);
  const exitCode = await prepare(out, 'start');
  if (exitCode !== undefined) return exitCode;
  const { compile } = await import('./compile.ts');
  return compile(out);
});
