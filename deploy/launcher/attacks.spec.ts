import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { attackTests, jestOptions, namePattern } from './attacks.ts';
import { root } from './setup.mjs';

const sources = globSync('{backend/{src,testing},deploy}/**/*.spec.ts', {
  cwd: root,
  exclude: (path) => path.includes('node_modules'),
}).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

const tests = attackTests();
const suiteNames = [...new Set(tests.map(({ suite }) => suite))];
const suitesNamed = (name: string) => sources.filter(({ file }) => file.endsWith(`/${name}`));

/** The full names of the tests in a suite, with placeholders such as `%s`. */
const testNamesIn = (text: string): string[] => {
  const names: string[] = [];
  const visit = (node: ts.Node, outerName: string) => {
    const [title] = ts.isCallExpression(node) ? node.arguments : [];
    const callee = ts.isCallExpression(node) ? node.expression.getText() : '';
    const isSuite = callee.startsWith('describe');
    const isNamed = (isSuite || /^(?:it|test)\b/.test(callee)) && title;
    const name =
      isNamed && ts.isStringLiteralLike(title) ? `${outerName} ${title.text}` : outerName;
    if (name !== outerName && !isSuite) names.push(name.trim());
    ts.forEachChild(node, (child) => visit(child, isSuite ? name : outerName));
  };
  visit(ts.createSourceFile('suite.ts', text, ts.ScriptTarget.Latest, true), '');
  return names;
};

/** With `only`, Jest skips the other tests of a file; with `failing`, a broken test passes. */
const skipped =
  /\b(?:it|test|describe)\.(?:\w+\.)?(?:skip|todo|only|failing)\b|\b[fx](?:it|test|describe)\b/;

describe('docs/attacks.md', () => {
  it('names each test once', () => {
    expect(tests.length).toBeGreaterThan(100);
    const suitesAndNames = tests.map(({ suite, name }) => `${suite} ${name}`);
    expect(suitesAndNames).toEqual([...new Set(suitesAndNames)]);
  });

  it.each(suiteNames)('names tests that exist: %s', (suiteName) => {
    const existing = suitesNamed(suiteName).flatMap(({ text }) => testNamesIn(text));
    const named = tests.filter(({ suite }) => suite === suiteName).map(({ name }) => name);
    expect(named.filter((name) => !existing.includes(name))).toEqual([]);
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
  it('are selected by their suites and full names', () => {
    expect(jestOptions([{ suite: 'a.spec.ts', name: 'b' }])).toEqual([
      '--testNamePattern',
      namePattern(['b']),
      '--testPathPatterns',
      expect.stringMatching(/^\/.*\$$/),
    ]);
  });

  it('are matched by their full names, with any text for placeholders', () => {
    const pattern = new RegExp(namePattern(['a server refuses %s (or %j)', 'waits']), 'i');
    const matches = ['a server refuses 1 (or {})', 'waits'];
    expect(matches.filter((name) => pattern.test(name))).toEqual(matches);
    const others = ['refuses 1 (or {})', 'a server waits', 'waits longer', 'awaits'];
    expect(others.filter((name) => pattern.test(name))).toEqual([]);
  });
});
