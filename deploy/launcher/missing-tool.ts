import { CliError } from './cli-error.mjs';
import type { Tally } from './tally.ts';

/**
 * Skips a layer whose tool is missing on this machine. CI must have every tool.
 * @throws {CliError} if CI is set
 */
export function skipped(layer: string, reason: string): Tally {
  if (process.env.CI) throw new CliError(`${layer}: ${reason}.`);
  process.stdout.write(`skipped: ${layer}, ${reason}.\n`);
  return { passed: 0, failed: 0, skipped: 1 };
}

/**
 * Finds a tool on this machine. Undefined if it is missing.
 * @param find throws a CliError that says what to install
 * @throws {CliError} if the tool is missing and CI is set
 */
export async function orSkipped<Tool>(
  layer: string,
  find: () => Promise<Tool>,
): Promise<Tool | undefined> {
  try {
    return await find();
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    skipped(layer, error.message.replace(/\.$/, ''));
    return undefined;
  }
}

/**
 * Runs a layer that needs a tool. The layer is skipped if the tool is missing on this machine.
 * @param find throws a CliError that says what to install
 * @throws {CliError} if the tool is missing and CI is set
 */
export async function withTool<Tool>(
  layer: string,
  find: () => Promise<Tool>,
  runLayer: (tool: Tool) => Promise<Tally>,
): Promise<Tally> {
  const tool = await orSkipped(layer, find);
  return tool === undefined ? { passed: 0, failed: 0, skipped: 1 } : runLayer(tool);
}
