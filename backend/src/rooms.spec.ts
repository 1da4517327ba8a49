import { globSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const SOURCE = 'backend/src';

const roomOf = (path: string): string | undefined =>
  path.includes(sep) ? path.split(sep)[0] : undefined;

/** Which rooms (folders of the backend) a file imports from, types included. */
const roomsKnownTo = (file: string): string[] =>
  ts
    .preProcessFile(readFileSync(join(SOURCE, file), 'utf8'))
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .flatMap(({ fileName }) => roomOf(join(dirname(file), fileName)) ?? []);

const arrows = (files: readonly string[]): string[] => [
  ...new Set(
    files.flatMap((file) => {
      const room = roomOf(file);
      const known = roomsKnownTo(file).filter((other) => other !== room && other !== 'testing');
      return room ? known.map((other) => `${room} -> ${other}`) : [];
    }),
  ),
];

const bothWays = (found: readonly string[]): string[] =>
  found.filter((arrow) => found.includes(arrow.split(' -> ').reverse().join(' -> ')));

describe('the rooms of the backend', () => {
  const files = globSync('**/*.ts', { cwd: SOURCE }).filter(
    (file) => !/\.spec\.ts$|^testing/.test(file),
  );

  it('know each other one way only: what one needs of a room that knows it, it asks for by a token', () => {
    const found = arrows(files);
    expect(found).toEqual(
      expect.arrayContaining(['bookings -> courts', 'courts -> kernel', 'kernel -> stores']),
    );
    expect(bothWays(found)).toEqual([]);
  });

  it('would be found out', () =>
    expect(bothWays(['courts -> bookings', 'bookings -> courts', 'courts -> kernel'])).toEqual([
      'courts -> bookings',
      'bookings -> courts',
    ]));
});
