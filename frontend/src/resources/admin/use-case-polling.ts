import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Page } from '../../lib/api';
import { MINUTE_MS } from '../../lib/durations';
import { adminKeys } from './admin-queries';

/** Money cases send no server event. */
const SLOW_INTERVAL_MS = MINUTE_MS;
/** Used while an admin waits for the result of an action or of an attempt that is due. */
const FAST_INTERVAL_MS = 5_000;
const FAST_FOR_MS = 2 * MINUTE_MS;

const isRecent = (timestamp: number, now: number): boolean =>
  timestamp <= now && now - timestamp < FAST_FOR_MS;

const hasRecentOrder = (client: QueryClient, now: number): boolean =>
  client
    .getMutationCache()
    .findAll({ mutationKey: adminKeys.all })
    .some(({ state }) => isRecent(state.submittedAt, now));

type PolledQuery = Readonly<{
  state: Readonly<{ data?: InfiniteData<Page<readonly object[]>> | undefined }>;
}>;

const isDueNow = (item: object, now: number): boolean =>
  'tryAgainAt' in item &&
  typeof item.tryAgainAt === 'string' &&
  isRecent(Date.parse(item.tryAgainAt), now);

/** The refetch interval, which is short for two minutes after an action or a due attempt. */
export const useCasePolling = () => {
  const client = useQueryClient();
  return ({ state }: PolledQuery): number => {
    const now = Date.now();
    const items = state.data?.pages.flatMap(({ items: pageItems }) => pageItems) ?? [];
    const isDue = items.some((item) => isDueNow(item, now));
    return isDue || hasRecentOrder(client, now) ? FAST_INTERVAL_MS : SLOW_INTERVAL_MS;
  };
};
