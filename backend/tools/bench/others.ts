import { setTimeout as delay } from 'node:timers/promises';
import { DAY_MS, HOUR_MS } from '@courtly/backend/platform/kernel/local-time';
import type { Session } from '../client.js';
import type { SlotRequest } from './slots.js';

/** Latencies in milliseconds, and responses other than the expected booking or cancellation. */
export type Latencies = { all: number[]; sameDay: number[]; wrong: string[] };

export const noneWaited = (): Latencies => ({ all: [], sameDay: [], wrong: [] });

/** Days from now of the flooded court-day, which other members book too. */
export const FLOODED_DAY = 5;
const FIRST_DAY = 3;
const DAYS = 7;
/**
 * With 160 members, each sends 15 commands per minute, within the limits of the standard policy.
 */
const COMMAND_INTERVAL_MS = 25;
const BEHIND_UTC_MS = 7 * HOUR_MS;

/** An hour of a court at UTC-7. */
export const slotOf = (courtId: string, daysAhead: number, hour: number): SlotRequest => {
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS + BEHIND_UTC_MS;
  const start = midnight + daysAhead * DAY_MS + hour * HOUR_MS;
  const [startTime, endTime] = [start, start + HOUR_MS].map((ms) => new Date(ms).toISOString()) as [
    string,
    string,
  ];
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
 * Members who book and cancel an hour day by day, each on a different court and hour, within the
 * limits of the policy. Returns a function that runs them until a condition holds.
 */
export const startOtherMembers = (
  sessions: readonly Session[],
  courtIds: readonly string[],
  pressed: SlotRequest,
) => {
  const members = sessions.map((session, index): Member => {
    const courtId = courtIds[index % courtIds.length]!;
    return {
      session,
      courtId,
      hour: Math.floor(index / courtIds.length),
      day: index % DAYS,
      held: null,
      busy: false,
    };
  });
  const step = async (member: Member, waited: Latencies) => {
    const { session, courtId, hour, day, held } = member;
    const slotRequest = slotOf(courtId, FIRST_DAY + day, hour);
    const [path, body] = held
      ? [`/api/bookings/${held}/cancel`, {}]
      : ['/api/bookings', slotRequest];
    const started = performance.now();
    const answer = await session.try({ method: 'POST', path, body }).catch((error: Error) => error);
    const took = performance.now() - started;
    waited.all.push(took);
    if (courtId === pressed.courtId && day === FLOODED_DAY - FIRST_DAY) waited.sameDay.push(took);
    const ok = !(answer instanceof Error) && answer.status === (held ? 200 : 201);
    if (!ok)
      waited.wrong.push(answer instanceof Error ? answer.message : JSON.stringify(answer.body));
    if (held) member.day = (day + 1) % DAYS;
    member.held = ok && !held ? (answer.body as { id: string }).id : null;
  };
  let turn = 0;
  return async (waited: Latencies, isFinished: () => boolean) => {
    const going = new Set<Promise<void>>();
    for (; !isFinished(); await delay(COMMAND_INTERVAL_MS)) {
      const member = members[turn++ % members.length]!;
      if (member.busy) continue;
      member.busy = true;
      const doing = step(member, waited).finally(() => {
        member.busy = false;
        going.delete(doing);
      });
      going.add(doing);
    }
    await Promise.all(going);
  };
};
