import { MORNING, type NeighborRules } from '@courtly/contracts/neighbor-rules';
import { type WeeklyHours, weekdays } from '@courtly/contracts/opening-hours';
import type { Court } from './court.js';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** `to` is exclusive. A span whose end is before its start crosses midnight. */
const isInSpan = (hour: number, { from, to }: Readonly<{ from: string; to: string }>): boolean => {
  const [start, end] = [parseInt(from), parseInt(to)];
  return start < end ? start <= hour && hour < end : start <= hour || hour < end;
};

/** Whether the neighbors' rules forbid play in a local hour (0-23) for one of these sports. */
export const isQuietHour = (
  hour: number,
  sports: Court['sports'],
  { quietHours, lightsOff }: NeighborRules,
): boolean =>
  (lightsOff !== null && isInSpan(hour, { from: lightsOff, to: MORNING })) ||
  sports.some((sport) => {
    const span = quietHours[sport];
    return span !== null && isInSpan(hour, span);
  });

/** The weekly hours without those that the neighbors' rules forbid. */
export const playableHours = ({
  weeklyHours,
  sports,
  neighborRules,
}: Pick<Court, 'weeklyHours' | 'sports' | 'neighborRules'>): WeeklyHours => {
  const quiet = new Set(HOURS.filter((hour) => isQuietHour(hour, sports, neighborRules)));
  if (quiet.size === 0) return weeklyHours;
  return Object.fromEntries(
    weekdays.map((weekday) => [
      weekday,
      weeklyHours[weekday].flatMap(({ from, to }) => spansWithout(from, to, quiet)),
    ]),
  ) as WeeklyHours;
};

const spansWithout = (from: string, to: string, quiet: ReadonlySet<number>) =>
  HOURS.filter((hour) => parseInt(from) <= hour && hour < parseInt(to) && !quiet.has(hour)).reduce<
    { from: string; to: string }[]
  >((spans, hour) => {
    const previous = spans.at(-1);
    return previous?.to === hourText(hour)
      ? [...spans.slice(0, -1), { from: previous.from, to: hourText(hour + 1) }]
      : [...spans, { from: hourText(hour), to: hourText(hour + 1) }];
  }, []);
