import { z } from 'zod';

/**
 * The query of a list that comes in pages. The body stays the bare list; while there is more, the response carries
 * `Link: <...>; rel="next"` (RFC 8288), the address of the next page. What stands in a cursor is the server's business.
 */
export const pageQuery = ({ usual = 24, most = 48 }: { usual?: number; most?: number } = {}) => ({
  cursor: z.string().min(1).max(400).optional().describe('as the Link of the page before has it'),
  limit: z.coerce.number().int().min(1).max(most).default(usual).describe('how many a page holds'),
});
