import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { ErasureRegister } from './erasure-register.js';

const ANN = { id: 'ann', accountId: 'ann', erasedAt: '2027-03-10T12:00:00.000Z' };
const APPLICATION = { ...ANN, id: 'host/1' };

let folder: string;
let register: ErasureRegister;
const entries = async () => (await register.read()).erasures;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'courtly-erasures-'));
  register = new ErasureRegister({ ERASURES_FOLDER: join(folder, 'erasures') });
});
afterEach(() => rmSync(folder, { recursive: true }));

it('the register is empty before the first erasure', async () =>
  expect(await entries()).toEqual([]));

it('the register keeps every erasure, and the first of two with the same id', async () => {
  const later = '2027-03-11T12:00:00.000Z';
  for (const entry of [ANN, APPLICATION, { ...ANN, erasedAt: later }]) await register.add(entry);
  expect(await entries()).toEqual([ANN, APPLICATION]);
});

it('writes the line that the restore script recognizes', async () => {
  await register.add(ANN);
  expect(readFileSync(join(folder, 'erasures', 'ann.json'), 'utf8')).toBe(
    '{"id":"ann","accountId":"ann","erasedAt":"2027-03-10T12:00:00.000Z"}\n',
  );
});

it('accepts concurrent writers and leaves no temporary files', async () => {
  await Promise.all(Array.from({ length: 20 }, () => register.add(ANN)));
  expect(readdirSync(join(folder, 'erasures'))).toEqual(['ann.json']);
  expect(await entries()).toEqual([ANN]);
});

it('ignores files that an interrupted writer left', async () => {
  await register.add(ANN);
  writeFileSync(join(folder, 'erasures', 'bob.json.1234'), '');
  expect(await entries()).toEqual([ANN]);
});

it('the register names damaged files and returns the erasures in all others', async () => {
  for (const entry of [ANN, { ...ANN, id: 'zoe' }]) await register.add(entry);
  const [damaged, unreadable] = ['bob', 'eve'].map((id) => join(folder, 'erasures', `${id}.json`));
  writeFileSync(damaged!, '{');
  mkdirSync(unreadable!);
  const { erasures, damagedFiles } = await register.read();
  expect(erasures.map(({ id }) => id)).toEqual(['ann', 'zoe']);
  expect(damagedFiles).toEqual([damaged, unreadable]);
  expect(register.problem).toContain(`damaged files: ${damaged}, ${unreadable}`);
  rmSync(unreadable!, { recursive: true });
  await register.add({ ...ANN, id: 'tom' });
  writeFileSync(damaged!, JSON.stringify({ ...ANN, id: 'bob' }));
  expect((await register.read()).damagedFiles).toEqual([]);
  expect(register.problem).toBeNull();
});

it.each(['', '{', '{"id":"ann"}'])('replaces a damaged file that contains %j', async (text) => {
  const path = join(folder, 'erasures', 'ann.json');
  await register.add(ANN);
  writeFileSync(path, text);
  expect((await register.read()).damagedFiles).toEqual([path]);
  await register.add(ANN);
  expect(register.problem).toBeNull();
  expect(readdirSync(join(folder, 'erasures'))).toEqual(['ann.json']);
  expect(await entries()).toEqual([ANN]);
});

it('refuses an erasure whose file can be neither read nor replaced, and reports it', async () => {
  mkdirSync(join(folder, 'erasures', 'ann.json', 'more'), { recursive: true });
  const problem = `ERASURES_FOLDER ${join(folder, 'erasures')} cannot be written`;
  await expect(register.add(ANN)).rejects.toThrow(problem);
  expect(register.problem).toContain(problem);
  expect(readdirSync(join(folder, 'erasures'))).toEqual(['ann.json']);
  await register.assertWritable();
});

it('clears a problem soon after the folder is writable again', async () => {
  jest.useFakeTimers();
  try {
    writeFileSync(join(folder, 'erasures'), '');
    await expect(register.add(ANN)).rejects.toThrow('cannot be written');
    await expect(register.assertWritable()).rejects.toThrow('cannot be written');
    rmSync(join(folder, 'erasures'));
    jest.advanceTimersByTime(30_000);
    while (register.problem) await nextTurn();
  } finally {
    jest.useRealTimers();
  }
});

it('creates a missing folder with a warning, and leaves no file in a writable one', async () => {
  const warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  await register.assertWritable();
  await register.assertWritable();
  expect(warned).toHaveBeenCalledTimes(1);
  expect(readdirSync(join(folder, 'erasures'))).toEqual([]);
  expect(register.problem).toBeNull();
});

it('reports a folder that is not writable until it is', async () => {
  // A file in place of the folder, because permissions do not restrict every user.
  writeFileSync(join(folder, 'erasures'), '');
  const problem = `ERASURES_FOLDER ${join(folder, 'erasures')} cannot be written`;
  await expect(register.assertWritable()).rejects.toThrow(problem);
  expect(register.problem).toContain(problem);
  rmSync(join(folder, 'erasures'));
  await register.assertWritable();
  expect(register.problem).toBeNull();
});
