import { compile } from './compile.mjs';
import { command } from './refusal.mjs';
import { prepare } from './setup.mjs';

await command(
  async () => (await prepare(process.stdout, 'start')) ?? (await compile(process.stdout)),
);
