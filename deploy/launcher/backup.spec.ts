import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';

const backup = join(import.meta.dirname, '..', 'docker', 'backup.sh');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'courtly-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Replaces Docker and Compose: records its calls, names its containers, and copies slowly. */
const docker = `#!/bin/sh
echo "$@" >> "$CALLS_FILE"
case $1 in
  ps) echo "$3" ;;
  run) exec sleep 60 ;;
esac
`;

/**
 * Names its containers, and prints the names of files instead of their contents. The kernel does
 * not pause a container at the first attempt.
 */
const savingDocker = `#!/bin/sh
case "$*" in
  pause*) test -e "$ATTEMPTS/$2" || { touch "$ATTEMPTS/$2"; exit 1; } ;;
  ps*) echo "$3" ;;
  *' cat '*) echo "$9 of $6" ;;
esac
`;

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'backup.sh resumes the stores when it receives %s',
  async (signal) => {
    const [program, callsFile] = [join(folder, 'docker'), join(folder, 'calls')];
    writeFileSync(program, docker);
    chmodSync(program, 0o755);
    const env = {
      ...process.env,
      CALLS_FILE: callsFile,
      COMPOSE: program,
      PATH: `${folder}:${process.env['PATH']}`,
    };
    const calls = () => (existsSync(callsFile) ? readFileSync(callsFile, 'utf8') : '');
    const script = spawn('sh', [backup, join(folder, 'saved')], {
      env,
      detached: true,
      stdio: 'ignore',
    });
    const scriptExit = once(script, 'exit') as Promise<[number | null, string | null]>;
    while (!calls().includes('run')) await delay(20);
    expect(calls()).toMatch(/^pause eventstore\npause mongodb$/m);
    process.kill(-script.pid!, signal);
    expect((await scriptExit)[0]).toBe(1);
    expect(calls()).toMatch(/^unpause eventstore mongodb$/m);
  },
);

it('backup.sh saves the policy and the secrets, and pauses each store until it succeeds', () => {
  const [program, envFile] = [join(folder, 'docker'), join(folder, 'club.env')];
  const saved = (name: string) => readFileSync(join(folder, 'saved', name), 'utf8');
  writeFileSync(program, savingDocker);
  chmodSync(program, 0o755);
  writeFileSync(envFile, 'KEY_SECRETS=abc\n');
  execFileSync('sh', [backup, join(folder, 'saved')], {
    env: {
      COMPOSE: program,
      ENV_FILE: envFile,
      ATTEMPTS: folder,
      PATH: `${folder}:${process.env['PATH']}`,
    },
  });
  const compose = readFileSync(join(backup, '../../../docker-compose.yml'), 'utf8');
  const mountedAt = /^ {2}POLICY_FILE: (.*)$/m.exec(compose)![1];
  expect(saved('policy.json')).toBe(`${mountedAt} of api\n`);
  expect(saved('secrets.env')).toBe('KEY_SECRETS=abc\n');
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['eventstore', 'mongodb']));
});
