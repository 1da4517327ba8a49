import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { changedStandIns, sourceHash } from './standin-suites.ts';

describe('the stand-ins that the gate tests', () => {
  const hashes = { eventstoredb: 'a', mongodb: 'b', stripe: 'c' };

  it('include none whose sources have already passed', () => {
    expect(changedStandIns(hashes, { ...hashes })).toEqual([]);
  });

  it('include each whose sources have changed since they passed', () => {
    expect(changedStandIns(hashes, { ...hashes, mongodb: 'x', stripe: 'y' })).toEqual([
      'mongodb',
      'stripe',
    ]);
  });

  it('include each that has never passed', () => {
    expect(changedStandIns({ eventstoredb: 'a' }, hashes)).toEqual(['mongodb', 'stripe']);
  });
});

describe('the hash of a stand-in', () => {
  let folder: string;
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'courtly-standin-'));
    mkdirSync(join(folder, 'src'));
    write('package.json', '{}');
    write('src/server.ts', 'one');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('changes with the content, the path, and the number of its files', () => {
    const results = [sourceHash(folder)];
    write('src/server.ts', 'two');
    results.push(sourceHash(folder));
    renameSync(join(folder, 'src/server.ts'), join(folder, 'src/listener.ts'));
    results.push(sourceHash(folder));
    write('src/server.spec.ts', '');
    results.push(sourceHash(folder));
    expect(new Set(results).size).toBe(4);
  });

  it('ignores its README, build results, and installed packages', () => {
    const originalHash = sourceHash(folder);
    write('README.md', 'text');
    for (const name of ['dist', 'node_modules']) {
      mkdirSync(join(folder, name));
      write(`${name}/server.js`, 'one');
    }
    expect(sourceHash(folder)).toBe(originalHash);
  });
});
