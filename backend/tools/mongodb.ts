import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '@courtly/backend/cli/cli';
import { root } from './server.js';

/** A MongoDB in a process of its own, which has its data and its address again when it is started after a kill. */
export type MongoDb = Readonly<{ url: string; kill(): Promise<void>; start(): Promise<void>; stop(): Promise<void> }>;

const standIn = join(root, 'deploy', 'standins', 'mongodb', 'dist', 'main.js');

/** Starts the stand-in, which keeps this database on disk. */
export const startMongoDb = async (database: string): Promise<MongoDb> => {
  const folder = await mkdtemp(join(tmpdir(), 'courtly-mongodb-'));
  let child: ChildProcess;
  const launch = async (port: number) => {
    const args = ['--port', String(port), '--data', folder, '--durable', database, '--stop-with-parent'];
    child = spawn(process.execPath, [standIn, ...args], { stdio: ['pipe', 'pipe', 'ignore'] });
    const failed = once(child, 'exit').then(() => {
      throw new Failure('The stand-in of MongoDB does not start.');
    });
    const [line] = (await Promise.race([once(child.stdout!, 'data'), failed])) as [Buffer];
    return JSON.parse(line.toString()) as { port: number; url: string };
  };
  const { port, url } = await launch(0);
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  const stop = async () => {
    await kill();
    await rm(folder, { recursive: true, force: true });
  };
  return { url, kill, start: async () => void (await launch(port)), stop };
};
