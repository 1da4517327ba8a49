/** The fewest and most characters of a report. This file must not load zod. */
export const REPORT_LENGTH = { least: 3, most: 500 } as const;

/** The most characters of the other side's answer. */
export const ANSWER_LENGTH = 500;

/** The least and most that a host can claim, in dollars. */
export const DAMAGE_DOLLARS = { least: 1, most: 10_000 } as const;
