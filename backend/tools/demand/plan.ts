import { DAY_MS, HOUR_MS } from '@courtly/backend/platform/kernel/local-time';

/** A request for one hour (UTC) at a facility. */
export type HourRequest = Readonly<{
  facility: string;
  member: string;
  startTime: string;
  endTime: string;
}>;

/** All requests, and how many of them can succeed: one for each distinct hour of a facility. */
export type DemandPlan = Readonly<{
  slotRequests: readonly HourRequest[];
  accepted: number;
  refused: number;
  weeksForward: number;
}>;

/** UTC-7 all year. Because the clocks never change, no hour in the file is skipped or repeated. */
export const DEMAND_ZONE = 'America/Phoenix';
const BEHIND_UTC_MS = 7 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

const hoursTouched = ({ start_time, half_hours }: Record<string, string>): number[] => {
  const from = Date.parse(`${start_time!.replace(' ', 'T')}Z`);
  const roundedUp = from + (Number(half_hours) * HOUR_MS) / 2;
  if (!(from < roundedUp)) throw new Error(`${start_time}, ${half_hours} half hours: invalid time`);
  const firstMs = Math.floor(from / HOUR_MS);
  return Array.from(
    { length: Math.ceil(roundedUp / HOUR_MS) - firstMs },
    (_, requestIndex) => (firstMs + requestIndex) * HOUR_MS,
  );
};

/**
 * Converts a club's bookings (facility_id, member_id, local start_time, half_hours) to one request
 * per clock hour, moved by whole weeks until the first one is at least `aheadMs` after `nowMs`.
 */
export const planDemand = (
  bookings: readonly Record<string, string>[],
  nowMs: number,
  aheadMs: number = DAY_MS,
): DemandPlan => {
  const hours = bookings.flatMap((booking) =>
    hoursTouched(booking).map((local) => ({
      facility: booking['facility_id']!,
      member: booking['member_id']!,
      ms: local + BEHIND_UTC_MS,
    })),
  );
  const firstMs = hours.reduce((minimum, { ms }) => Math.min(minimum, ms), Infinity);
  const weeksForward = Math.max(0, Math.ceil((nowMs + aheadMs - firstMs) / WEEK_MS));
  const slotRequests = hours.map(({ facility, member, ms }) => {
    const startMs = ms + weeksForward * WEEK_MS;
    const [startTime, endTime] = [startMs, startMs + HOUR_MS].map((hourRequest) =>
      new Date(hourRequest).toISOString(),
    ) as [string, string];
    return { facility, member, startTime, endTime };
  });
  const accepted = new Set(
    slotRequests.map(({ facility, startTime }) => `${facility} ${startTime}`),
  ).size;
  return { slotRequests, accepted, refused: slotRequests.length - accepted, weeksForward };
};
