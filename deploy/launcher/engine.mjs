import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { run } from './children.mjs';
import { onPath } from './debian.ts';
import { CliError } from './cli-error.mjs';
import { root } from './setup.mjs';

const BUFFER_BYTES = 64 * 1024 * 1024;
const execute = promisify(execFile);

/**
 * Runs a program to its end, also when the command has been interrupted: what was started must be removed.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<string>} its standard output
 * @throws {CliError} with what it printed, when it fails
 */
export async function tool(program, args, env = process.env) {
  try {
    const { stdout } = await execute(program, args, { cwd: root, env, maxBuffer: BUFFER_BYTES });
    return stdout.trim();
  } catch (error) {
    const { stdout = '', stderr = '' } = /** @type {{ stdout?: string, stderr?: string }} */ (
      error
    );
    throw new CliError(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  }
}

/** @param {...string} args */
export const docker = (...args) => tool(onPath('docker') ?? 'docker', args);

/** Whether a Docker engine answers here. */
export async function engineAnswers() {
  const program = onPath('docker');
  return (
    program !== undefined &&
    (await run(program, ['version', '--format', '{{.Server.Version}}'])).code === 0
  );
}

/** @typedef {{ image: string, environment?: Record<string, string>, healthcheck?: object, [key: string]: unknown }} Service */

/** docker-compose.yml, with what it merges written out. */
export const composeFile = () =>
  /** @type {{ name?: string, services: Record<string, Service>, volumes: Record<string, unknown> }} */ (
    parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true })
  );

/** @param {string} service @returns {string} the image that Compose runs it from, with its tag */
export function imageOf(service) {
  const found = composeFile().services[service];
  if (!found) throw new Error(`docker-compose.yml has no service ${service}`);
  return found.image;
}

/** The image that ours is built on. */
export function baseImage() {
  const [, image] =
    readFileSync(join(root, 'deploy', 'docker', 'Dockerfile'), 'utf8').match(/^FROM (\S+)$/m) ?? [];
  if (!image) throw new Error('the Dockerfile names no base');
  return image;
}
