import type { RedisClient } from '../kernel/redis.js';
import type { Held } from './held.js';
import { type Change, type News, Progress } from './progress.js';
import type { Stored } from './projection.js';

const MOST_CHANGES = 200;

type Changed = ReadonlyMap<string, Stored | null>;

const changesOf = ({ projection }: Held, changed: Changed): Change[] => {
  const audience = (document: Stored | null) => (document && projection.audience?.(document as never)) ?? null;
  if (changed.size > MOST_CHANGES) return [{ id: '*', audience: null }];
  return [...changed].map(([id, document]) => ({ id, audience: audience(document) }));
};

/**
 * Tells all processes how far the read models are and which of their documents changed (`changed` follows the order of
 * `held`). Too many changes are told as one, of the id `*`, for everybody. News may be lost with Redis: whoever waits asks
 * the checkpoints too.
 */
export const announce = async (
  redis: RedisClient,
  held: readonly Held[],
  changed: readonly Changed[],
  lagSeconds: number,
): Promise<void> => {
  const news: News = held.map((one, index) => ({
    readModel: one.projection.name,
    position: one.position ?? '',
    lagSeconds,
    changes: one.caughtUp ? changesOf(one, changed[index] ?? new Map()) : [],
  }));
  await redis.commands.publish(Progress.channel(redis.prefix), JSON.stringify(news)).catch(() => 0);
};
