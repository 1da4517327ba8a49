import { command } from './cli-error.mjs';
import { helpText, startOptions } from './options.mjs';
import { stopWithParents } from './processes.mjs';
import { mentionEnvFile, prepare } from './setup.mjs';

const out = process.stdout;

await command(async () => {
  const options = startOptions(process.argv.slice(2), process.env, Date.now());
  if (options.help) return void out.write(`${helpText}\n`);
  if (process.env.npm_lifecycle_event || process.env.COURTLY_NODE) stopWithParents();
  const exitCode = await prepare(out, options.dev ? 'all' : 'start');
  if (exitCode !== undefined) return exitCode;
  mentionEnvFile(out);
  const { serve } = await import('./serve.ts');
  return serve(options, out);
});
