import { command } from './cli-error.mjs';
import { testHelp } from './options.mjs';
import { prepare } from './setup.mjs';

await command(
  async () => {
    const help = testHelp(process.argv.slice(2));
    if (help) return void process.stdout.write(`${help}\n`);
    const exitCode = await prepare(process.stdout);
    if (exitCode !== undefined) return exitCode;
    const { runLayers } = await import('./run-layers.ts');
    return runLayers(process.argv.slice(2));
  },
  { interrupted: 130 },
);
