import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

/**
 * A test in docs/attacks.md: its file name, and its full name, which starts with the titles of its
 * `describe` blocks.
 */
type AttackTest = Readonly<{ suite: string; name: string }>;

const row = /^\|.*\| `([\w.-]+)` +\| `(.+)` +\|$/gm;

export const attackTests = (): AttackTest[] =>
  [...readFileSync(join(root, 'docs', 'attacks.md'), 'utf8').matchAll(row)].map(
    ([, suite, name]) => ({ suite: suite!, name: name! }),
  );

/** Matches the name with any text for its placeholders, such as `%s`. */
const patternOf = (name: string): string =>
  name.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`).replace(/%[a-z]/g, '.*');

/** Matches the full names of these tests. */
export const namePattern = (names: readonly string[]): string =>
  `^(?:${names.map(patternOf).join('|')})$`;

/** The options that make Jest run only these tests. */
export const jestOptions = (tests: readonly AttackTest[]): string[] => {
  const suites = [...new Set(tests.map(({ suite }) => suite))];
  return [
    '--testNamePattern',
    namePattern(tests.map(({ name }) => name)),
    '--testPathPatterns',
    ...suites.map((suite) => `/${suite.replaceAll('.', '\\.')}$`),
  ];
};
