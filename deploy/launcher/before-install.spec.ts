import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';

const folder = import.meta.dirname;

/**
 * The packages and TypeScript files that a script imports statically, as `file -> import`: neither
 * loads on Node 20 before `npm ci`.
 */
const packagesLoadedBy = (file: string, seen = new Set<string>()): string[] => {
  if (seen.has(file)) return [];
  seen.add(file);
  const imported = [
    ...readFileSync(file, 'utf8').matchAll(/^(?:import|export) [^;]*?from '([^']+)';/gm),
  ];
  return imported.flatMap(([, name = '']) => {
    if (name.endsWith('.ts')) return [`${file.slice(folder.length + 1)} -> ${name}`];
    if (name.startsWith('.')) return packagesLoadedBy(join(dirname(file), name), seen);
    return name.startsWith('node:') ? [] : [`${file.slice(folder.length + 1)} -> ${name}`];
  });
};

it.each([
  'start.mjs',
  'test.mjs',
  'build.mjs',
  'courtly.mjs',
  'tools.mjs',
  'lighthouse.mjs',
  'screens.mjs',
])('%s runs on a machine without installed packages', (script) =>
  expect(packagesLoadedBy(join(folder, script))).toEqual([]),
);
