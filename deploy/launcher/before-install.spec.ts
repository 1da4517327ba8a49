import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const folder = import.meta.dirname;
const root = join(folder, '..', '..');

/** The launcher in plain JavaScript. Everything else is TypeScript, which Node 20 cannot load. */
const entryPoints = [
  'build.mjs',
  'courtly.mjs',
  'lighthouse.mjs',
  'screens.mjs',
  'start.mjs',
  'test.mjs',
  'tools.mjs',
];
const sharedModules = [
  'children.mjs',
  'cli-error.mjs',
  'guard.mjs',
  'options.mjs',
  'processes.mjs',
  'progress.mjs',
  'setup.mjs',
];

/** What scripts import statically: paths in the launcher, and packages. */
const staticImports = (files: readonly string[], loaded = new Set<string>()): Set<string> => {
  for (const file of files) {
    if (loaded.has(file)) continue;
    loaded.add(file);
    if (!file.endsWith('.mjs')) continue;
    const source = readFileSync(join(folder, file), 'utf8');
    const statements = source.matchAll(/^(?:(?:import|export) [^;]*?from|import) '([^']+)';/gm);
    const specifiers = [...statements].map(([, specifier = '']) => specifier);
    const imports = specifiers
      .filter((specifier) => !specifier.startsWith('node:'))
      .map((specifier) =>
        specifier.startsWith('.')
          ? relative(folder, join(dirname(join(folder, file)), specifier))
          : specifier,
      );
    staticImports(imports, loaded);
  }
  return loaded;
};

describe('the launcher', () => {
  it('starts every npm script with one of its entry points', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const scriptFiles = Object.values(scripts).map(
      (script) => /^exec node deploy\/launcher\/([\w-]+\.mjs)/.exec(script)?.[1] ?? script,
    );
    expect([...new Set(scriptFiles)].sort()).toEqual(entryPoints);
  });

  it('loads only its plain JavaScript before packages are installed', () => {
    expect([...staticImports(entryPoints)].sort()).toEqual(
      [...entryPoints, ...sharedModules].sort(),
    );
  });

  it('has no other plain JavaScript', () => {
    expect(globSync('**/*.{js,mjs,cjs}', { cwd: folder }).sort()).toEqual(
      [...entryPoints, ...sharedModules].sort(),
    );
  });

  it('runs without packages and without support for TypeScript', () => {
    const checkout = mkdtempSync(join(tmpdir(), 'courtly-launcher-'));
    try {
      const launcher = join(checkout, 'deploy', 'launcher');
      for (const file of [...entryPoints, ...sharedModules])
        cpSync(join(folder, file), join(launcher, file));
      const script = ['--no-experimental-strip-types', join(launcher, 'start.mjs')];
      const { status, stdout } = spawnSync(process.execPath, [...script, '--help']);
      expect({ status, text: String(stdout) }).toEqual({
        status: 0,
        text: expect.stringContaining('npm start -- [options]'),
      });
    } finally {
      rmSync(checkout, { recursive: true });
    }
  });
});
