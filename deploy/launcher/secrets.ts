import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withReadableErrors } from './file-errors.ts';
import { isInUse, missingFile, readJson } from './folder-format.ts';

const SECRETS_FILE = 'secrets.json';

/** Environment variables of the application. Each is a list of secrets, the newest first. */
const secretNames = ['SESSION_SECRETS', 'KEY_SECRETS', 'LOOKUP_SECRETS'];

/**
 * The secrets of the environment. The others are 32 random bytes in base64, created once for this
 * folder and readable only by its owner.
 * @throws {CliError} if they are missing but the data that needs them exists
 */
export function secretsOf(folder: string, env: NodeJS.ProcessEnv): Record<string, string> {
  const envSecrets = Object.fromEntries(
    secretNames.flatMap((secretName) => {
      const secret = env[secretName];
      return secret ? [[secretName, secret]] : [];
    }),
  );
  if (Object.keys(envSecrets).length === secretNames.length) return envSecrets;
  const file = join(folder, SECRETS_FILE);
  if (!existsSync(file)) {
    if (isInUse(folder)) throw missingFile(folder, SECRETS_FILE);
    const newSecrets = Object.fromEntries(
      secretNames.map((secretName) => [secretName, randomBytes(32).toString('base64')]),
    );
    withReadableErrors(folder, () =>
      writeFileSync(file, `${JSON.stringify(newSecrets, null, 2)}\n`, { mode: 0o600, flag: 'wx' }),
    );
  }
  return { ...(readJson(file) as Record<string, string>), ...envSecrets };
}
