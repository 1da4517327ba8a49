import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const RELEASE_ID = Symbol('release id');

let hash: string | undefined;

/**
 * Identifies a build of the application by a hash of its files, which are read once. A new build
 * retries what another build could not read.
 */
export const releaseId = (): string => (hash ??= hashSources());

const hashSources = (): string => {
  const sourceFolder = fileURLToPath(new URL('../..', import.meta.url));
  const sourceFiles = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(js|ts|json)$/.test(file),
  );
  const sources = createHash('sha256');
  for (const file of sourceFiles.sort())
    sources
      .update(file)
      .update('\n')
      .update(readFileSync(join(sourceFolder, file)));
  return sources.digest('hex').slice(0, 16);
};
