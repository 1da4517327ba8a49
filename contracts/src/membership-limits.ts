/**
 * How many days before the end of a founding year reminders are sent (domain rules, "Membership").
 */
export const REMINDED_DAYS = [30, 3] as const;
