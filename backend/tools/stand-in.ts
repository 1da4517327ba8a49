import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Failure } from '@courtly/backend/cli/cli';
import { repositoryRoot } from './server.js';

/** A stand-in in a separate process. It keeps its address across restarts. */
export type StandIn = Readonly<{ url: string; kill(): Promise<void>; start(): Promise<void> }>;

/** @param commandArguments all options except the port */
export const startStandIn = async (
  standInName: 'eventstoredb' | 'mongodb',
  commandArguments: readonly string[],
): Promise<StandIn> => {
  const standInProgram = join(repositoryRoot, 'deploy', 'standins', standInName, 'dist', 'main.js');
  let childProcess: ChildProcess;
  const launchStandIn = async (listenPort: number) => {
    const launchArguments = [
      standInProgram,
      '--port',
      String(listenPort),
      ...commandArguments,
      '--stop-with-parent',
    ];
    childProcess = spawn(process.execPath, launchArguments, { stdio: ['pipe', 'pipe', 'ignore'] });
    const failed = once(childProcess, 'exit').then(() => {
      throw new Failure(`The stand-in ${standInName} failed to start.`);
    });
    const [firstLine] = (await Promise.race([once(childProcess.stdout!, 'data'), failed])) as [
      Buffer,
    ];
    return JSON.parse(firstLine.toString()) as { port: number; url: string };
  };
  const { port, url } = await launchStandIn(0);
  const kill = async () => {
    if (childProcess.exitCode !== null || childProcess.signalCode !== null) return;
    const exitPromise = once(childProcess, 'exit');
    childProcess.kill('SIGKILL');
    await exitPromise;
  };
  return { url, kill, start: async () => void (await launchStandIn(port)) };
};
