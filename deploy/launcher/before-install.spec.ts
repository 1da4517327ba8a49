import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';

const folder = import.meta.dirname;
const root = join(folder, '..', '..');

/** The launcher files in plain JavaScript. All others are TypeScript, which Node 20 cannot load. */
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

const { scripts: npmScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** The scripts of built programs, which parse their options with Commander. */
const isCommander = (name: string) => /(courtly|tools)\.mjs/.test(npmScripts[name]!);

/** What scripts import statically: files of the launcher, and packages. */
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
    const scriptFiles = Object.values(npmScripts).map(
      (script) => /^exec node deploy\/launcher\/([\w-]+\.mjs)/.exec(script)?.[1] ?? script,
    );
    expect([...new Set(scriptFiles)].sort()).toEqual(entryPoints);
  });

  it('loads only its own plain JavaScript before packages are installed', () => {
    expect([...staticImports(entryPoints)].sort()).toEqual(
      [...entryPoints, ...sharedModules].sort(),
    );
  });

  it('has no other plain JavaScript', () => {
    expect(globSync('**/*.{js,mjs,cjs}', { cwd: folder }).sort()).toEqual(
      [...entryPoints, ...sharedModules].sort(),
    );
  });

  describe('without packages and without support for TypeScript', () => {
    const checkout = mkdtempSync(join(tmpdir(), 'courtly-launcher-'));
    const launcher = join(checkout, 'deploy', 'launcher');
    for (const file of [...entryPoints, ...sharedModules])
      cpSync(join(folder, file), join(launcher, file));
    afterAll(() => rmSync(checkout, { recursive: true }));

    /** Runs a script of package.json in the checkout. */
    const runScript = (name: string, ...args: string[]) => {
      const scriptArgs = npmScripts[name]!.split(' ').slice(2);
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ['--no-experimental-strip-types', ...scriptArgs, ...args],
        { cwd: checkout, encoding: 'utf8' },
      );
      return { status, stdout, stderr };
    };

    it.each(Object.keys(npmScripts).filter((name) => !isCommander(name)))(
      'shows the help for npm run %s -- --help',
      (name) => {
        const label = name === 'dev' ? '--dev' : name;
        expect(runScript(name, '--help')).toEqual({
          status: 0,
          stdout: expect.stringContaining(label),
          stderr: '',
        });
      },
    );

    it.each([
      ...['start', 'dev', 'build', 'screens', 'lighthouse', 'test', 'test:all'],
      ...['format', 'lint', 'typecheck', 'test:image', 'test:backup'],
    ])('refuses npm run %s -- --unknown', (name) =>
      expect(runScript(name, '--unknown')).toEqual({
        status: 1,
        stdout: '',
        stderr: expect.stringMatching(/^[^\n]*--unknown[^\n]*\n$/),
      }),
    );
  });
});
