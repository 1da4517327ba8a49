import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const backend = join(import.meta.dirname, '..', '..', '..');
const commitFile = join(backend, 'dist', 'commit');

/** `commit` is null if the build did not find the commit of its sources. */
export type Build = Readonly<{ version: string; commit: string | null }>;

/** The version of this release, and the commit that the build of the server recorded. */
export const build: Build = {
  version: (JSON.parse(readFileSync(join(backend, 'package.json'), 'utf8')) as Build).version,
  commit: existsSync(commitFile) ? readFileSync(commitFile, 'utf8') : null,
};

/** The name of this release, which differs between commits of one version. */
export const releaseName = [build.version, build.commit].filter(Boolean).join('+');
