import { type Cli, Failure } from '@courtly/backend/cli/cli';
import { formatCount, formatTable } from '@courtly/backend/cli/table';
import type { Answer } from '../client.js';
import type { Club } from './club.js';
import type { Pay } from './pay.js';
import type { Demand } from './plan.js';

/** How often each kind of answer came, the ids of what was booked, and how many requests had to be sent again. */
export type Outcome = Readonly<{
  answers: ReadonlyMap<string, number>;
  booked: readonly string[];
  sentAgain: number;
  seconds: number;
}>;

const kindOf = ({ status, body }: Answer): string => {
  const { code } = body as { code?: string };
  return status === 201
    ? 'accepted'
    : code === 'slot_taken'
      ? 'refused'
      : `${status} ${code ?? ''}`.trim();
};

/** Sends every wish, so many at a time, each until it is answered, and paid for where that is due. `sent` hears how many were begun. */
export const sendAll = async (
  { wishes }: Demand,
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
  let sentAgain = 0;
  const started = performance.now();
  const sender = async () => {
    for (let index = next++; index < wishes.length; index = next++) {
      signal.throwIfAborted();
      const { facility, member, startTime, endTime } = wishes[index]!;
      const body = { courtId: courts.get(facility)!, startTime, endTime };
      sent(index + 1);
      const answer = await members.get(member)!.send({
        method: 'POST',
        path: '/api/bookings',
        body,
        key: `${runId}-${index}`,
      });
      answers.set(kindOf(answer), (answers.get(kindOf(answer)) ?? 0) + 1);
      if (answer.status === 201) {
        const { id } = answer.body as { id: string };
        booked.push(id);
        await pay?.(members.get(member)!, id);
      }
      sentAgain += answer.tries - 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, sender));
  return { answers, booked, sentAgain, seconds: (performance.now() - started) / 1_000 };
};

/** Prints what came back beside what must come back. @throws Failure where they differ */
export const report = (cli: Cli, plan: Demand, { answers, sentAgain, seconds }: Outcome): void => {
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
  const rate = formatCount(plan.wishes.length / seconds);
  cli.print(
    `${formatCount(plan.wishes.length)} requests in ${seconds.toFixed(1)} s, ${rate}/s; ${formatCount(sentAgain)} sent again`,
  );
  if (kinds.some((kind) => expected.get(kind) !== answers.get(kind)))
    throw new Failure('The answers are not those that follow from the file.');
};
