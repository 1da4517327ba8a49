import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';
import { benchmarksWithoutPackages, needsPackages } from './run-tool.ts';
import { root } from './setup.mjs';

const tools = join(root, 'backend', 'tools');
const { dependencies } = JSON.parse(readFileSync(join(tools, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};

const staticImport = /from *'([^']+)'/g;
const anyImport = /(?:from|import\() *'([^']+)'/g;

/** The packages of backend/tools that a module and its relative imports import. */
const packagesOf = (file: string, imports = anyImport, visited = new Set<string>()): string[] => {
  if (visited.has(file)) return [];
  visited.add(file);
  const source = readFileSync(file, 'utf8').replace(/^import type .*?;$/gms, '');
  return [...source.matchAll(imports)].flatMap(([, name = '']) =>
    name.startsWith('.')
      ? packagesOf(join(dirname(file), name.replace(/\.js$/, '.ts')), imports, visited)
      : Object.hasOwn(dependencies, name)
        ? [name]
        : [],
  );
};

it.each([
  [['bench'], true],
  [['bench', '--peer', '--rounds', '3'], true],
  [['bench', '--one-member=100'], true],
  [['bench', 'ratings', '--matches', '100'], true],
  [['bench', 'money', '--runs', '10'], false],
  [['bench', '--deploy=1000'], false],
  [['bench', '--help'], false],
  [['demand', 'club'], false],
])('the packages of %j are installed: %j', (args, isInstalled) =>
  expect(needsPackages(args)).toBe(isInstalled),
);

it.each(benchmarksWithoutPackages)('bench %s imports no package of backend/tools', (name) => {
  const file = name === '--verify' ? 'verify-at-scale' : name.replace('--', '');
  const folder = name === 'kills' ? 'kills' : 'bench';
  expect(packagesOf(join(tools, folder, `${file}.ts`))).toEqual([]);
});

it('no tool imports a package of backend/tools when it starts', () => {
  expect(packagesOf(join(tools, 'main.ts'), staticImport)).toEqual([]);
  expect(packagesOf(join(tools, 'bench', 'report.ts'))).toEqual([]);
});

it('finds the packages of the other benchmarks', () => {
  expect(packagesOf(join(tools, 'bench', 'one-member.ts'))).toEqual(['autocannon']);
  expect(packagesOf(join(tools, 'bench', 'ratings.ts'))).toEqual(['glicko2']);
});
