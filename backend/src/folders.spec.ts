import { globSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const SOURCE = 'backend/src';

/** Files with these roles act. Events, projections, and files without a role are pure. */
const ACTING =
  /\.(commands|queries|controller|middleware|guard|service|interceptor|filter|process|slice)\.ts$/;

/** `booking/courts` for a file in that slice; undefined for files at the top level. */
const folderOf = (path: string): string | undefined => {
  const [context, slice, file] = path.split(sep);
  return file === undefined ? slice && context : `${context}/${slice}`;
};

/** The files that a file imports, including type imports. */
const importedFiles = (file: string): string[] =>
  ts
    .preProcessFile(readFileSync(join(SOURCE, file), 'utf8'))
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => join(dirname(file), fileName).replace(/\.js$/, '.ts'));

type Arrow = Readonly<{ from: string; to: string; isPure: boolean }>;

const arrowsBetween = (files: readonly string[]): Arrow[] =>
  files.flatMap((file) =>
    importedFiles(file).flatMap((imported) => {
      const [from, to] = [folderOf(file), folderOf(imported)];
      return from && to && from !== to ? [{ from, to, isPure: !ACTING.test(imported) }] : [];
    }),
  );

/**
 * Pairs of folders that import each other, unless one direction imports only events and pure files.
 */
const mutualPairs = (arrows: readonly Arrow[]): string[] => {
  const acting = new Set(
    arrows.filter(({ isPure }) => !isPure).map(({ from, to }) => `${from} -> ${to}`),
  );
  return [...acting].filter((arrow) => acting.has(arrow.split(' -> ').reverse().join(' -> ')));
};

describe('the folders of the backend', () => {
  const files = globSync('**/*.ts', { cwd: SOURCE }).filter((file) => !file.endsWith('.spec.ts'));

  it('never import each other in both directions, except for events and pure files', () => {
    const arrows = arrowsBetween(files);
    expect(arrows).toContainEqual({
      from: 'booking/bookings',
      to: 'booking/courts',
      isPure: true,
    });
    expect(arrows.filter(({ isPure }) => !isPure).length).toBeGreaterThan(0);
    expect(mutualPairs(arrows)).toEqual([]);
  });

  it('are reported if they import each other', () =>
    expect(
      mutualPairs([
        { from: 'courts', to: 'bookings', isPure: false },
        { from: 'bookings', to: 'courts', isPure: false },
        { from: 'courts', to: 'reviews', isPure: true },
        { from: 'reviews', to: 'courts', isPure: false },
      ]),
    ).toEqual(['courts -> bookings', 'bookings -> courts']));
});
