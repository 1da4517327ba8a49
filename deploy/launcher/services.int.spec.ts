import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { probes } from './probes.mjs';
import { standIn } from './services.mjs';

const folder = mkdtempSync(join(tmpdir(), 'courtly-services-'));
const said: string[] = [];
const start = () =>
  standIn(
    { say: (line) => said.push(line) },
    'MongoDB',
    'mongodb',
    () => ['--data', folder, '--durable', 'vault'],
    probes.mongodb,
  );

afterAll(() => rmSync(folder, { recursive: true }));

describe('a stand-in', () => {
  it('has its warnings passed on, and nothing else', async () => {
    await (await start()).process!.stop(2_000);
    expect(said).toEqual([]);
    appendFileSync(join(folder, 'vault.bsonlog'), 'unfinished');
    await (await start()).process!.stop(2_000);
    expect(said).toEqual([
      expect.stringMatching(/^mongodb stand-in: warning: removed an unfinished write of 10 bytes/),
    ]);
  });
});
