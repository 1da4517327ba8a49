import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { aptInstall, findOrInstall, onPath, type RootPrefix } from './debian.ts';
import type { Output } from './progress.mjs';

const installedRedis = () => onPath('redis-server') ?? onPath('valkey-server');

/**
 * Finds the Redis server on this machine. If it is missing, installs Debian's package, provided
 * that this user is allowed to.
 * @throws {CliError} with what to install
 */
export const findRedis = (out: Output): Promise<string> =>
  findOrInstall(out, {
    find: installedRedis,
    packages: ['redis-server'],
    advice: 'Courtly needs Redis: install redis-server (or valkey-server), or set REDIS_URL.',
    async install(packages, rootPrefix, run) {
      await withoutStartingServices(rootPrefix, () => aptInstall(packages, rootPrefix, run));
      if (existsSync('/run/systemd/system'))
        runAsRoot(rootPrefix, 'systemctl', 'disable', 'redis-server');
    },
  });

/**
 * Debian starts a service on installation unless this file forbids it. Courtly starts Redis itself.
 */
async function withoutStartingServices(
  rootPrefix: RootPrefix,
  installation: () => Promise<void>,
): Promise<void> {
  const policyFile = '/usr/sbin/policy-rc.d';
  if (existsSync(policyFile)) return installation();
  const policy = `printf '#!/bin/sh\\nexit 101\\n' > ${policyFile} && chmod 755 ${policyFile}`;
  runAsRoot(rootPrefix, 'sh', '-c', policy);
  try {
    await installation();
  } finally {
    runAsRoot(rootPrefix, 'rm', '-f', policyFile);
  }
}

/** Synchronous, so that an interruption cannot prevent it. */
function runAsRoot(rootPrefix: RootPrefix, ...command: readonly string[]): void {
  const [program = '', ...args] = [...rootPrefix, ...command];
  spawnSync(program, args);
}
