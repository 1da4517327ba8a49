import { type Cli, Failure } from '@courtly/backend/cli/cli';
import { formatCount, formatTable } from '@courtly/backend/cli/table';
import type { ApiResponse } from '../client.js';
import type { Club } from './club.js';
import type { DemandPlan } from './plan.js';

/** The number of responses of each kind, the booking ids, and the number of retries. */
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
 * Called after each booking. `requestIndex` is the index of the request in the plan, and `position`
 * is the booking's position in the log.
 */
type FollowBooking = (
  bookingId: string,
  requestIndex: number,
  position: string | null,
) => Promise<void>;

/** Sends all requests with limited concurrency. Reports the progress to `reportSent`. */
export const sendAll = async (
  { slotRequests }: DemandPlan,
  { courts, members }: Club,
  {
    runId,
    concurrency,
    follow,
  }: Readonly<{ runId: string; concurrency: number; follow?: FollowBooking }>,
  abortSignal: AbortSignal,
  reportSent: (startedCount: number) => void,
): Promise<Outcome> => {
  const responses = new Map<string, number>();
  const bookedIds: string[] = [];
  let nextIndex = 0;
  let retryCount = 0;
  const startedMs = performance.now();
  const sender = async () => {
    for (
      let requestIndex = nextIndex++;
      requestIndex < slotRequests.length;
      requestIndex = nextIndex++
    ) {
      abortSignal.throwIfAborted();
      const { facility, member, startTime, endTime } = slotRequests[requestIndex]!;
      const requestBody = { courtId: courts.get(facility)!, startTime, endTime };
      reportSent(requestIndex + 1);
      const apiResponse = await members.get(member)!.send({
        method: 'POST',
        path: '/api/bookings',
        body: requestBody,
        key: `${runId}-${requestIndex}`,
      });
      responses.set(responseKind(apiResponse), (responses.get(responseKind(apiResponse)) ?? 0) + 1);
      if (apiResponse.status === 201) {
        const { id } = apiResponse.body as { id: string };
        bookedIds.push(id);
        await follow?.(id, requestIndex, apiResponse.position);
      }
      retryCount += apiResponse.tries - 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, sender));
  return {
    answers: responses,
    booked: bookedIds,
    retryCount,
    seconds: (performance.now() - startedMs) / 1_000,
  };
};

/** Prints the actual and the expected responses. @throws Failure if they differ */
export const report = (
  commandLine: Cli,
  demandPlan: DemandPlan,
  { answers, retryCount, seconds }: Outcome,
): void => {
  const expected = new Map([
    ['accepted', demandPlan.accepted],
    ['refused', demandPlan.refused],
  ]);
  const kinds = [...new Set([...expected.keys(), ...answers.keys()])];
  const tableRows = kinds.map((responseType) => [
    responseType,
    formatCount(expected.get(responseType) ?? 0),
    formatCount(answers.get(responseType) ?? 0),
  ]);
  commandLine.print(formatTable([['response', 'expected', 'counted'], ...tableRows]));
  const requestRate = formatCount(demandPlan.slotRequests.length / seconds);
  commandLine.print(
    `${formatCount(demandPlan.slotRequests.length)} requests in ${seconds.toFixed(1)} s, ${requestRate}/s; ${formatCount(retryCount)} sent again`,
  );
  const differs = (kind: string) => (expected.get(kind) ?? 0) !== (answers.get(kind) ?? 0);
  if (kinds.some(differs))
    throw new Failure('The responses differ from those expected for the file.');
};
