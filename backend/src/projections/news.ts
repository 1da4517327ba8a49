import type { RedisClient } from '../kernel/redis.js';
import { type News, Progress } from './progress.js';
import type { AnyProjection, Stored } from './projection.js';

const MOST_CHANGES = 200;

/**
 * Tells all processes how far a projection is and which documents changed. Too many changes are told as one, of the id
 * `*`, for everybody. News may be lost with Redis: whoever waits asks the checkpoints too.
 */
export const announce = async (
  redis: RedisClient,
  projection: AnyProjection,
  position: string,
  changed: ReadonlyMap<string, Stored | null>,
): Promise<void> => {
  const audience = (document: Stored | null) => (document && projection.audience?.(document as never)) ?? null;
  const changes =
    changed.size > MOST_CHANGES
      ? [{ id: '*', audience: null }]
      : [...changed].map(([id, document]) => ({ id, audience: audience(document) }));
  const news: News = { projection: projection.name, position, changes };
  await redis.commands.publish(Progress.channel(redis.prefix), JSON.stringify(news)).catch(() => 0);
};
