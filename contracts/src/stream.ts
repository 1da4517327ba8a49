import { z } from 'zod';

/** Where the browser listens for changes: server-sent events, one `Change` in each, for what the caller may see. */
export const STREAM_PATH = '/api/stream';

/** Documents of a read model that changed; `*` stands for many. Whoever shows them asks for them again. */
export const Change = z.object({ readModel: z.string(), ids: z.array(z.string()), position: z.string() });
export type Change = z.infer<typeof Change>;
