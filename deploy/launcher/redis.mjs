import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { run } from './children.mjs';
import { aptInstall, findOrInstall, onPath } from './debian.mjs';

const installedRedis = () => onPath('redis-server') ?? onPath('valkey-server');

/**
 * The Redis server of this machine; Debian's is installed where there is none and that is allowed.
 * @param {import('./progress.mjs').Output} out
 * @returns {Promise<string>}
 * @throws {import('./refusal.mjs').Refusal} saying what to install
 */
export const findRedis = (out) =>
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

/**
 * Debian starts a service when it is installed unless this file forbids it; ours runs for Courtly alone.
 * @param {() => Promise<void>} work
 */
async function withoutStartingServices(work) {
  const policy = '/usr/sbin/policy-rc.d';
  if (existsSync(policy)) return work();
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    await work();
  } finally {
    rmSync(policy, { force: true });
  }
}
