import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './children.mjs';
import { onPath } from './debian.ts';
import { composeFile, docker, execute } from './engine.ts';
import { root } from './setup.mjs';

export type ComposeCommand = readonly [program: string, ...args: string[]];
export type ComposeProject = ReturnType<typeof composeProject>;

/** The command that runs Compose: a subcommand of Docker, or the older separate program. */
export async function composeCommand(): Promise<ComposeCommand | undefined> {
  const program = onPath('docker');
  if (program && (await run(program, ['compose', 'version'])).code === 0)
    return [program, 'compose'];
  const olderProgram = onPath('docker-compose');
  return olderProgram ? [olderProgram] : undefined;
}

/** The content of an .env file with new secrets. */
export const newSecrets = (): string =>
  ['SESSION', 'KEY', 'LOOKUP']
    .map((name) => `${name}_SECRETS=${randomBytes(32).toString('base64url')}\n`)
    .join('');

/** Runs the services of `docker compose up` on empty volumes, as a separate project. */
export function composeProject(
  [program, ...firstArgs]: ComposeCommand,
  { name, port, secrets }: { name: string; port: number; secrets: string },
) {
  const folder = mkdtempSync(join(tmpdir(), 'courtly-compose-'));
  const [file, envFile] = [join(folder, 'compose.json'), join(folder, 'compose.env')];
  const compose = composeFile();
  delete compose.name;
  // For the stand-in for MongoDB's shell, which does not read a script.
  Object.assign(compose.services['mongodb-replica-set'] ?? {}, {
    environment: { MONGODB: 'mongodb' },
  });
  writeFileSync(file, JSON.stringify(compose));
  writeFileSync(envFile, secrets);
  const env = {
    ...process.env,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    // With a direct connection, a single server is a complete replica set.
    MONGODB_URI: 'mongodb://mongodb:27017/?directConnection=true',
    POLICY_FILE: './deploy/policies/open.json',
    LOG_LEVEL: 'warn',
  };
  const projectOptions = ['--project-name', name, '--project-directory', root];
  const fileOptions = ['--file', file, '--env-file', envFile];
  const commandArgs = [...firstArgs, ...projectOptions, ...fileOptions];
  const scriptEnv = {
    ...env,
    COMPOSE: [program, ...commandArgs].join(' '),
    ENV_FILE: envFile,
  };
  const inProject = (...args: readonly string[]) =>
    execute(program, [...commandArgs, ...args], env);

  /** The sorted IDs of a service's containers. */
  const containers = async (service: string): Promise<string[]> => {
    const filters = [`project=${name}`, `service=${service}`].flatMap((label) => [
      '--filter',
      `label=com.docker.compose.${label}`,
    ]);
    const containerIds = await docker('ps', '--all', '--quiet', ...filters);
    return containerIds.split('\n').filter(Boolean).sort();
  };
  return {
    base: `http://127.0.0.1:${port}`,
    containers,
    up: () => inProject('up', '--detach', '--no-build'),
    script: (scriptName: 'backup' | 'restore', backupFolder: string) =>
      execute('sh', [join(root, 'deploy', 'docker', `${scriptName}.sh`), backupFolder], scriptEnv),
    async courtly(service: string, ...args: readonly string[]): Promise<string> {
      const [firstContainer] = await containers(service);
      return docker('exec', String(firstContainer), 'courtly', ...args);
    },
    async down(): Promise<void> {
      if (!existsSync(folder)) return;
      await inProject('down', '--volumes', '--timeout', '10');
      rmSync(folder, { recursive: true });
    },
  };
}
