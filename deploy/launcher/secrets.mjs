import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInUse, missing, readJson } from './folder-format.mjs';
import { plainly } from './plainly.mjs';

const FILE = 'secrets.json';

/** The variables of the application that hold secrets, each a list with the newest first. */
const names = ['SESSION_SECRETS', 'KEY_SECRETS', 'LOOKUP_SECRETS'];

/**
 * The application's secrets: those of the environment, and else 32 random bytes each in base64, made once for this folder and
 * readable by its owner only.
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>}
 * @throws {import('./refusal.mjs').Refusal} when they are gone while what they open is there
 */
export function secretsOf(folder, env) {
  const given = Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  if (Object.keys(given).length === names.length) return given;
  const file = join(folder, FILE);
  if (!existsSync(file)) {
    if (isInUse(folder)) throw missing(folder, FILE);
    const made = Object.fromEntries(
      names.map((name) => [name, randomBytes(32).toString('base64')]),
    );
    plainly(folder, () =>
      writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flag: 'wx' }),
    );
  }
  return { .../** @type {Record<string, string>} */ (readJson(file)), ...given };
}
