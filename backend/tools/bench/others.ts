import { setTimeout as delay } from 'node:timers/promises';
import { DAY_MS, HOUR_MS } from '@courtly/backend/platform/kernel/local-time';
import type { Session } from '../client.js';
import type { SlotRequest } from './slots.js';

/** Latencies in milliseconds, and responses other than the expected booking or cancellation. */
export type Latencies = { all: number[]; sameDay: number[]; wrong: string[] };

export const noLatencies = (): Latencies => ({ all: [], sameDay: [], wrong: [] });

/** The days until the flooded court-day. Other members book it, too. */
export const FLOODED_DAY = 5;
const FIRST_DAY = 3;
const DAYS = 7;
/**
 * With 160 members, each one sends 15 commands per minute, which is within the limits of the
 * standard policy.
 */
const COMMAND_INTERVAL_MS = 25;
const BEHIND_UTC_MS = 7 * HOUR_MS;

/** An hour of a court at UTC-7. */
export const slotOf = (courtId: string, daysAhead: number, hourOfDay: number): SlotRequest => {
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS + BEHIND_UTC_MS;
  const startMs = midnight + daysAhead * DAY_MS + hourOfDay * HOUR_MS;
  const [startTime, endTime] = [startMs, startMs + HOUR_MS].map((milliseconds) =>
    new Date(milliseconds).toISOString(),
  ) as [string, string];
  return { courtId, startTime, endTime };
};

type Member = {
  session: Session;
  courtId: string;
  hour: number;
  day: number;
  held: string | null;
  busy: boolean;
};

/**
 * Creates members who book and cancel an hour day by day, each on a different court and hour,
 * within the limits of the policy. Returns a function that runs them until a condition holds.
 */
export const startOtherMembers = (
  sessions: readonly Session[],
  courtIds: readonly string[],
  floodedSlot: SlotRequest,
) => {
  const members = sessions.map((userSession, memberIndex): Member => {
    const courtId = courtIds[memberIndex % courtIds.length]!;
    return {
      session: userSession,
      courtId,
      hour: Math.floor(memberIndex / courtIds.length),
      day: memberIndex % DAYS,
      held: null,
      busy: false,
    };
  });
  const bookOrCancel = async (member: Member, latencies: Latencies) => {
    const { session, courtId, hour, day, held } = member;
    const slotRequest = slotOf(courtId, FIRST_DAY + day, hour);
    const [requestPath, body] = held
      ? [`/api/bookings/${held}/cancel`, {}]
      : ['/api/bookings', slotRequest];
    const startedMs = performance.now();
    const apiResponse = await session
      .try({ method: 'POST', path: requestPath, body })
      .catch((thrownError: Error) => thrownError);
    const durationMs = performance.now() - startedMs;
    latencies.all.push(durationMs);
    if (courtId === floodedSlot.courtId && day === FLOODED_DAY - FIRST_DAY)
      latencies.sameDay.push(durationMs);
    const isExpected = !(apiResponse instanceof Error) && apiResponse.status === (held ? 200 : 201);
    if (!isExpected)
      latencies.wrong.push(
        apiResponse instanceof Error ? apiResponse.message : JSON.stringify(apiResponse.body),
      );
    if (held) member.day = (day + 1) % DAYS;
    member.held = isExpected && !held ? (apiResponse.body as { id: string }).id : null;
  };
  let turnIndex = 0;
  return async (latencies: Latencies, isFinished: () => boolean) => {
    const pendingSteps = new Set<Promise<void>>();
    for (; !isFinished(); await delay(COMMAND_INTERVAL_MS)) {
      const member = members[turnIndex++ % members.length]!;
      if (member.busy) continue;
      member.busy = true;
      const pendingStep = bookOrCancel(member, latencies).finally(() => {
        member.busy = false;
        pendingSteps.delete(pendingStep);
      });
      pendingSteps.add(pendingStep);
    }
    await Promise.all(pendingSteps);
  };
};
