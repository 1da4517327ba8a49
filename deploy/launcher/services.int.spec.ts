import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { probes } from './probes.ts';
import { startStandIn } from './services.ts';

const folder = mkdtempSync(join(tmpdir(), 'courtly-services-'));
const reports: string[] = [];
const start = () =>
  startStandIn(
    { report: (line) => reports.push(line) },
    {
      name: 'MongoDB',
      folder: 'mongodb',
      argsOf: () => ['--data', folder, '--durable', 'vault'],
      probeOf: probes.mongodb,
    },
  );

afterAll(() => rmSync(folder, { recursive: true }));

describe('a stand-in', () => {
  it('reports its warnings and nothing else', async () => {
    await (await start()).process!.stop(2_000);
    expect(reports).toEqual([]);
    appendFileSync(join(folder, 'vault.bsonlog'), 'unfinished');
    await (await start()).process!.stop(2_000);
    expect(reports).toEqual([
      expect.stringMatching(/^mongodb stand-in: warning: removed an unfinished write of 10 bytes/),
    ]);
  });
});
