import { toolsScript } from './application.ts';
import { startChild } from './children.mjs';
import { interruption } from './cli-error.mjs';
import { compile } from './compile.ts';
import { installOnDemand } from './on-demand.ts';
import type { Output } from './progress.mjs';
import { nodeFlags } from './services.ts';

const STOP_GRACE_MS = 30_000;

/** The benchmarks that use no package of backend/tools, by their subcommand or option. */
export const benchmarksWithoutPackages = [
  ...['money', 'outbox', 'kills', 'rankings', 'replay'],
  ...['--verify', '--deploy', '--without-mongodb', '--one-address'],
];

export const needsPackages = ([tool, ...toolArgs]: readonly string[]): boolean =>
  tool === 'bench' &&
  !toolArgs.some((arg) => [...benchmarksWithoutPackages, '--help'].includes(arg.split('=')[0]!));

/** Runs a tool of backend/tools, and resolves to its exit code. */
export async function runTool(args: readonly string[], out: Output): Promise<number> {
  if (needsPackages(args)) await installOnDemand('benchmark tools', out);
  await compile(out);
  const tool = startChild(process.execPath, [...nodeFlags, toolsScript, ...args], {
    inherit: 'all',
  });
  interruption.signal.addEventListener('abort', () => void tool.stop(STOP_GRACE_MS));
  const { code } = await tool.ended;
  return code ?? 1;
}
