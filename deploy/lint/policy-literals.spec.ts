import { describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
// @ts-expect-error The rule is plain JavaScript, which ESLint loads without a build.
import { policyLiterals } from './policy-literals.js';

const reports = (code: string) =>
  new Linter().verify(code, {
    plugins: { courtly: { rules: { 'policy-literals': policyLiterals } } },
    languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } },
    rules: { 'courtly/policy-literals': 'error' },
  });

describe('the policy-literals rule', () => {
  it.each([
    'const text = "Apply for Elite at $100 a month";',
    'const text = "A fee of 10% applies.";',
    'const text = "Showing top 20 players.";',
    'const text = "up to five photos";',
    'const text = `We reply within 48 hours${end}`;',
    'const view = <p>Cancel up to 24\n hours before.</p>;',
    'const view = <Note text="Add up to 3 players" />;',
  ])('reports the value in %s', (code) => expect(reports(code)).toHaveLength(1));

  it.each([
    'const text = `A fee of ${shareLabel(feeShare)} applies within ${hours} hours.`;',
    'const view = <p className="h-9 w-[45%] grid-cols-2 text-small">Top players</p>;',
    'const style = { width: "100%" };',
    'const periods = [{ value: 3, label: "3 months" }];',
    'const text = played === 1 ? "In 1 match" : "";',
    'const text = "One hour at a time, on one court";',
    '// Cancel up to 24 hours before.\nconst FREE_HOURS = 24;',
  ])('accepts %s', (code) => expect(reports(code)).toEqual([]));
});
