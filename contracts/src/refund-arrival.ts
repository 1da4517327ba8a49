/** Banks show a refund within this range of business days. */
export const BUSINESS_DAYS = { from: 5, until: 10 } as const;

const DAY_MS = 24 * 60 * 60 * 1_000;
const [SUNDAY, SATURDAY] = [0, 6];

const isWeekend = (timestamp: number): boolean =>
  [SUNDAY, SATURDAY].includes(new Date(timestamp).getUTCDay());

/** Adds business days to a calendar day. Ignores bank holidays. */
const addBusinessDays = (day: string, dayCount: number): string => {
  let timestamp = Date.parse(`${day}T00:00:00Z`);
  for (let remainingDays = dayCount; remainingDays > 0;) {
    timestamp += DAY_MS;
    if (!isWeekend(timestamp)) remainingDays--;
  }
  return new Date(timestamp).toISOString().slice(0, 10);
};

/**
 * The range of local days (`2027-03-22`) in which a refund made on `refundDay` reaches the card.
 */
export const refundArrival = (refundDay: string): Readonly<{ from: string; until: string }> => ({
  from: addBusinessDays(refundDay, BUSINESS_DAYS.from),
  until: addBusinessDays(refundDay, BUSINESS_DAYS.until),
});
