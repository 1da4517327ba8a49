import { z } from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const tooBigMessage = ({ origin, maximum }: Extract<Issue, { code: 'too_big' }>): string => {
  if (origin === 'string') return `Use at most ${maximum} characters`;
  return origin === 'array' || origin === 'set'
    ? `Choose at most ${maximum}`
    : `Use at most ${maximum}`;
};

const tooSmallMessage = ({ origin, minimum }: Extract<Issue, { code: 'too_small' }>): string => {
  if (origin === 'string')
    return minimum === 1 ? 'Please fill this in' : `Use at least ${minimum} characters`;
  return origin === 'array' || origin === 'set'
    ? `Choose at least ${minimum}`
    : `Use at least ${minimum}`;
};

/**
 * The default messages for size limits. They apply to schemas that define no message for a limit.
 */
export const plainErrorMessage = (issue: Issue): string | undefined => {
  if (issue.code === 'too_big') return tooBigMessage(issue);
  return issue.code === 'too_small' ? tooSmallMessage(issue) : undefined;
};

/**
 * Configures zod for pages whose content security policy forbids `eval`. This must run before the
 * first schema is created.
 */
export const setUpForPages = (): void =>
  void z.config({ jitless: true, customError: plainErrorMessage });
