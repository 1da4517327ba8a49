import { type BookingRules, type WeeklyHours, weekdays } from '@courtly/contracts/opening-hours';

const openingHours = [{ from: '07:00', to: '21:00' }];

/** The defaults for a new court. */
export const defaultSchedule: Readonly<{ weeklyHours: WeeklyHours; bookingRules: BookingRules }> = {
  weeklyHours: Object.fromEntries(weekdays.map((day) => [day, openingHours])) as WeeklyHours,
  bookingRules: { leadMinutes: null, horizonDays: null, instantBook: false },
};
