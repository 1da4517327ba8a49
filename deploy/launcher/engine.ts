import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { run } from './children.mjs';
import { CliError } from './cli-error.mjs';
import { onPath } from './debian.ts';
import { root } from './setup.mjs';

const BUFFER_BYTES = 64 * 1024 * 1024;
const execProgram = promisify(execFile);

type ComposeService = {
  image: string;
  environment?: Record<string, string>;
  healthcheck?: object;
  profiles?: string[];
};

type ComposeFile = {
  name?: string;
  services: Record<string, ComposeService>;
  volumes: Record<string, unknown>;
};

/**
 * Runs a program until it ends, even after an interruption, so that containers can be removed.
 * @returns its standard output
 * @throws {CliError} with its output if it fails
 */
export async function execute(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  try {
    const { stdout } = await execProgram(program, args, {
      cwd: root,
      env,
      maxBuffer: BUFFER_BYTES,
    });
    return stdout.trim();
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new CliError(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  }
}

export const docker = (...args: readonly string[]): Promise<string> =>
  execute(onPath('docker') ?? 'docker', args);

/** Whether a Docker engine responds on this machine. */
export async function isEngineRunning(): Promise<boolean> {
  const program = onPath('docker');
  if (!program) return false;
  return (await run(program, ['version', '--format', '{{.Server.Version}}'])).code === 0;
}

/** docker-compose.yml after resolving its merge keys. */
export const composeFile = (): ComposeFile =>
  parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true });

/** The image of a Compose service and its tag. */
export function imageOf(serviceName: string): string {
  const service = composeFile().services[serviceName];
  if (!service) throw new Error(`docker-compose.yml has no service ${serviceName}`);
  return service.image;
}

/** The base image of our Dockerfile. */
export function baseImage(): string {
  const dockerfile = readFileSync(join(root, 'deploy', 'docker', 'Dockerfile'), 'utf8');
  const [, image] = dockerfile.match(/^FROM (\S+)$/m) ?? [];
  if (!image) throw new Error('The Dockerfile names no base image.');
  return image;
}
