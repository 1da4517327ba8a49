import { describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
// @ts-expect-error The rule is plain JavaScript, which ESLint loads without a build.
import plugin from './plain-english.js';

const lint = (code: string, options = {}) =>
  new Linter()
    .verify(code, {
      plugins: { courtly: plugin },
      languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } },
      rules: { 'courtly/plain-english': ['error', options] },
    })
    .map(({ message }) => message);

describe('the plain-english rule', () => {
  it('reports comments, whatever their form', () => {
    expect(lint('// It is read anew.')).toEqual([expect.stringContaining('"anew"')]);
    expect(lint('/**\n * Whoever asks is\n * told. */')).toHaveLength(2);
  });

  it.each([
    "it('is told to nobody', () => {})",
    "it.only('goes on', () => {})",
    "describe.each([1])('stands %s', () => {})",
    'test(`tells ${name}`, () => {})',
  ])('reports the test title in %s', (code) => expect(lint(code)).not.toEqual([]));

  it('reports product texts only if configured to', () => {
    const code = 'const text = "It stands here."; const view = <p>Look beside it</p>;';
    expect(lint(code)).toEqual([]);
    expect(lint(code, { texts: true })).toHaveLength(2);
  });

  it('reports uncontracted product texts and typographic apostrophes if configured to', () => {
    const code =
      'const text = "It did not load."; const view = <p>The host’s note. You will see it</p>;';
    expect(lint(code, { texts: true })).toEqual([]);
    expect(lint(code, { texts: true, contractions: true })).toHaveLength(2);
    const accepted =
      '// It did not load.\nconst text = "Your time where you are: it didn\'t load.";';
    expect(lint(accepted, { texts: true, contractions: true })).toEqual([]);
  });

  it('accepts plain English, keys, and class names', () =>
    expect(
      lint('// Reads it again.\nconst key = "beside"; it("retries the call", () => {});', {
        texts: true,
      }),
    ).toEqual([]));
});
