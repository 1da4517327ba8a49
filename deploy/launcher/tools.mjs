import { tools } from './application.mjs';
import { startChild } from './children.mjs';
import { compile } from './compile.mjs';
import { command, interruption } from './refusal.mjs';
import { nodeFlags } from './services.mjs';
import { prepare } from './setup.mjs';

// Standard output belongs to the tool that runs.
const out = process.stderr;
const STOP_WITHIN_MS = 30_000;

await command(async () => {
  const elsewhere = await prepare(out);
  if (elsewhere !== undefined) return elsewhere;
  await compile(out);
  const tool = startChild(process.execPath, [...nodeFlags, tools, ...process.argv.slice(2)], {
    inherit: 'all',
  });
  interruption.signal.addEventListener('abort', () => void tool.stop(STOP_WITHIN_MS));
  const { code } = await tool.ended;
  return code ?? 1;
});
