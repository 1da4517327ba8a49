import { z } from 'zod';

/**
 * Query parameters of a paged list. The body is a plain array. If there are more items, the
 * response has `Link: <...>; rel="next"` (RFC 8288). Cursors are opaque.
 */
export const pageQuery = ({
  defaultLimit = 24,
  maxLimit = 48,
}: { defaultLimit?: number; maxLimit?: number } = {}) => ({
  cursor: z
    .string()
    .min(1)
    .max(400)
    .optional()
    .describe('The cursor from the `Link` header of the previous page.'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(maxLimit)
    .default(defaultLimit)
    .describe('The page size.'),
});
