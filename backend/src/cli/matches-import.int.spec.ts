import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Imports, hashOf, importRows, startImports } from '../../testing/imports.js';

describe('an import', () => {
  let imports: Imports;
  beforeAll(async () => void (imports = await startImports()));
  afterAll(() => imports.stop());

  it('completes an earlier import that was interrupted', async () => {
    const file = await imports.write(...importRows);
    const cut = await imports.run(['matches', 'import', file], (interrupt) => interrupt());
    expect(cut).toMatchObject({ code: 1, noted: 'Interrupted.' });
    const { printed, noted } = await imports.run(['matches', 'import', file]);
    expect(noted).toMatch(/^480 rows/);
    const [imported, knownPath] = ['imported', 'known'].map((name) =>
      Number(new RegExp(`${name} +(\\d+)`).exec(printed)?.[1]),
    );
    expect(knownPath).toBeGreaterThan(0);
    expect(imported! + knownPath!).toBe(importRows.length);
    expect((await imports.replay()).replayed.hash).toBe(hashOf(importRows));
  });

  it('reports rejected rows by line, imports the rest, and fails', async () => {
    const { code, printed, noted } = await imports.load(
      '2021-01-01,Hard,a,b,6-4 6-4,3',
      '2021-01-01,Hard,a,b,6:4,3',
      '2021-01-01,Hard,=cmd(),b,6-4 6-4,3',
      '2021-01-01,Hard,a,b',
      `2021-01-01,Hard,a,${'b'.repeat(33)},6-4 6-4,3`,
      `2021-01-01,Hard,a,b,${'6-4 '.repeat(60)},3`,
      `2021-01-01,Hard,a,b,${'50-49 '.repeat(3)},3`,
      '2121-01-01,Hard,a,b,6-4 6-4,3',
      '2021-01-01,\u001b[31mHard,a,b,6-4 6-4,3',
      '2021-01-01,Hard,a,b,6\u001b[31m,3',
      '2021-01-02,Hard,a,b,W/O,3',
      '2021-01-02,Hard,a,b,RET,3',
      '2021-01-02,Hard,b,a,6-4 6-4,3',
    );
    expect(code).toBe(1);
    expect(printed).toMatch(/imported +2\nknown +0\nnot played +2\nrefused +9$/);
    expect(noted).toContain('line 3: score "6:4" cannot be read');
    expect(noted).toContain('line 4: player ids must have 1 to 32 letters and digits');
    expect(noted).toMatch(/line 5: .*length/i);
    expect(noted).toContain('line 6: player ids must have');
    expect(noted).toContain('line 7: a field is longer than 200 characters');
    expect(noted).toContain('line 8: more than 99 games');
    expect(noted).toContain('line 9: played_on is in the future');
    expect(noted).toContain('line 10: a surface must have 1 to 20 letters');
    expect(noted).toContain('line 11: score "6?[31m" cannot be read');
    expect(noted).toContain(
      '9 rows were rejected; the others were imported. Correct them and import the file again.',
    );
  });

  it('reads long records up to a limit', async () => {
    const { code, noted } = await imports.load(`2021-01-03,Hard,a,b,"${'6-4 '.repeat(100_000)}",3`);
    expect(code).toBe(1);
    expect(noted.length).toBeLessThan(1_000);
  });
});

const file = resolve(
  import.meta.dirname,
  '../../../../shared/data/tennis-matches/tour-singles-1991-2019.csv',
);
const present = existsSync(file);
if (!present) process.stderr.write(`skipped: ${file} is not there\n`);

(present ? describe : describe.skip)('the first matches of a real tour', () => {
  let imports: Imports;
  beforeAll(async () => void (imports = await startImports()));
  afterAll(() => imports.stop());

  it('imports every match', async () => {
    const lines = (await readFile(file, 'utf8')).split('\n');
    const path = await imports.write();
    await writeFile(path, lines.slice(0, 3_001).join('\n'));
    const { code, printed } = await imports.run(['matches', 'import', path]);
    expect({ code, refused: /refused +(\d+)/.exec(printed)?.[1] }).toEqual({
      code: 0,
      refused: '0',
    });
    const imported = Number(/imported +([\d,]+)/.exec(printed)![1]!.replace(',', ''));
    expect(await imports.replay()).toMatchObject({ matches: imported });
  });
});
