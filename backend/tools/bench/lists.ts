import { setTimeout as delay } from 'node:timers/promises';
import { formatCount } from '@courtly/backend/cli/table';
import type { ApiResponse } from '../client.js';

/** The responses to reads of lists: counts by status, empty lists, and unexpected responses. */
export type Lists = { statuses: Map<string, number>; empty: number; wrong: string[] };

export const noLists = (): Lists => ({ statuses: new Map(), empty: 0, wrong: [] });

const isEmpty = (responseBody: unknown) => Array.isArray(responseBody) && responseBody.length === 0;

/** Records a response. With `mayBeUnavailable`, 503 with Retry-After is also valid. */
export const take = (
  listReads: Lists,
  requestPath: string,
  apiResponse: ApiResponse | Error,
  mayBeUnavailable: boolean,
): void => {
  const statusText = apiResponse instanceof Error ? 'no response' : String(apiResponse.status);
  listReads.statuses.set(statusText, (listReads.statuses.get(statusText) ?? 0) + 1);
  if (apiResponse instanceof Error)
    return void listReads.wrong.push(`${requestPath}: ${apiResponse.message}`);
  if (isEmpty(apiResponse.body)) listReads.empty++;
  const ok =
    apiResponse.status === 200 ||
    (mayBeUnavailable && apiResponse.status === 503 && Number(apiResponse.retryAfter) > 0);
  if (!ok)
    listReads.wrong.push(
      `${requestPath}: ${apiResponse.status} ${JSON.stringify(apiResponse.body)}`,
    );
};

export const textOf = ({ statuses }: Lists): string =>
  [...statuses]
    .map(([statusText, occurrences]) => `${statusText}: ${formatCount(occurrences)}`)
    .join(', ') || 'none';

export const pollLists = async (
  requestPaths: readonly string[],
  everyMs: number,
  readList: (requestPath: string) => Promise<void>,
  isFinished: () => boolean,
): Promise<void> => {
  for (let turnIndex = 0; !isFinished(); turnIndex++) {
    await readList(requestPaths[turnIndex % requestPaths.length]!);
    await delay(everyMs);
  }
};
