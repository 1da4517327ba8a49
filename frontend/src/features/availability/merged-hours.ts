import type { Court } from '@courtly/contracts/courts';
import type { BookingRules } from '@courtly/contracts/opening-hours';
import { compareChanges } from '../../lib/merge';
import { type Weekday, weekdayLabel } from '../../lib/weekdays';
import type { CourtHours } from './api';
import { horizonLabel, leadLabel } from './booking-rules';
import { type HourRange, hourLabel, sortWeek } from './weekly-hours';

/** The hours that the user entered, and the ones that they started from. */
type EnteredHours = Readonly<{ start: CourtHours; entered: CourtHours }>;

type FlatHours = Record<Weekday, readonly HourRange[]> & BookingRules;

const flat = ({ weeklyHours, policy }: CourtHours): FlatHours => ({
  ...sortWeek(weeklyHours),
  ...policy,
});

const ruleLabels: Record<keyof BookingRules, string> = {
  leadMinutes: 'Bookable until',
  horizonDays: 'Bookable from',
  instantBook: 'Instant booking',
};

const fieldLabel = (name: string): string =>
  name in ruleLabels ? ruleLabels[name as keyof BookingRules] : weekdayLabel(name as Weekday);

const valueLabel = (name: string, hours: FlatHours, { policy: { standard } }: Court): string => {
  if (name === 'leadMinutes') return leadLabel(hours.leadMinutes ?? standard.leadMinutes);
  if (name === 'horizonDays') return horizonLabel(hours.horizonDays ?? standard.horizonDays);
  if (name === 'instantBook') return hours.instantBook ? 'on' : 'off';
  const ranges = hours[name as Weekday];
  return ranges.length === 0
    ? 'closed'
    : ranges.map(({ from, to }) => `${hourLabel(from)} – ${hourLabel(to)}`).join(', ');
};

/** One field of the hours with the value that the court has now. */
export const withCurrentField = (
  hours: CourtHours,
  current: CourtHours,
  name: string,
): CourtHours =>
  name in ruleLabels
    ? {
        ...hours,
        policy: { ...hours.policy, [name]: current.policy[name as keyof BookingRules] },
      }
    : {
        ...hours,
        weeklyHours: { ...hours.weeklyHours, [name]: current.weeklyHours[name as Weekday] },
      };

/** The entered hours with what another device has changed. */
export const mergeHours = ({ start, entered }: EnteredHours, current: CourtHours, court: Court) => {
  const currentFields = flat(current);
  const { others, collisions } = compareChanges(flat(start), flat(entered), currentFields);
  return {
    hours: others.reduce((hours, name) => withCurrentField(hours, current, name), entered),
    merged: others.map(fieldLabel),
    collisions: collisions.map((name) => ({
      name,
      label: fieldLabel(name),
      current: valueLabel(name, currentFields, court),
    })),
  };
};
