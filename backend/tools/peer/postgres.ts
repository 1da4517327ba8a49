import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const READY_WITHIN_MS = 30_000;

/** The newest PostgreSQL in Debian's folder; undefined if none is installed. */
export const findPostgres = (): string | undefined =>
  globSync('/usr/lib/postgresql/*/bin')
    .filter((binaryFolder) => existsSync(join(binaryFolder, 'initdb')))
    .sort(
      (leftValue, rightValue) =>
        Number(rightValue.split('/').at(-2)) - Number(leftValue.split('/').at(-2)),
    )[0];

// PostgreSQL refuses to run as root, but Debian has a user for it.
const findPostgresUser = () => {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((idFlag) => Number(execFileSync('id', [idFlag, 'postgres'])));
  return { uid: uid!, gid: gid! };
};

/** Starts PostgreSQL with its default durability settings. */
export const startPostgres = async (
  binaryFolder: string,
  folderPath: string,
  listenPort: number,
) => {
  const dataChunk = join(folderPath, 'postgres');
  const postgresUser = findPostgresUser();
  mkdirSync(dataChunk, { mode: 0o700 });
  if (postgresUser.uid !== undefined) chownSync(dataChunk, postgresUser.uid, postgresUser.gid);
  const options = { ...postgresUser, cwd: '/', stdio: 'ignore' } as const;
  execFileSync(
    join(binaryFolder, 'initdb'),
    ['-D', dataChunk, '-A', 'trust', '-U', 'postgres'],
    options,
  );
  const settings = [
    'max_connections=60',
    'shared_buffers=256MB',
    `unix_socket_directories=${dataChunk}`,
  ];
  const commandArguments = [
    '-D',
    dataChunk,
    '-p',
    String(listenPort),
    '-h',
    '127.0.0.1',
    ...settings.flatMap((serverSetting) => ['-c', serverSetting]),
  ];
  const postgresProcess = spawn(join(binaryFolder, 'postgres'), commandArguments, options);
  const connectionUrl = `postgres://postgres@127.0.0.1:${listenPort}/postgres`;
  const accepts = async () => {
    const storeClient = new pg.Client(connectionUrl);
    return storeClient.connect().then(
      () => storeClient.end().then(() => true),
      () => false,
    );
  };
  for (const deadlineMs = performance.now() + READY_WITHIN_MS; !(await accepts()); await delay(100))
    if (postgresProcess.exitCode !== null || performance.now() > deadlineMs)
      throw new Error('PostgreSQL failed to start.');
  return {
    url: connectionUrl,
    pid: postgresProcess.pid!,
    async stop() {
      const exitPromise = once(postgresProcess, 'exit');
      // SIGINT is a fast shutdown, which does not wait for clients.
      postgresProcess.kill('SIGINT');
      await exitPromise;
    },
  };
};
