import { accessSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './children.mjs';
import { step } from './progress.mjs';
import { Refusal } from './refusal.mjs';

/**
 * The full path of a program on PATH.
 * @param {string} name
 */
export const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });

const installedRedis = () => onPath('redis-server') ?? onPath('valkey-server');

/**
 * The Redis server of this machine; Debian's is installed where there is none and that is allowed.
 * @param {import('./progress.mjs').Output} out
 * @returns {Promise<string>}
 * @throws {Refusal} saying what to install
 */
export async function findRedis(out) {
  const found = installedRedis();
  if (found) return found;
  const advice = 'Courtly needs Redis: install redis-server (or valkey-server), or set REDIS_URL.';
  if (process.getuid?.() !== 0 || !onPath('apt-get')) throw new Refusal(advice);
  await step(out, "Installing Debian's redis-server (apt-get)", () => withoutStartingServices(aptInstall));
  const installed = installedRedis();
  if (!installed) throw new Refusal(advice);
  return installed;
}

async function aptInstall() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const patience = ['-o', 'DPkg::Lock::Timeout=120'];
  await run('apt-get', ['update', '-q'], { env });
  const { code, lines } = await run(
    'apt-get',
    ['install', '-q', '-y', ...patience, '--no-install-recommends', 'redis-server'],
    {
      env,
    },
  );
  if (code !== 0) throw new Refusal(`Installing redis-server failed:\n${lines.join('\n')}`);
  if (existsSync('/run/systemd/system')) await run('systemctl', ['disable', 'redis-server'], { env });
}

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
