import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Refusal } from './refusal.mjs';

export const help = `npm start -- [options]

Starts Courtly and everything that it needs; Ctrl-C stops it all.

  --port N        the port of the website and its API (3000; 0 takes a free one)
  --data DIR      where the data is kept (.courtly)
  --no-seed       do not fill a new data folder with the demo
  --reset         delete what is in the data folder, and start afresh
  --now INSTANT   start the application's clock at this instant, for example 2026-03-07T18:00:00Z;
                  a later start without it runs on real time again; refused when NODE_ENV=production
  --policy FILE   the rules of the house (deploy/policies/standard.json)
  --no-worker     start no worker: what follows from events and from time waits for workers that are started otherwise
  --dev           watch the sources: rebuild, restart, and serve the website with hot reload
  --help          show this text

With EVENTSTORE_URL, MONGODB_URI, REDIS_URL, MAIL_URL or STRIPE_SECRET_KEY in the environment, that service is used
instead of one started here. METRICS_PORT=N serves metrics at N for the API, and at N+1 for projections and jobs.`;

/** @typedef {ReturnType<typeof startOptions>} StartOptions */

/**
 * The options of `npm start`, checked.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {number} now the present, in milliseconds since 1970
 * @throws {Refusal} one line for the first thing that is wrong
 */
export function startOptions(args, env, now) {
  const values = parse(args);
  const port = Number(values.port ?? 3000);
  if (!/^\d+$/.test(values.port ?? '0') || port > 65_535)
    throw new Refusal(`--port takes a number from 0 to 65535, not ${values.port}.`);
  const policy = values.policy && resolve(values.policy);
  if (policy && !existsSync(policy))
    throw new Refusal(`--policy: there is no file ${values.policy}.`);
  return {
    port,
    data: resolve(values.data ?? '.courtly'),
    seed: !values['no-seed'],
    reset: values.reset ?? false,
    clockOffsetMs: values.now === undefined ? 0 : clockOffset(values.now, env, now),
    policy,
    dev: values.dev ?? false,
    worker: !values['no-worker'],
    help: values.help ?? false,
  };
}

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: 'string' },
        data: { type: 'string' },
        'no-seed': { type: 'boolean' },
        reset: { type: 'boolean' },
        now: { type: 'string' },
        policy: { type: 'string' },
        dev: { type: 'boolean' },
        'no-worker': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    const [reason] = /** @type {Error} */ (error).message.split(/\. |\n/);
    throw new Refusal(`${reason} (npm start -- --help lists the options).`);
  }
}

/**
 * @param {string} instant
 * @param {NodeJS.ProcessEnv} env
 * @param {number} now
 */
function clockOffset(instant, env, now) {
  if (env.NODE_ENV === 'production')
    throw new Refusal(
      '--now moves the clock for trying things out; it is refused when NODE_ENV=production.',
    );
  const wanted = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(instant)
    ? Date.parse(instant)
    : NaN;
  if (Number.isNaN(wanted))
    throw new Refusal(`--now takes an instant such as 2026-03-07T18:00:00Z, not ${instant}.`);
  return wanted - now;
}

/**
 * Takes `--data DIR` out of the arguments of a command that passes the others on.
 * @param {readonly string[]} args
 * @returns {{ data: string, rest: string[] }}
 */
export function takeDataOption(args) {
  const at = args.findIndex((arg) => arg === '--data' || arg.startsWith('--data='));
  if (at < 0) return { data: resolve('.courtly'), rest: [...args] };
  const inline = args[at]?.slice('--data='.length);
  const data = inline || args[at + 1];
  if (!data) throw new Refusal('--data takes a folder.');
  return { data: resolve(data), rest: args.toSpliced(at, inline ? 1 : 2) };
}
