import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { run } from './children.mjs';
import { aptInstall, findOrInstall, onPath } from './debian.ts';
import type { Output } from './progress.mjs';

const installedRedis = () => onPath('redis-server') ?? onPath('valkey-server');

/**
 * The Redis server of this machine. Installs Debian's if it is missing and this user may.
 * @throws {CliError} with what to install
 */
export const findRedis = (out: Output): Promise<string> =>
  findOrInstall(out, {
    find: installedRedis,
    packages: ['redis-server'],
    advice: 'Courtly needs Redis: install redis-server (or valkey-server), or set REDIS_URL.',
    install: (packages) =>
      withoutStartingServices(async () => {
        await aptInstall(packages);
        if (existsSync('/run/systemd/system')) await run('systemctl', ['disable', 'redis-server']);
      }),
  });

/** Debian starts an installed service unless this file forbids it. Courtly starts its own Redis. */
async function withoutStartingServices(installation: () => Promise<void>): Promise<void> {
  const policyFile = '/usr/sbin/policy-rc.d';
  if (existsSync(policyFile)) return installation();
  writeFileSync(policyFile, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    await installation();
  } finally {
    rmSync(policyFile, { force: true });
  }
}
