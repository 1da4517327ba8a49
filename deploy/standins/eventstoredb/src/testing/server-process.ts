import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

const main = join(import.meta.dirname, '../../dist/main.js');

export type ServerProcess = Readonly<{
  process: ChildProcess;
  port: number;
  url: string;
  stderr: Promise<string>;
}>;

function run(args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [main, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  return { child, stderr: text(child.stderr) };
}

/**
 * Starts the compiled server in a separate process, which ends with this one. Resolves when it is
 * ready.
 */
export async function startProcess(file: string, port = 0): Promise<ServerProcess> {
  const { child, stderr } = run(['--data', file, '--port', String(port), '--stop-with-parent'], {});
  const failed = once(child, 'exit').then(async () => {
    throw new Error(await stderr);
  });
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), failed])) as [
    string,
  ];
  return { process: child, stderr, ...(JSON.parse(line) as { port: number; url: string }) };
}

/** Runs a server that should refuse to start. Resolves with its exit code and output. */
export async function runToExit(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { child, stderr } = run(args, env);
  const stdout = text(child.stdout);
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, stdout: await stdout, stderr: await stderr };
}

export async function endProcess(
  server: ChildProcess,
  signal: NodeJS.Signals,
): Promise<number | null> {
  const exited = once(server, 'exit') as Promise<[number | null]>;
  server.kill(signal);
  return (await exited)[0];
}
