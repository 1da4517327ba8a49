/** The minimum and maximum number of characters in a report. This file must not load zod. */
export const REPORT_LENGTH = { least: 3, most: 500 } as const;

/** The maximum number of characters in the other side's response. */
export const ANSWER_LENGTH = 500;

/** The minimum and maximum amount that a host can claim, in dollars. */
export const DAMAGE_DOLLARS = { least: 1, most: 10_000 } as const;
