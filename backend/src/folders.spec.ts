import { globSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const SOURCE = 'backend/src';

/** `booking/courts` for a file of that slice; undefined for the files at the top. */
const folderOf = (path: string): string | undefined => {
  const [context, slice, file] = path.split(sep);
  return file === undefined ? slice && context : `${context}/${slice}`;
};

/** The folders that a file imports from, types included. */
const importedFolders = (file: string): string[] =>
  ts
    .preProcessFile(readFileSync(join(SOURCE, file), 'utf8'))
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .flatMap(({ fileName }) => folderOf(join(dirname(file), fileName)) ?? []);

const arrowsBetween = (files: readonly string[]): string[] => [
  ...new Set(
    files.flatMap((file) => {
      const folder = folderOf(file);
      const imported = importedFolders(file).filter((other) => other !== folder);
      return folder ? imported.map((other) => `${folder} -> ${other}`) : [];
    }),
  ),
];

const mutual = (arrows: readonly string[]): string[] =>
  arrows.filter((arrow) => arrows.includes(arrow.split(' -> ').reverse().join(' -> ')));

describe('the folders of the backend', () => {
  const files = globSync('**/*.ts', { cwd: SOURCE }).filter((file) => !file.endsWith('.spec.ts'));

  it('never import each other in both directions', () => {
    const arrows = arrowsBetween(files);
    expect(arrows).toEqual(
      expect.arrayContaining([
        'booking/bookings -> booking/courts',
        'booking/courts -> platform/kernel',
        'platform/kernel -> platform/stores',
      ]),
    );
    expect(mutual(arrows)).toEqual([]);
  });

  it('are reported if they do', () =>
    expect(mutual(['courts -> bookings', 'bookings -> courts', 'courts -> kernel'])).toEqual([
      'courts -> bookings',
      'bookings -> courts',
    ]));
});
