import { type WeeklyHours, weekdays } from '@courtly/contracts/opening-hours';

type Weekday = (typeof weekdays)[number];
/** Hours of the day; `to` is exclusive. */
type Hours = Readonly<{ from: number; to: number }>;

const FIRST_HOUR = 7;
const LAST_HOUR = 21;
const NOON = 12;
const wholeDay: Hours = { from: FIRST_HOUR, to: LAST_HOUR };
const partsOfDay: Readonly<Record<string, Hours>> = {
  morning: { from: FIRST_HOUR, to: NOON },
  afternoon: { from: NOON, to: 17 },
  evening: { from: 17, to: LAST_HOUR },
};

const DAY = '(mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?|s)?\\b';
const TIME = '(noon|midnight|(\\d{1,2})(?::00)?\\s*(am|pm)?)';
const TO = '\\s*(?:-|to|through|thru|until|till)\\s*';

const pattern = (source: string) => new RegExp(`^${source}`);
const dayRange = pattern(`${DAY}${TO}${DAY}`);
const oneDay = pattern(DAY);
const dayGroup = pattern(
  '(weekdays?|weekends?|every ?day|daily|all week|any ?day|any ?time|7 days a week|seven days a week)\\b',
);
const partOfDay = pattern('(morning|afternoon|evening)s?\\b');
const allDay = pattern('all day\\b');
const timeRange = pattern(`(?:from |between )?${TIME}(?:${TO}| and )${TIME}(?![\\d:])`);
const untilTime = pattern(`(?:until|till|before) ${TIME}(?![\\d:])`);
const fromTime = pattern(`(?:after|from) ${TIME}(?: on(?:wards?)?)?(?![\\d:])`);
const filler = pattern('(?:[\\s,&]+|(?:and|on|in the|the|only|open|available)\\b)');

const dayOf = (name: string): Weekday => weekdays.find((day) => day.startsWith(name.slice(0, 3)))!;

const daysBetween = (first: Weekday, last: Weekday): Weekday[] => {
  const [start, end] = [weekdays.indexOf(first), weekdays.indexOf(last)];
  return weekdays.filter((_, index) =>
    start <= end ? index >= start && index <= end : index >= start || index <= end,
  );
};

const daysOfGroup = (name: string): readonly Weekday[] => {
  if (name.startsWith('weekday')) return weekdays.slice(0, 5);
  return name.startsWith('weekend') ? weekdays.slice(5) : weekdays;
};

/** Without `am` or `pm`, the earliest reading after `earliest` that fits a day of play. */
const hourOf = (word: string, digits: string, suffix: string, earliest: number): number => {
  if (word === 'noon') return NOON;
  if (word === 'midnight') return 24;
  const hour = Number(digits) % 12;
  if (suffix) return suffix === 'pm' ? hour + 12 : hour;
  if (Number(digits) > 12) return Number(digits);
  return hour >= earliest ? hour : hour + 12;
};

type Found = Readonly<{ days?: readonly Weekday[]; hours?: Hours }>;

/** The token at the start of the text and its length; null if it is not recognized. */
const readStart = (text: string): (Found & { length: number }) | null => {
  const match = (expression: RegExp) => expression.exec(text);
  const hour = (groups: readonly string[], start: number, earliest: number) =>
    hourOf(groups[start]!, groups[start + 1]!, groups[start + 2]!, earliest);
  let found: RegExpExecArray | null;
  if ((found = match(filler))) return { length: found[0].length };
  if ((found = match(dayRange)))
    return { days: daysBetween(dayOf(found[1]!), dayOf(found[2]!)), length: found[0].length };
  if ((found = match(dayGroup))) return { days: daysOfGroup(found[1]!), length: found[0].length };
  if ((found = match(oneDay))) return { days: [dayOf(found[1]!)], length: found[0].length };
  if ((found = match(partOfDay))) return { hours: partsOfDay[found[1]!]!, length: found[0].length };
  if ((found = match(allDay))) return { hours: wholeDay, length: found[0].length };
  if ((found = match(timeRange))) {
    const isEvening = found[3] === undefined && found[6] === 'pm';
    const to = hour(found, 4, NOON);
    const evening = Number(found[2]) + 12;
    const from = isEvening && evening < to ? evening : hour(found, 1, FIRST_HOUR - 1);
    return { hours: { from, to: to > from ? to : to + 12 }, length: found[0].length };
  }
  if ((found = match(untilTime)))
    return {
      hours: { from: FIRST_HOUR, to: hour(found, 1, FIRST_HOUR + 1) },
      length: found[0].length,
    };
  if ((found = match(fromTime)))
    return {
      hours: { from: hour(found, 1, FIRST_HOUR - 1), to: LAST_HOUR },
      length: found[0].length,
    };
  return null;
};

const asText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** Ordered hours without overlap. */
const merged = (hours: readonly Hours[]): Hours[] =>
  hours
    .toSorted((first, second) => first.from - second.from)
    .reduce<Hours[]>((ordered, next) => {
      const last = ordered.at(-1);
      if (!last || next.from > last.to) return [...ordered, next];
      return [...ordered.slice(0, -1), { from: last.from, to: Math.max(last.to, next.to) }];
    }, []);

type Group = Readonly<{ days: readonly Weekday[]; hours: readonly Hours[] }>;

/**
 * Days with their hours: `weekday mornings and evenings` is one group. Days without hours belong to
 * the next hours. Null if a word is unknown.
 */
const readGroups = (text: string): Group[] | null => {
  const groups: Group[] = [];
  let [days, hours]: [Weekday[], Hours[]] = [[], []];
  const finish = () => {
    if (days.length + hours.length > 0) groups.push({ days, hours });
    [days, hours] = [[], []];
  };
  let rest = text;
  while (rest.length > 0) {
    const found = readStart(rest);
    if (!found) return null;
    const isListEnd = hours.length > 0 && days.length > 0;
    if (isListEnd && (found.days ?? rest.startsWith(','))) finish();
    days.push(...(found.days ?? []));
    if (found.hours) hours.push(found.hours);
    rest = rest.slice(found.length);
  }
  finish();
  return groups;
};

/**
 * The opening hours in an applicant's words, such as `Weekday mornings, Saturdays until noon`. Days
 * that are not named are closed. Null unless every word is understood.
 */
export const describedHours = (words: string): WeeklyHours | null => {
  const text = words
    .toLowerCase()
    .replace(/[–—]/g, '-')
    .replace(/([ap])\.?\s?m\b\.?/g, '$1m')
    .replace(/[;\n.]/g, ',')
    .trim();
  const groups = readGroups(text);
  if (!groups || groups.length === 0) return null;
  if (groups.length > 1 && groups.some(({ days }) => days.length === 0)) return null;
  if (groups.some(({ hours }) => hours.some(({ from, to }) => from >= to || to > 24))) return null;
  const hoursOn = (day: Weekday): Hours[] =>
    groups
      .filter(({ days }) => days.length === 0 || days.includes(day))
      .flatMap(({ hours }) => (hours.length > 0 ? hours : [wholeDay]));
  return Object.fromEntries(
    weekdays.map((day) => [
      day,
      merged(hoursOn(day)).map(({ from, to }) => ({ from: asText(from), to: asText(to) })),
    ]),
  ) as WeeklyHours;
};
