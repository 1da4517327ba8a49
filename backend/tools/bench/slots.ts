import { HOUR_MS, DAY_MS } from '@courtly/backend/platform/kernel/local-time';

const DAYS = 900;
const FIRST_DAY = 2;
const HOURS_A_DAY = 24;
const STRIDE = 1_000_003;

export type SlotRequest = Readonly<{ courtId: string; startTime: string; endTime: string }>;

/**
 * Returns the hours of these courts one by one in a fixed pseudorandom order.
 * @throws Error after the last hour
 */
export const distinctSlots = (courtIds: readonly string[], nowMs: number): (() => SlotRequest) => {
  const total = courtIds.length * DAYS * HOURS_A_DAY;
  const first = Math.ceil(nowMs / DAY_MS + FIRST_DAY) * DAY_MS;
  let used = 0;
  return () => {
    if (used === total) throw new Error(`all ${total} slots are used up`);
    // The stride is a prime that divides no number of slots here, so each index occurs once.
    const slotIndex = (used++ * STRIDE) % total;
    const startMs = first + Math.floor(slotIndex / courtIds.length) * HOUR_MS;
    const [startTime, endTime] = [startMs, startMs + HOUR_MS].map((milliseconds) =>
      new Date(milliseconds).toISOString(),
    ) as [string, string];
    return { courtId: courtIds[slotIndex % courtIds.length]!, startTime, endTime };
  };
};
