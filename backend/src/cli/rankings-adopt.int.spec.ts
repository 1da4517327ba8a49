import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TableStore } from '../play/rankings/table-store.service.js';
import { commandLine } from '../../testing/command-line.js';
import { type Courtly, startCourtly } from '../../testing/courtly.js';
import { eventually } from '../../testing/stores.js';

let courtly: Courtly;
let run: ReturnType<typeof commandLine>;

const published = () => courtly.app.get(TableStore, { strict: false }).published();

beforeAll(async () => {
  courtly = await startCourtly();
  run = commandLine(courtly.stores.environment);
  await eventually('the first table is published', published, 30_000);
});

afterAll(() => courtly?.stop());

const adopt = (...args: readonly string[]) =>
  run(['rankings', 'adopt', ...args, '--reason', 'a test', '--acknowledge']);

describe('courtly rankings adopt', () => {
  it('waits until the new formula has rated all players, and reverts the same way', async () => {
    const there = await adopt('elo', '--set', 'most=200');
    expect(there).toMatchObject({
      code: 0,
      noted: 'elo-1(most=200) replaces games-share-glicko-3.',
    });
    expect(there.printed).toMatch(/formula +elo-1\(most=200\)/);
    expect((await published())!.formulaId).toBe('elo-1(most=200)');
    expect(await adopt('games-share-glicko-3')).toMatchObject({ code: 0 });
    expect((await published())!.formulaId).toBe('games-share-glicko-3');
    expect(await adopt('games-share-glicko-3')).toMatchObject({
      code: 0,
      noted: 'games-share-glicko-3 is already in use.',
    });
  });

  it('accepts only one of two concurrent replacements of a formula', async () => {
    const both = await Promise.all([adopt('elo'), adopt('glicko2')]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
    const [lost] = both.filter(({ code }) => code === 1);
    expect(lost!.noted).toContain('The formula in force has changed');
  });

  it('rejects an invalid formula', async () => {
    for (const [formula, setting] of [
      ['glicko2', 'periodDays=0'],
      ['glicko2', 'startDeviation=1e200'],
      ['elo', 'offset=0'],
    ] as const)
      expect(await adopt(formula, '--set', setting)).toMatchObject({
        code: 1,
        noted: expect.stringContaining('must be from'),
      });
    expect(await adopt('luck')).toMatchObject({
      code: 1,
      noted: expect.stringContaining('There is no formula luck'),
    });
    expect((await run(['rankings', 'adopt', 'elo'])).code).toBe(1);
  });

  it('adopts no formula without an acknowledgment', async () => {
    const { formulaId } = (await published())!;
    const args = ['rankings', 'adopt', 'elo', '--set', 'most=300', '--reason', 'a test'];
    expect(await run(args)).toMatchObject({
      code: 1,
      noted: expect.stringContaining('No replay has compared this formula'),
    });
    expect((await published())!.formulaId).toBe(formulaId);
  });
});
