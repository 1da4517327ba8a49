import { describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
// @ts-expect-error The rule is plain JavaScript, which ESLint loads without a build.
import { commentLength } from './comment-length.js';

const longLines = (code: string, options = {}) =>
  new Linter()
    .verify(code, {
      plugins: { courtly: { rules: { 'comment-length': commentLength } } },
      rules: { 'courtly/comment-length': ['error', options] },
    })
    .map(({ line }) => line);

describe('the comment-length rule', () => {
  it.each([
    '// One.\n// Two.\n// Three.',
    '/* One.\nTwo.\nThree. */',
    '/**\n * One.\n * Two.\n *\n * Three.\n */',
  ])('reports comments of more than two lines: %j', (code) =>
    expect(longLines(`let a;\n${code}`)).toEqual([2]),
  );

  it.each([
    '// One.\n// Two.',
    '// One.\n// Two.\nlet a;\n// Three.',
    'let a; // One.\nlet b; // Two.\nlet c; // Three.',
    '/**\n * One.\n * Two.\n * @param a what\n * it is\n * @returns b\n */',
  ])('accepts two lines, tags, and separate comments: %j', (code) =>
    expect(longLines(code)).toEqual([]),
  );

  it('accepts long docstrings if configured to', () => {
    const docstring = '/**\n * One.\n * Two.\n * Three.\n */';
    expect(longLines(docstring, { longDocstrings: true })).toEqual([]);
    expect(longLines('// One.\n// Two.\n// Three.', { longDocstrings: true })).toEqual([1]);
  });
});
