import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
echo "$@" >> "$ASKED"
case $1 in
  ps) echo "$3" ;;
  run) exec sleep 60 ;;
esac
`;

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'backup.sh lets the stores go on when it gets %s',
  async (signal) => {
    const [program, asked] = [join(folder, 'docker'), join(folder, 'asked')];
    writeFileSync(program, docker);
    chmodSync(program, 0o755);
    const env = {
      ...process.env,
      ASKED: asked,
      COMPOSE: program,
      PATH: `${folder}:${process.env['PATH']}`,
    };
    const said = () => (existsSync(asked) ? readFileSync(asked, 'utf8') : '');
    const script = spawn('sh', [backup, join(folder, 'saved')], {
      env,
      detached: true,
      stdio: 'ignore',
    });
    const ended = once(script, 'exit') as Promise<[number | null, string | null]>;
    while (!said().includes('run')) await delay(20);
    expect(said()).toContain('pause eventstore mongodb');
    process.kill(-script.pid!, signal);
    expect((await ended)[0]).toBe(1);
    expect(said()).toMatch(/^unpause eventstore mongodb$/m);
  },
);
