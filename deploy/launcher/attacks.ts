import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

/** A test that docs/attacks.md names: its file name, and its title as in the source. */
type AttackTest = Readonly<{ suite: string; title: string }>;

const row = /^\|.*\| `([\w.-]+)` +\| `(.+)` +\|$/gm;

export const attackTests = (): AttackTest[] =>
  [...readFileSync(join(root, 'docs', 'attacks.md'), 'utf8').matchAll(row)].map(
    ([, suite, title]) => ({ suite: suite!, title: title! }),
  );

/** Matches the title with any text for its placeholders, such as `%s`. */
const titlePattern = (title: string): string =>
  title.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`).replace(/%[a-z]/g, '.*');

/** Matches the full name of a test, which ends with its title. */
export const namePattern = (titles: readonly string[]): string =>
  `(?:^| )(?:${titles.map(titlePattern).join('|')})$`;

/** The options that make Jest run only these tests. */
export const jestOptions = (tests: readonly AttackTest[]): string[] => {
  const suites = [...new Set(tests.map(({ suite }) => suite))];
  return [
    '--testNamePattern',
    namePattern(tests.map(({ title }) => title)),
    '--testPathPatterns',
    ...suites.map((suite) => `/${suite.replaceAll('.', '\\.')}$`),
  ];
};
