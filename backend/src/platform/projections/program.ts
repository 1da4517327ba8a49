import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PROGRAM = Symbol('program');

/**
 * Identifies a build of the application by a hash of its files. A new build retries what another
 * could not read.
 */
export const fingerprintOfProgram = (): string => {
  const folder = fileURLToPath(new URL('../..', import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(js|ts|json)$/.test(file),
  );
  const hash = createHash('sha256');
  for (const file of files.sort())
    hash
      .update(file)
      .update('\n')
      .update(readFileSync(join(folder, file)));
  return hash.digest('hex').slice(0, 16);
};
