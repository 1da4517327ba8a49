import { setTimeout as delay } from 'node:timers/promises';
import { formatCount } from '@courtly/backend/cli/table';
import type { Answer } from '../client.js';

/** What came back to reads of lists: how often each status, how often a list was empty, and what broke the promise. */
export type Lists = { statuses: Map<string, number>; empty: number; wrong: string[] };

export const noLists = (): Lists => ({ statuses: new Map(), empty: 0, wrong: [] });

const isEmpty = (body: unknown) => Array.isArray(body) && body.length === 0;

/** Takes an answer in: a list that is there is shown, or, where it `mayBeAway`, refused with 503 and Retry-After. */
export const take = (
  lists: Lists,
  path: string,
  answer: Answer | Error,
  mayBeAway: boolean,
): void => {
  const status = answer instanceof Error ? 'no answer' : String(answer.status);
  lists.statuses.set(status, (lists.statuses.get(status) ?? 0) + 1);
  if (answer instanceof Error) return void lists.wrong.push(`${path}: ${answer.message}`);
  if (isEmpty(answer.body)) lists.empty++;
  const ok =
    answer.status === 200 || (mayBeAway && answer.status === 503 && Number(answer.retryAfter) > 0);
  if (!ok) lists.wrong.push(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
};

export const textOf = ({ statuses }: Lists): string =>
  [...statuses].map(([status, times]) => `${status}: ${formatCount(times)}`).join(', ') || 'none';

/** Reads one address after the other, with a pause between, until it is over. */
export const readOn = async (
  paths: readonly string[],
  everyMs: number,
  read: (path: string) => Promise<void>,
  isOver: () => boolean,
): Promise<void> => {
  for (let turn = 0; !isOver(); turn++) {
    await read(paths[turn % paths.length]!);
    await delay(everyMs);
  }
};
