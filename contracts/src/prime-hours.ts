import type { weekdays } from './opening-hours.js';

/** The hours in highest demand: weekday evenings and weekend mornings. */
export const PRIME_HOURS = {
  weekday: { from: 17, to: 21 },
  weekend: { from: 8, to: 12 },
} as const;

const weekendDays: readonly (typeof weekdays)[number][] = ['saturday', 'sunday'];

/** Whether a local hour is in highest demand. */
export const isPrimeHour = (weekday: (typeof weekdays)[number], hourOfDay: number): boolean => {
  const { from, to } = PRIME_HOURS[weekendDays.includes(weekday) ? 'weekend' : 'weekday'];
  return from <= hourOfDay && hourOfDay < to;
};
