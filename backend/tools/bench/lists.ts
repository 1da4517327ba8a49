import { setTimeout as delay } from 'node:timers/promises';
import { formatCount } from '@courtly/backend/cli/table';
import type { ApiResponse } from '../client.js';

/** Responses to list reads: counts by status, empty lists, and unexpected responses. */
export type Lists = { statuses: Map<string, number>; empty: number; wrong: string[] };

export const noLists = (): Lists => ({ statuses: new Map(), empty: 0, wrong: [] });

const isEmpty = (body: unknown) => Array.isArray(body) && body.length === 0;

/** Records a response. If the list `mayBeAway`, 503 with Retry-After is also valid. */
export const take = (
  lists: Lists,
  path: string,
  answer: ApiResponse | Error,
  mayBeUnavailable: boolean,
): void => {
  const status = answer instanceof Error ? 'no response' : String(answer.status);
  lists.statuses.set(status, (lists.statuses.get(status) ?? 0) + 1);
  if (answer instanceof Error) return void lists.wrong.push(`${path}: ${answer.message}`);
  if (isEmpty(answer.body)) lists.empty++;
  const ok =
    answer.status === 200 ||
    (mayBeUnavailable && answer.status === 503 && Number(answer.retryAfter) > 0);
  if (!ok) lists.wrong.push(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
};

export const textOf = ({ statuses }: Lists): string =>
  [...statuses].map(([status, times]) => `${status}: ${formatCount(times)}`).join(', ') || 'none';

export const pollLists = async (
  paths: readonly string[],
  everyMs: number,
  read: (path: string) => Promise<void>,
  isFinished: () => boolean,
): Promise<void> => {
  for (let turn = 0; !isFinished(); turn++) {
    await read(paths[turn % paths.length]!);
    await delay(everyMs);
  }
};
