import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { addresses, cliScript, databaseOf, vaultOf } from './application.ts';
import { startChild } from './children.mjs';
import { CliError, interruption } from './cli-error.mjs';
import { buildServer } from './compile.ts';
import { currentRun, openFolder } from './data-folder.ts';
import { lineWriter, type Output } from './progress.mjs';
import { secretsOf } from './secrets.ts';
import { nodeFlags, startStores } from './services.ts';
import type { Supervised } from './supervise.ts';

/** `courtly verify` needs less memory than this, however long the log is. */
const heapFlags = ['--max-old-space-size=256'];
const STOP_GRACE_MS = 7_000;
const STORES_GRACE_MS = 2_000;

/** Runs `courtly`, and resolves to its exit code. */
export async function runOperatorCommand(args: readonly string[], out: Output): Promise<number> {
  const { data, commandArgs } = takeDataOption(args);
  await buildServer(out);
  return needsStores(commandArgs)
    ? runWithStores(data, commandArgs, out)
    : runCourtly(commandArgs, {});
}

/**
 * Separates `--data DIR` from the other arguments of a command.
 * @throws {CliError} if the folder is missing
 */
export function takeDataOption(args: readonly string[]): { data: string; commandArgs: string[] } {
  const optionIndex = args.findIndex((arg) => arg === '--data' || arg.startsWith('--data='));
  if (optionIndex < 0) return { data: resolve('.courtly'), commandArgs: [...args] };
  const inlineValue = args[optionIndex]?.slice('--data='.length);
  const data = inlineValue || args[optionIndex + 1];
  if (!data) throw new CliError('--data needs a folder.');
  return { data: resolve(data), commandArgs: args.toSpliced(optionIndex, inlineValue ? 1 : 2) };
}

/** `rankings evaluate` rates the matches of a file in memory, without stores. */
function needsStores([commandName, ...args]: readonly string[]): boolean {
  if (commandName === undefined || commandName === 'help' || commandName.startsWith('-'))
    return false;
  return !args.includes('--help') && !(commandName === 'rankings' && args[0] === 'evaluate');
}

/** Uses the stores in the environment, those of a running Courtly, or ones that it starts. */
async function runWithStores(
  folder: string,
  args: readonly string[],
  out: Output,
): Promise<number> {
  const { EVENTSTORE_URL, MONGODB_URI, REDIS_URL, KEY_SECRETS } = process.env;
  if (EVENTSTORE_URL && MONGODB_URI && REDIS_URL && KEY_SECRETS) return runCourtly(args, {});
  const run = currentRun(folder);
  if (run) return runCourtly(args, { ...run.env, ...secretsOf(folder, process.env) });
  if (!existsSync(folder))
    throw new CliError(
      `There is no data folder ${folder}: start Courtly first (npm start), or choose another folder with --data.`,
    );
  const unlockFolder = openFolder(folder);
  const storeProcesses: Supervised[] = [];
  try {
    const secrets = secretsOf(folder, process.env);
    const stores = await startStores(
      {
        folder,
        database: databaseOf(process.env),
        vault: vaultOf(process.env),
        out,
        report: lineWriter(out),
      },
      storeProcesses,
    );
    const env = addresses({ folder, publicUrl: 'http://localhost:3000' }, stores, process.env);
    return await runCourtly(args, { ...env, ...secrets });
  } finally {
    await Promise.all(storeProcesses.map((store) => store.stop(STORES_GRACE_MS)));
    unlockFolder();
  }
}

async function runCourtly(args: readonly string[], env: Record<string, string>): Promise<number> {
  const child = startChild(process.execPath, [...nodeFlags, ...heapFlags, cliScript, ...args], {
    env: { ...process.env, ...env },
    inherit: 'all',
  });
  interruption.signal.addEventListener('abort', () => void child.stop(STOP_GRACE_MS));
  const { code } = await child.ended;
  return code ?? 1;
}
