import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '..', '..');
const script = join(root, 'deploy', 'docker', 'restore.sh');
const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8');

/** Runs the commands of containers on this machine, with `$VOLUMES` as the root folder. */
const fakeDocker = `#!/bin/sh
echo "$*" >> "$CALLS"
if [ "$1" = compose ]; then
  if [ "$2" = ps ]; then echo container; fi
  exit 0
fi
while [ "$1" != courtly ]; do shift; done
shift
if [ "$1" = sh ]; then exec sh -c "$(echo "$3" | sed "s# /# $VOLUMES/#g")"; fi
for argument in "$@"; do
  shift
  if [ "$argument" = / ]; then argument=$VOLUMES/; fi
  set -- "$@" "$argument"
done
exec "$@"
`;

let folder: string;
const path = (...names: string[]) => join(folder, ...names);
const write = (file: string, text: string) => {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
};
/** A file as `ErasureRegister` writes it. `origin` names the copy. */
const entry = (origin: string) =>
  `{"id":"a","accountId":"${origin}","erasedAt":"2027-03-10T12:00:00.000Z"}\n`;
const registered = (id: string) =>
  readFileSync(path('volumes/data/erasures', `${id}.json`), 'utf8');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'courtly-restore-'));
  write(path('bin/docker'), fakeDocker);
  write(path('bin/chown'), '#!/bin/sh\n');
  for (const program of ['docker', 'chown']) chmodSync(path('bin', program), 0o755);
  const stores = { eventstore: 'var/lib/eventstore', mongodb: 'data/db', uploads: 'data/uploads' };
  for (const [name, place] of Object.entries({ ...stores, erasures: 'data/erasures' })) {
    mkdirSync(path('volumes', place), { recursive: true });
    write(path('saved', place, 'ann.json'), entry('backup'));
    write(path('saved', place, 'bob.json'), entry('backup'));
    mkdirSync(path('backup'), { recursive: true });
    execFileSync('tar', ['-c', '-f', path('backup', `${name}.tar`), '-C', path('saved'), place]);
  }
});
afterEach(() => rmSync(folder, { recursive: true }));

const restoreWith = (options: { cwd?: string; env?: Record<string, string> }, ...args: string[]) =>
  spawnSync('sh', [script, path('backup'), ...args], {
    ...options,
    encoding: 'utf8',
    env: {
      PATH: `${path('bin')}:${process.env['PATH']}`,
      CALLS: path('calls'),
      VOLUMES: path('volumes'),
      ...options.env,
    },
  });
const restore = (...args: string[]) => restoreWith({ cwd: root }, ...args);

it('a restore keeps every entry of the erasure register, and the first if there are two', () => {
  write(path('volumes/data/erasures/ann.json'), entry('volume'));
  write(path('newer/bob.json'), entry('newer'));
  write(path('newer/eve.json'), entry('newer'));
  expect(restore(path('newer'))).toMatchObject({ status: 0, stderr: '' });
  expect(['ann', 'bob', 'eve'].map(registered)).toEqual(['volume', 'backup', 'newer'].map(entry));
  expect(readdirSync(path('volumes/data/erasures'))).toHaveLength(3);
  expect(existsSync(path('volumes/data/db/ann.json'))).toBe(true);
});

it.each([
  ['empty', ''],
  ['cut off', entry('volume').slice(0, 30)],
  ['followed by other text', `${entry('volume')}}`],
])('a restore replaces a file of the register that is %s', (_, text) => {
  write(path('volumes/data/erasures/ann.json'), text);
  write(path('volumes/data/erasures/eve.json'), text);
  write(path('newer/eve.json'), entry('newer'));
  expect(restore(path('newer')).status).toBe(0);
  expect(['ann', 'eve'].map(registered)).toEqual([entry('backup'), entry('newer')]);
});

it('a restore names and keeps damaged files of the register that no copy replaces', () => {
  write(path('volumes/data/erasures/ann.json'), entry('volume'));
  write(path('volumes/data/erasures/eve.json'), '{');
  write(path('newer/ann.json'), '');
  write(path('newer/tom.json'), '');
  const { status, stderr } = restore(path('newer'));
  expect(status).toBe(0);
  const damaged = [...stderr.matchAll(/has a damaged file: (.*)/g)].map(([, file]) => file);
  expect(new Set(damaged)).toEqual(new Set(['eve.json', 'tom.json']));
  expect(['ann', 'eve', 'tom'].map(registered)).toEqual([entry('volume'), '{', '']);
});

it('a restore repeats the erasures before it starts the API', () => {
  restore();
  expect(readFileSync(path('calls'), 'utf8').trim().split('\n').slice(-3)).toEqual([
    'compose up --detach projector worker',
    'compose exec -T worker courtly keys erase-again',
    'compose up --detach',
  ]);
});

it('a restore into used volumes names all volumes to remove except the register', () => {
  write(path('volumes/data/db/WiredTiger'), '');
  const { status, stderr } = restore();
  expect(status).toBe(1);
  const volumes = [...compose.split(/^volumes:\n/m)[1]!.matchAll(/^ {2}([\w-]+):/gm)];
  const names = volumes.map(([, name]) => `courtly_${name}`).sort();
  const removed = /docker volume rm (.*)/.exec(stderr)![1]!.split(' ').sort();
  expect([...removed, 'courtly_erasures'].sort()).toEqual(names);
  expect(stderr).not.toContain('--volumes');
});

describe('a restore without the policy file', () => {
  const policyOf = (stderr: string) => /^ {2}cp \S+\/backup\/policy\.json (.*)$/m.exec(stderr)?.[1];

  it.each([
    ['POLICY_FILE=./club.json', './club.json'],
    ['POLICY_FILE=./old.json\nPOLICY_FILE="./club.json"', './club.json'],
    ['', /POLICY_FILE:-(.*?)\}/.exec(compose)![1]!],
  ])('stops before it starts anything, and names its path: %j', (variables, policy) => {
    write(path('.env'), `KEY_SECRETS=abc\n${variables}\n`);
    const { status, stderr } = restoreWith({ cwd: folder });
    expect([status, policyOf(stderr)]).toEqual([1, policy]);
    expect(existsSync(path('calls'))).toBe(false);
    write(path(policy), '{}');
    expect(restoreWith({ cwd: folder })).toMatchObject({ status: 0, stderr: '' });
  });

  it('prefers the variable of the environment, as Compose does', () => {
    write(path('.env'), 'POLICY_FILE=./club.json\n');
    write(path('club.json'), '{}');
    const { status, stderr } = restoreWith({ cwd: folder, env: { POLICY_FILE: './other.json' } });
    expect([status, policyOf(stderr)]).toEqual([1, './other.json']);
  });
});

it('a restore says if the policy file differs from the saved one', () => {
  write(path('club.json'), '{}');
  write(path('backup/policy.json'), '{"id":"saved"}');
  const { status, stderr } = restoreWith({ cwd: folder, env: { POLICY_FILE: './club.json' } });
  expect([status, stderr]).toEqual([
    0,
    `Note: the policy file ./club.json differs from ${path('backup/policy.json')}.\n`,
  ]);
});
