import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { ErasureRegister } from './erasure-register.js';

const ANN = { id: 'ann', accountId: 'ann', erasedAt: '2027-03-10T12:00:00.000Z' };
const APPLICATION = { ...ANN, id: 'host/1' };

let folder: string;
let register: ErasureRegister;
const entries = () => register.entries();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'courtly-erasures-'));
  register = new ErasureRegister({ ERASURES_FOLDER: join(folder, 'erasures') });
});
afterEach(() => rmSync(folder, { recursive: true }));

it('is empty before the first erasure', async () => expect(await entries()).toEqual([]));

it('keeps every erasure, and the first of two with the same id', async () => {
  const later = '2027-03-11T12:00:00.000Z';
  for (const entry of [ANN, APPLICATION, { ...ANN, erasedAt: later }]) await register.add(entry);
  expect(await entries()).toEqual([ANN, APPLICATION]);
});

it('accepts concurrent writers and leaves no temporary files', async () => {
  await Promise.all(Array.from({ length: 20 }, () => register.add(ANN)));
  expect(readdirSync(join(folder, 'erasures'))).toEqual(['ann.json']);
  expect(await entries()).toEqual([ANN]);
});

it('ignores what an interrupted writer left', async () => {
  await register.add(ANN);
  writeFileSync(join(folder, 'erasures', 'bob.json.1234'), '');
  expect(await entries()).toEqual([ANN]);
});

it('names a damaged file instead of forgetting its erasure', async () => {
  await register.add(ANN);
  writeFileSync(join(folder, 'erasures', 'bob.json'), '{');
  await expect(entries()).rejects.toThrow(/bob\.json of the register of erasures is damaged/);
});
