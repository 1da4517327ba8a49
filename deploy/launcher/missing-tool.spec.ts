import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { layers, type LayerName } from './layers.ts';

const environment = { ...process.env };
let folder: string;

/** Leaves only these programs on PATH, so that no other tool is found or installed. */
function machineWith(...programs: readonly string[]): void {
  for (const program of programs) {
    writeFileSync(join(folder, program), '');
    chmodSync(join(folder, program), 0o755);
  }
  Object.assign(process.env, { PATH: folder, PLAYWRIGHT_BROWSERS_PATH: folder });
}

const runLayer = (name: LayerName) => layers[name]([], process.stdout);

describe('a layer whose tool is missing', () => {
  let written: string[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'courtly-tools-'));
    written = [];
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      written.push(String(text));
      return true;
    });
  });

  afterEach(() => {
    jest.restoreAllMocks();
    process.env = { ...environment };
    rmSync(folder, { recursive: true });
  });

  describe.each<[LayerName, string, RegExp]>([
    ['integration', 'chromium', /Courtly needs Redis/],
    ['slow', 'chromium', /Courtly needs Redis/],
    ['attacks', 'chromium', /Courtly needs Redis/],
    ['core-journeys', 'chromium', /Courtly needs Redis/],
    ['journeys', 'chromium', /Courtly needs Redis/],
    ['sizes', 'chromium', /Courtly needs Redis/],
    ['core-journeys', 'redis-server', /This command needs a browser/],
    ['journeys', 'redis-server', /This command needs a browser/],
    ['sizes', 'redis-server', /This command needs a browser/],
    ['engines', 'redis-server', /This command needs Firefox/],
  ])('(%s, with only %s installed)', (name, program, reason) => {
    it('is skipped with the reason', async () => {
      delete process.env.CI;
      machineWith(program);
      expect(await runLayer(name)).toMatchObject({ passed: 0, failed: 0 });
      expect(written.join('')).toMatch(new RegExp(`^skipped: ${name}.*${reason.source}`, 'm'));
    });

    it('fails with the reason if CI is set', async () => {
      process.env.CI = '1';
      machineWith(program);
      await expect(runLayer(name)).rejects.toThrow(reason);
    });
  });
});
