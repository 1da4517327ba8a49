import { type CourtSearch } from '../../resources/court/court-search';
import { accessLabels, sportOptions, surfaceOptions } from '../../resources/court/court-labels';
import { type Day, addDays, isCalendarDay, shortDayLabel } from '../../lib/days';
import { formatShortMoney } from '../../lib/format';

export type Option = Readonly<{ value: string; label: string }>;

/** Most courts open their hours two weeks ahead. */
const DAYS_OFFERED = 15;
const HOURS = Array.from({ length: 25 }, (_, hour) => hour);

/** `9 AM`; `12 PM` is noon and `12 AM` is midnight. */
export const hourLabel = (hour: number): string =>
  `${hour % 12 || 12} ${hour % 24 < 12 ? 'AM' : 'PM'}`;

/** `9–11 AM`, `11 AM–1 PM`, `from 9 AM`, `until 11 AM`; empty for any hour. */
export const hoursLabel = ({ from, to }: Pick<CourtSearch, 'from' | 'to'>): string => {
  const [begin, end] = [from && hourLabel(Number(from)), to && hourLabel(Number(to))];
  if (!begin || !end) return (begin && `from ${begin}`) || (end && `until ${end}`);
  const [hour, half] = begin.split(' ');
  return end.endsWith(half!) ? `${hour}–${end}` : `${begin}–${end}`;
};

/** `Today`, `Tomorrow`, `Sat, Mar 13` */
const dayOption = (day: Day, today: Day): string => {
  if (day === today) return 'Today';
  return day === addDays(today, 1) ? 'Tomorrow' : shortDayLabel(day);
};

/** Includes the requested day even if it is outside the offered range. */
export const dayOptions = (today: Day, asked: string): Option[] => {
  const days = Array.from({ length: DAYS_OFFERED }, (_, index) => addDays(today, index));
  const all = !isCalendarDay(asked) || days.includes(asked) ? days : [...days, asked].sort();
  return [
    { value: '', label: 'Any day' },
    ...all.map((day) => ({ value: day, label: dayOption(day, today) })),
  ];
};

export const fromOptions: readonly Option[] = [
  { value: '', label: 'Any' },
  ...HOURS.slice(0, 24).map((hour) => ({ value: String(hour), label: hourLabel(hour) })),
];

export const toOptions = (from: string): Option[] => [
  { value: '', label: 'Any' },
  ...HOURS.slice(Number(from) + 1).map((hour) => ({ value: String(hour), label: hourLabel(hour) })),
];

export const sports: readonly Option[] = [{ value: '', label: 'Any sport' }, ...sportOptions];
export const surfaces: readonly Option[] = [{ value: '', label: 'Any surface' }, ...surfaceOptions];
export const amenities: readonly Option[] = [
  { value: '', label: 'Any amenities' },
  { value: 'lighting', label: 'Lighting' },
  { value: 'ball-machine', label: 'Ball machine' },
  { value: 'invite-only', label: 'Invite only' },
];
export const accesses: readonly Option[] = [
  { value: '', label: 'Any court' },
  { value: 'public', label: 'Open to all members' },
  { value: 'elite', label: accessLabels.elite },
  { value: 'invite', label: accessLabels.invite },
];
export const orders: readonly Option[] = [
  { value: '', label: 'Newest first' },
  { value: 'price', label: 'Lowest price' },
  { value: 'soonest', label: 'Soonest available' },
];

const labelIn = (options: readonly Option[], value: string): string =>
  value && (options.find((option) => option.value === value)?.label ?? '');

/** `$100–300`, `from $100`, `up to $300` */
const priceLabel = ({ minRate, maxRate }: Pick<CourtSearch, 'minRate' | 'maxRate'>): string => {
  const [least, most] = [minRate, maxRate].map((rate) =>
    Number(rate) > 0 ? formatShortMoney(rate) : '',
  );
  if (!least || !most) return (least && `from ${least}`) || (most && `up to ${most}`) || '';
  return `${least}–${most.slice(1)}`;
};

const joined = (...parts: string[]): string => parts.filter(Boolean).join(', ');

/** Labels of the active filters by section; inactive sections are empty. */
export const partsOf = (search: CourtSearch) => ({
  when: joined(isCalendarDay(search.date) ? shortDayLabel(search.date) : '', hoursLabel(search)),
  where: search.search,
  sport: labelIn(sports, search.sport),
  surface: labelIn(surfaces, search.surface),
  price: priceLabel(search),
  more: joined(
    labelIn(amenities, search.amenity),
    labelIn(accesses, search.access),
    search.favourites ? 'Favorites' : '',
  ),
});

export type Part = keyof ReturnType<typeof partsOf>;

/** A search in words: `Sat, Mar 13, 9–11 AM, Scottsdale`. */
export const searchLabel = (search: CourtSearch): string =>
  joined(...Object.values(partsOf(search)));
