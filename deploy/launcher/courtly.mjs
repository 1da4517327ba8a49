import { existsSync } from 'node:fs';
import { addresses, cli, databaseOf, vaultOf } from './application.mjs';
import { startChild } from './children.mjs';
import { compile } from './compile.mjs';
import { currentRun, openFolder } from './data-folder.mjs';
import { takeDataOption } from './options.mjs';
import { command, interruption, Refusal } from './refusal.mjs';
import { secretsOf } from './secrets.mjs';
import { nodeFlags, startStores } from './services.mjs';
import { prepare } from './setup.mjs';

// Standard output belongs to the command that runs.
const out = process.stderr;

/** What verify stays within, however long the log is. */
const heap = ['--max-old-space-size=256'];

await command(async () => {
  const { data, rest } = takeDataOption(process.argv.slice(2));
  const elsewhere = await prepare(out, 'start');
  if (elsewhere !== undefined) return elsewhere;
  await compile(out);
  return needsStores(rest) ? onStores(data, rest) : courtly(rest, {});
});

/** A file of matches is rated in memory. @param {readonly string[]} args */
function needsStores([name, ...args]) {
  if (name === 'rankings' && args[0] === 'evaluate') return false;
  return name !== undefined && !name.startsWith('-') && name !== 'help' && !args.includes('--help');
}

/**
 * Runs a command against what runs already, or against stores started for it alone.
 * @param {string} folder
 * @param {readonly string[]} args
 */
async function onStores(folder, args) {
  const { EVENTSTORE_URL, MONGODB_URI, REDIS_URL, KEY_SECRETS } = process.env;
  if (EVENTSTORE_URL && MONGODB_URI && REDIS_URL && KEY_SECRETS) return courtly(args, {});
  const current = currentRun(folder);
  if (current) return courtly(args, { ...current.env, ...secretsOf(folder, process.env) });
  if (!existsSync(folder))
    throw new Refusal(
      `There is no data folder ${folder}: start Courtly first (npm start), or name another with --data.`,
    );
  const release = openFolder(folder);
  /** @type {import('./supervise.mjs').Supervised[]} */
  const running = [];
  try {
    /** @param {string} message */
    const say = (message) => void out.write(`${message}\n`);
    const secrets = secretsOf(folder, process.env);
    const stores = await startStores(
      { folder, vault: vaultOf(process.env), database: databaseOf(process.env), out, say },
      running,
    );
    const env = addresses({ folder, publicUrl: 'http://localhost:3000' }, stores, process.env);
    return await courtly(args, { ...env, ...secrets });
  } finally {
    await Promise.all(running.map((store) => store.stop(2_000)));
    release();
  }
}

/**
 * @param {readonly string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<number>} its exit code
 */
async function courtly(args, env) {
  const child = startChild(process.execPath, [...nodeFlags, ...heap, cli, ...args], {
    env: { ...process.env, ...env },
    inherit: 'all',
  });
  const stop = () => void child.stop(7_000);
  interruption.signal.addEventListener('abort', stop);
  const { code } = await child.ended;
  return code ?? 1;
}
