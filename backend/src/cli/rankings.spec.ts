import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ForecastErrors } from '../play/ratings/evaluate.js';
import { commandLine } from '../../testing/command-line.js';

const file = resolve(
  import.meta.dirname,
  '../../../../shared/data/tennis-matches/tour-singles-1991-2019.csv',
);
const present = existsSync(file);
if (!present) process.stderr.write(`skipped: ${file} is not there\n`);

const HEADING = 'played_on,surface,winner_id,loser_id,score,best_of';

const run = (...args: string[]) => commandLine({})(['rankings', ...args]);

describe('courtly rankings evaluate', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'courtly-rankings-'))));
  afterAll(() => rm(folder, { recursive: true }));

  const write = async (...rows: string[]) => {
    const path = join(folder, 'matches.csv');
    await writeFile(path, [HEADING, ...rows, ''].join('\n'));
    return path;
  };

  it('reports unreadable rows by line and uses the others', async () => {
    const path = await write(
      '2019-01-01,Hard,1,2,6-4 6-4,3',
      '2019-01-02,Hard,1,2,6:4,3',
      '2019-01-03,Hard,1,2',
      'soon,Hard,1,2,6-4,3',
      '2019-01-04,Hard,1,2,W/O,3',
      '2019-01-05,Hard,1,2,6-4 RET,3',
      '2019-01-06,Hard,2,1,6-4 6-4,3',
    );
    const { printed, noted } = await run(
      'evaluate',
      path,
      '--score',
      '2019-01-01..2019-12-31',
      '--json',
    );
    expect(noted).toContain('line 3: score "6:4" cannot be read');
    expect(noted).toMatch(/line 4: .*length/i);
    expect(noted).toContain('line 5: played_on "soon" is not a date');
    expect(noted).toContain('3 rows are unreadable');
    expect(noted).toContain('3 matches, and 1 that were not played.');
    const errors = JSON.parse(printed) as ForecastErrors[];
    expect(errors.map(({ matches }) => matches)).toEqual([2, 2, 2, 2, 2]);
    // The first forecast is even. The second is wrong, because the training showed who won.
    expect(errors[0]!.accuracy).toBe(0.25);
  });

  it('trains only on matches up to the last training day', async () => {
    const path = await write('2019-01-01,Hard,1,2,6-0 6-0,3', '2019-01-02,Hard,1,2,6-0 6-0,3');
    const days = ['--score', '2019-01-02..2019-01-02', '--json'];
    const lossOf = async (...more: string[]) =>
      (JSON.parse((await run('evaluate', path, ...days, ...more)).printed) as ForecastErrors[])[0]!
        .logLoss;
    expect(await lossOf('--learn-until', '2018-12-31')).toBeCloseTo(Math.LN2, 9);
    expect(await lossOf('--learn-until', '2019-01-01')).toBeLessThan(Math.LN2);
  });

  it('rejects invalid days and days without a match', async () => {
    const path = await write('2019-01-01,Hard,1,2,6-0 6-0,3');
    expect(await run('evaluate', path, '--score', '2019-01-01')).toMatchObject({
      code: 1,
      printed: '',
    });
    expect(await run('evaluate', path, '--score', '2020-01-01..2020-12-31')).toMatchObject({
      code: 1,
      noted: expect.stringContaining('has no finished match between these days'),
    });
  });

  (present ? it : it.skip)('gives the figures of docs/ratings.md on the real file', async () => {
    const plot = join(folder, 'plot.svg');
    const { printed } = await run(
      'evaluate',
      file,
      '--score',
      '2015-01-01..2019-12-31',
      '--json',
      '--plot',
      plot,
    );
    const [ours, firstVersion, eloOnSurfaces, elo] = JSON.parse(printed) as ForecastErrors[];
    expect(ours!.matches).toBe(13_990);
    // An independent Elo calculation with the same matches gave this value.
    expect(elo!.logLoss).toBeCloseTo(0.609, 4);
    expect(eloOnSurfaces!.logLoss).toBeCloseTo(0.6028, 4);
    expect(firstVersion!.logLoss).toBeCloseTo(0.5904, 4);
    // Resistance to made-up results must not make forecasts worse.
    expect(ours!.logLoss).toBeLessThanOrEqual(firstVersion!.logLoss);
    expect(await readFile(plot, 'utf8')).toBe(
      await readFile(resolve(import.meta.dirname, '../../../docs/ratings-calibration.svg'), 'utf8'),
    );
  });
});
