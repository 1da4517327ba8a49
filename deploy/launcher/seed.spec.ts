import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { accountsOf, isSeeded } from './data-folder.ts';
import { seedDemo } from './seed.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'courtly-seed-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const account = { role: 'Player', email: 'ann@example.test', password: 'clay-court-rally' };

/** Seeds with a script that fails with these messages, one per run, and then succeeds. */
const seed = (failures: readonly string[]) => {
  const script = join(folder, 'seed.cjs');
  writeFileSync(
    script,
    `const { appendFileSync, readFileSync } = require('node:fs');
    appendFileSync(__dirname + '/runs', '.');
    const failure = ${JSON.stringify(failures)}[readFileSync(__dirname + '/runs').length - 1];
    if (!failure) return console.log(${JSON.stringify(JSON.stringify({ accounts: [account] }))});
    console.error(failure);
    process.exitCode = 1;`,
  );
  return seedDemo(folder, process.env, () => undefined, { club: false }, script);
};
const runs = () =>
  existsSync(join(folder, 'runs')) ? readFileSync(join(folder, 'runs')).length : 0;

const LATE = 'StoreUnavailable: EventStoreDB does not respond';

describe('creating the demo', () => {
  it('continues after a store did not respond', async () => {
    await seed([LATE, LATE]);
    expect(runs()).toBe(3);
    expect(isSeeded(folder)).toBe(true);
    expect(accountsOf(folder)).toEqual([account]);
  });

  it('fails with the last output after three tries', async () => {
    await expect(seed([LATE, LATE, `${LATE} again`])).rejects.toThrow(
      `Creating the demo failed:\n${LATE} again`,
    );
    expect(runs()).toBe(3);
    expect(isSeeded(folder)).toBe(false);
  });

  it('fails immediately for any other reason', async () => {
    await expect(seed(['TypeError: no such court'])).rejects.toThrow('TypeError: no such court');
    expect(runs()).toBe(1);
  });
});
