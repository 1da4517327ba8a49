import { MOST_PLAYERS } from '@courtly/contracts/standard-neighbor-rules';
import { type CourtSearch } from '../court-search';
import { sportOptions } from '../../../lib/sports';
import { accessLabels, surfaceOptions } from '../court-labels';
import { type Day, addDays, isCalendarDay, shortDayLabel } from '../../../lib/days';
import { formatShortMoney } from '../../../lib/format';
import { hourLabel } from '../../../lib/hours';

export type SelectOption = Readonly<{ value: string; label: string }>;

const HOURS_OF_DAY = Array.from({ length: 25 }, (_, hourOfDay) => hourOfDay);

/** `9–11 AM`, `11 AM–1 PM`, `from 9 AM`, `until 11 AM`; empty for any hour. */
export const hoursLabel = ({ from, to }: Pick<CourtSearch, 'from' | 'to'>): string => {
  const [startLabel, endLabel] = [from && hourLabel(Number(from)), to && hourLabel(Number(to))];
  if (!startLabel || !endLabel)
    return (startLabel && `from ${startLabel}`) || (endLabel && `until ${endLabel}`);
  const [startHour, startPeriod] = startLabel.split(' ');
  return endLabel.endsWith(startPeriod!) ? `${startHour}–${endLabel}` : `${startLabel}–${endLabel}`;
};

/** `Today`, `Tomorrow`, `Sat, Mar 13` */
export const dayOptionLabel = (offeredDay: Day, today: Day): string => {
  if (offeredDay === today) return 'Today';
  return offeredDay === addDays(today, 1) ? 'Tomorrow' : shortDayLabel(offeredDay);
};

export const fromOptions: readonly SelectOption[] = [
  { value: '', label: 'Any' },
  ...HOURS_OF_DAY.slice(0, 24).map((hourOfDay) => ({
    value: String(hourOfDay),
    label: hourLabel(hourOfDay),
  })),
];

export const toOptions = (startHourText: string): SelectOption[] => [
  { value: '', label: 'Any' },
  ...HOURS_OF_DAY.slice(Number(startHourText) + 1).map((hourOfDay) => ({
    value: String(hourOfDay),
    label: hourLabel(hourOfDay),
  })),
];

export const playerOptions: readonly SelectOption[] = [
  { value: '', label: 'Any' },
  ...Array.from({ length: MOST_PLAYERS - 1 }, (_, index) => String(index + 2)).map((value) => ({
    value,
    label: value,
  })),
];

export const sports: readonly SelectOption[] = [{ value: '', label: 'Any sport' }, ...sportOptions];
export const surfaces: readonly SelectOption[] = [
  { value: '', label: 'Any surface' },
  ...surfaceOptions,
];
export const amenityOptions: readonly SelectOption[] = [
  { value: '', label: 'Any amenities' },
  { value: 'lighting', label: 'Lighting' },
  { value: 'ball-machine', label: 'Ball machine' },
  { value: 'invite-only', label: 'Invite only' },
];
export const accessOptions: readonly SelectOption[] = [
  { value: '', label: 'Any court' },
  { value: 'public', label: 'Open to everyone' },
  { value: 'elite', label: accessLabels.elite },
  { value: 'invite', label: accessLabels.invite },
];
const sortOptions: readonly SelectOption[] = [
  { value: '', label: 'Newest first' },
  { value: 'price', label: 'Lowest price' },
  { value: 'soonest', label: 'Soonest available' },
];

const NEAREST_FIRST = 'Nearest first';

/** The sort orders of a search. Sorted by distance, the place does not filter. */
export const sortOptionsOf = ({ sort }: Pick<CourtSearch, 'sort'>): readonly SelectOption[] =>
  sort === 'nearest' ? [...sortOptions, { value: 'nearest', label: NEAREST_FIRST }] : sortOptions;

/** The sort orders if no court matches the place, so that the nearest courts come first. */
export const nearestFirstOptions: readonly SelectOption[] = sortOptions.map((option) =>
  option.value === '' ? { value: '', label: NEAREST_FIRST } : option,
);

const labelOfOption = (options: readonly SelectOption[], value: string): string =>
  value && (options.find((option) => option.value === value)?.label ?? '');

/** `$100–300`, `from $100`, `up to $300` */
const priceLabel = ({ minRate, maxRate }: Pick<CourtSearch, 'minRate' | 'maxRate'>): string => {
  const [minimumLabel, maximumLabel] = [minRate, maxRate].map((rate) =>
    Number(rate) > 0 ? formatShortMoney(rate) : '',
  );
  if (!minimumLabel || !maximumLabel)
    return (
      (minimumLabel && `from ${minimumLabel}`) || (maximumLabel && `up to ${maximumLabel}`) || ''
    );
  return `${minimumLabel}–${maximumLabel.slice(1)}`;
};

const joinLabels = (...labels: string[]): string => labels.filter(Boolean).join(', ');

/** Labels of the active filters by section; inactive sections are empty. */
export const sectionLabelsOf = (search: CourtSearch) => ({
  when: joinLabels(
    isCalendarDay(search.date) ? shortDayLabel(search.date) : '',
    hoursLabel(search),
  ),
  where: search.search,
  sport: labelOfOption(sports, search.sport),
  players: search.players && `${search.players} players`,
  surface: labelOfOption(surfaces, search.surface),
  price: priceLabel(search),
  more: joinLabels(
    labelOfOption(amenityOptions, search.amenity),
    labelOfOption(accessOptions, search.access),
    search.favourites ? 'Favorites' : '',
  ),
});

/** A search in words: `Sat, Mar 13, 9–11 AM, Scottsdale`. */
export const searchLabel = (search: CourtSearch): string =>
  joinLabels(...Object.values(sectionLabelsOf(search)));
