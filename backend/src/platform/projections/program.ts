import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the fingerprint of this program is found in Nest's container. */
export const PROGRAM = Symbol('program');

/**
 * Tells one build of this program from another: a hash over its own files. What one build could not read, the next one tries
 * again, whatever was changed in it.
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
