import { command } from './cli-error.mjs';
import { prepare } from './setup.mjs';

await command(
  async () => {
    const exitCode = await prepare(process.stdout);
    if (exitCode !== undefined) return exitCode;
    const { runLayers } = await import('./run-layers.ts');
    return runLayers(process.argv.slice(2));
  },
  { interrupted: 130 },
);
