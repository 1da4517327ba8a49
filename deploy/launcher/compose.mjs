import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './children.mjs';
import { composeFile, docker, tool } from './engine.mjs';
import { onPath } from './debian.ts';
import { root } from './setup.mjs';

/** @returns {Promise<readonly [string, ...string[]] | undefined>} how Compose is called here: Docker's own, or the older program */
export async function composeCommand() {
  const program = onPath('docker');
  if (program && (await run(program, ['compose', 'version'])).code === 0)
    return [program, 'compose'];
  const older = onPath('docker-compose');
  return older ? [older] : undefined;
}

/** @returns {string} what .env of a new installation may hold, on a port of this machine */
export function newSecrets() {
  return ['SESSION', 'KEY', 'LOOKUP']
    .map((name) => `${name}_SECRETS=${randomBytes(32).toString('base64url')}\n`)
    .join('');
}

/**
 * Runs the services of `docker compose up` as a separate project on empty volumes.
 * @param {readonly [string, ...string[]]} command
 * @param {{ name: string, port: number, secrets: string }} setting
 */
export function composeProject([program, ...before], { name, port, secrets }) {
  const folder = mkdtempSync(join(tmpdir(), 'courtly-compose-'));
  const [file, envFile] = [join(folder, 'compose.json'), join(folder, 'compose.env')];
  const compose = composeFile();
  delete compose.name;
  // For the stand-in of MongoDB's shell, which does not read a script.
  Object.assign(compose.services['mongodb-replica-set'] ?? {}, {
    environment: { MONGODB: 'mongodb' },
  });
  writeFileSync(file, JSON.stringify(compose));
  writeFileSync(envFile, secrets);
  const env = {
    ...process.env,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    // A direct connection makes a single server a complete replica set.
    MONGODB_URI: 'mongodb://mongodb:27017/?directConnection=true',
    POLICY_FILE: './deploy/policies/open.json',
    LOG_LEVEL: 'warn',
  };
  const options = [
    '--project-name',
    name,
    '--project-directory',
    root,
    '--file',
    file,
    '--env-file',
    envFile,
  ];
  const told = { COMPOSE: [program, ...before, ...options].join(' '), ENV_FILE: envFile };
  /** @param {...string} args */
  const inProject = (...args) => tool(program, [...before, ...options, ...args], env);
  const label = 'com.docker.compose';
  /** @param {string} service @returns {Promise<string[]>} the ids of its containers */
  const containers = async (service) => {
    const filters = [`project=${name}`, `service=${service}`].flatMap((one) => [
      '--filter',
      `label=${label}.${one}`,
    ]);
    return (await docker('ps', '--all', '--quiet', ...filters)).split('\n').filter(Boolean).sort();
  };
  return {
    base: `http://127.0.0.1:${port}`,
    containers,
    up: () => inProject('up', '--detach', '--no-build'),
    /** @param {'backup' | 'restore'} name @param {string} folder */
    script: (name, folder) =>
      tool('sh', [join(root, 'deploy', 'docker', `${name}.sh`), folder], { ...env, ...told }),
    /** @param {string} service @param {...string} args */
    async courtly(service, ...args) {
      const [first] = await containers(service);
      return docker('exec', String(first), 'courtly', ...args);
    },
    async down() {
      if (!existsSync(folder)) return;
      await inProject('down', '--volumes', '--timeout', '10');
      rmSync(folder, { recursive: true });
    },
  };
}

/** @typedef {ReturnType<typeof composeProject>} ComposeProject */
