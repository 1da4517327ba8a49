import { z } from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const tooLong = ({ origin, maximum }: Extract<Issue, { code: 'too_big' }>): string => {
  if (origin === 'string') return `Use at most ${maximum} characters`;
  return origin === 'array' || origin === 'set'
    ? `Choose at most ${maximum}`
    : `Use at most ${maximum}`;
};

const tooShort = ({ origin, minimum }: Extract<Issue, { code: 'too_small' }>): string => {
  if (origin === 'string')
    return minimum === 1 ? 'Please fill this in' : `Use at least ${minimum} characters`;
  return origin === 'array' || origin === 'set'
    ? `Choose at least ${minimum}`
    : `Use at least ${minimum}`;
};

/** What is too long or too short, in plain words, where a schema says nothing of its own. */
export const plainErrors = (issue: Issue): string | undefined => {
  if (issue.code === 'too_big') return tooLong(issue);
  return issue.code === 'too_small' ? tooShort(issue) : undefined;
};

/**
 * Sets up zod for pages, which forbid to compile code from text: called before the first schema is made, it does not even try.
 * Errors are told as `plainErrors` has them.
 */
export const setUpForPages = (): void => void z.config({ jitless: true, customError: plainErrors });
