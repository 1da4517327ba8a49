import { z } from 'zod';
import { route } from './route.js';

/**
 * The changed documents of a read model, which clients refetch. The id `*` means many documents.
 */
export const ReadModelChange = z.object({
  readModel: z.string(),
  ids: z.array(z.string()),
  position: z.string(),
});
export type ReadModelChange = z.infer<typeof ReadModelChange>;

const topics = z
  .string()
  .max(4_000)
  .transform((text) => text.split(',').filter(Boolean))
  .describe(
    'Read models or single documents: `bookings,courtDays:abc_2027-03-13`. Defaults to all that the caller can see, or courts for visitors. Only hosts receive `courtDays` as a whole; everyone else names the days.',
  );

export const streamRoutes = {
  changes: route({
    method: 'GET',
    path: '/api/stream',
    summary: 'Subscribe to changes as server-sent events of type `change`.',
    access: 'anyone',
    kind: 'stream',
    mediaType: 'text/event-stream',
    query: z.object({ topics: topics.optional() }),
    status: 200,
    response: ReadModelChange,
  }),
};
