import { z } from 'zod';

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

const WholeHour = z.string().regex(/^([01]\d|2[0-4]):00$/, 'Use a whole hour such as 07:00');

/** The opening hours on one day, in chronological order. */
const DayHours = z
  .array(z.strictObject({ from: WholeHour, to: WholeHour }))
  .max(6)
  .refine((hours) => hours.every(({ from, to }) => from < to), 'The end must be after the start')
  .refine(
    (hours) => hours.every(({ from }, index) => index === 0 || hours[index - 1]!.to <= from),
    'List the hours of a day in order, without overlap',
  );

/**
 * The opening hours on each weekday, in the court's local time. `to` is exclusive and may be 24:00.
 */
export const WeeklyHours = z.strictObject(
  Object.fromEntries(weekdays.map((day) => [day, DayHours])) as Record<
    (typeof weekdays)[number],
    typeof DayHours
  >,
);
export type WeeklyHours = z.infer<typeof WeeklyHours>;

/** The rules that the host sets for a court. Null means that the policy's value applies. */
export const BookingRules = z.strictObject({
  leadMinutes: z.number().int().min(0).max(20_160).nullable(),
  horizonDays: z.number().int().min(1).max(1000).nullable(),
  instantBook: z.boolean(),
});
export type BookingRules = z.infer<typeof BookingRules>;
