import { z } from 'zod';
import { route } from './route.js';

/** Documents of a read model that changed; `*` stands for many. Whoever shows them asks for them again. */
export const Change = z.object({
  readModel: z.string(),
  ids: z.array(z.string()),
  position: z.string(),
});
export type Change = z.infer<typeof Change>;

const topics = z
  .string()
  .max(4_000)
  .transform((text) => text.split(',').filter(Boolean))
  .describe('read models, or single documents of them: `bookings,courtDays:abc_2027-03-13`');

export const streamRoutes = {
  changes: route({
    method: 'GET',
    path: '/api/stream',
    summary:
      'Hear what changed: events of the type `change`; without topics all that the caller may see, visitors of courts',
    access: 'anyone',
    kind: 'stream',
    mediaType: 'text/event-stream',
    query: z.object({ topics: topics.optional() }),
    status: 200,
    response: Change,
  }),
};
