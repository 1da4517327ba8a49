import { describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
// @ts-expect-error The rule is plain JavaScript, which ESLint loads without a build.
import { handlerErrors } from './handler-errors.js';

const reportedLines = (code: string) =>
  new Linter()
    .verify(code, {
      languageOptions: { parser: tseslint.parser },
      plugins: { courtly: { rules: { 'handler-errors': handlerErrors } } },
      rules: { 'courtly/handler-errors': 'error' },
    })
    .map(({ line }) => line);

const handlerWith = (docstring: string) =>
  `@CommandHandler(PlayCommand)\nclass PlayHandler {\n${docstring}\nasync execute() {}\n}`;

describe('the handler-errors rule', () => {
  it.each(['', '// @throws DomainError not_found', '/** Plays a match. */'])(
    'reports a handler without its errors: %j',
    (docstring) => expect(reportedLines(handlerWith(docstring))).toEqual([4]),
  );

  it.each(['/** @throws DomainError not_found */', '/** Plays a match. Refuses nothing. */'])(
    'accepts a handler that lists its errors or has none: %j',
    (docstring) => expect(reportedLines(handlerWith(docstring))).toEqual([]),
  );

  it('ignores other classes and other methods', () => {
    expect(reportedLines('class Replay {\nexecute() {}\n}')).toEqual([]);
    expect(
      reportedLines('@CommandHandler(PlayCommand)\nclass PlayHandler {\nplay() {}\n}'),
    ).toEqual([]);
  });
});
