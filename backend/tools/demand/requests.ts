import { type Cli, Failure } from '@courtly/backend/cli/cli';
import { formatCount, formatTable } from '@courtly/backend/cli/table';
import type { ApiResponse } from '../client.js';
import type { Club } from './club.js';
import type { Pay } from './pay.js';
import type { DemandPlan } from './plan.js';

/** Response counts by kind, booking ids, and the number of retries. */
export type Outcome = Readonly<{
  answers: ReadonlyMap<string, number>;
  booked: readonly string[];
  retryCount: number;
  seconds: number;
}>;

const responseKind = ({ status, body }: ApiResponse): string => {
  const { code } = body as { code?: string };
  return status === 201
    ? 'accepted'
    : code === 'slot_taken'
      ? 'refused'
      : `${status} ${code ?? ''}`.trim();
};

/**
 * Sends each request with limited concurrency and pays where required. `sent` receives progress.
 */
export const sendAll = async (
  { slotRequests }: DemandPlan,
  { courts, members }: Club,
  {
    runId,
    concurrency,
    pay = null,
  }: Readonly<{ runId: string; concurrency: number; pay?: Pay | null }>,
  signal: AbortSignal,
  sent: (begun: number) => void,
): Promise<Outcome> => {
  const answers = new Map<string, number>();
  const booked: string[] = [];
  let next = 0;
  let retryCount = 0;
  const started = performance.now();
  const sender = async () => {
    for (let index = next++; index < slotRequests.length; index = next++) {
      signal.throwIfAborted();
      const { facility, member, startTime, endTime } = slotRequests[index]!;
      const body = { courtId: courts.get(facility)!, startTime, endTime };
      sent(index + 1);
      const answer = await members.get(member)!.send({
        method: 'POST',
        path: '/api/bookings',
        body,
        key: `${runId}-${index}`,
      });
      answers.set(responseKind(answer), (answers.get(responseKind(answer)) ?? 0) + 1);
      if (answer.status === 201) {
        const { id } = answer.body as { id: string };
        booked.push(id);
        await pay?.(members.get(member)!, id);
      }
      retryCount += answer.tries - 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, sender));
  return { answers, booked, retryCount, seconds: (performance.now() - started) / 1_000 };
};

/** Prints actual and expected responses. @throws Failure if they differ */
export const report = (
  cli: Cli,
  plan: DemandPlan,
  { answers, retryCount, seconds }: Outcome,
): void => {
  const expected = new Map([
    ['accepted', plan.accepted],
    ['refused', plan.refused],
  ]);
  const kinds = [...new Set([...expected.keys(), ...answers.keys()])];
  const rows = kinds.map((kind) => [
    kind,
    formatCount(expected.get(kind) ?? 0),
    formatCount(answers.get(kind) ?? 0),
  ]);
  cli.print(formatTable([['answer', 'expected', 'counted'], ...rows]));
  const rate = formatCount(plan.slotRequests.length / seconds);
  cli.print(
    `${formatCount(plan.slotRequests.length)} requests in ${seconds.toFixed(1)} s, ${rate}/s; ${formatCount(retryCount)} sent again`,
  );
  if (kinds.some((kind) => expected.get(kind) !== answers.get(kind)))
    throw new Failure('The responses differ from those expected for the file.');
};
