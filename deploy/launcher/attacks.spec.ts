import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { attackTests, jestOptions, namePattern } from './attacks.ts';
import { root } from './setup.mjs';

const sources = globSync('{backend/{src,testing},deploy}/**/*.spec.ts', {
  cwd: root,
  exclude: (path) => path.includes('node_modules'),
}).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

const tests = attackTests();
const suiteNames = [...new Set(tests.map(({ suite }) => suite))];
const suitesNamed = (name: string) => sources.filter(({ file }) => file.endsWith(`/${name}`));

/** With `only`, Jest skips the other tests of a file; with `failing`, a broken test passes. */
const skipped =
  /\b(?:it|test|describe)\.(?:\w+\.)?(?:skip|todo|only|failing)\b|\b[fx](?:it|test|describe)\b/;

describe('docs/attacks.md', () => {
  it('names each test once', () => {
    expect(tests.length).toBeGreaterThan(100);
    const names = tests.map(({ suite, title }) => `${suite} ${title}`);
    expect(names).toEqual([...new Set(names)]);
  });

  it.each(tests)('names a test that exists: $suite, $title', ({ suite, title }) => {
    const calls = [`'${title}',`, `"${title}",`, `\`${title}\`,`];
    expect(suitesNamed(suite).some(({ text }) => calls.some((call) => text.includes(call)))).toBe(
      true,
    );
  });

  it.each(suiteNames)('names a suite that skips no test: %s', (name) => {
    for (const { text } of suitesNamed(name)) expect(text).not.toMatch(skipped);
  });

  it.each([
    'it.skip(',
    'test.concurrent.skip(',
    'describe.skip.each(',
    'it.todo(',
    'it.only(',
    'it.failing(',
    '(present ? it : it.skip)(',
    'xit(',
    'xdescribe.each(',
    'fit(',
  ])('accepts no suite with %s', (call) => expect(call).toMatch(skipped));
});

describe('the tests of attacks', () => {
  it('are selected by their suites and titles', () => {
    expect(jestOptions([{ suite: 'a.spec.ts', title: 'b' }])).toEqual([
      '--testNamePattern',
      namePattern(['b']),
      '--testPathPatterns',
      expect.stringMatching(/^\/.*\$$/),
    ]);
  });

  it('have names that end with a title, with any text for its placeholders', () => {
    const pattern = new RegExp(namePattern(['refuses %s (or %j)', 'waits']), 'i');
    const matches = ['refuses 1 (or {})', 'a server refuses a (or b)', 'a server waits'];
    expect(matches.filter((name) => pattern.test(name))).toEqual(matches);
    const others = ['refuses 1', 'awaits', 'waits longer', 'refuses 1 (or 2) twice'];
    expect(others.filter((name) => pattern.test(name))).toEqual([]);
  });
});
