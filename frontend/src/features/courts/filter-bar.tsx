import type { CourtSearch } from '../../resources/court/court-search';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import type { Day } from '../../lib/days';
import { SearchDay } from './search-day';
import { type SelectOption, fromOptions, sports, toOptions } from './search-labels';

type SearchChanges = Partial<CourtSearch>;

type FilterBarProps = {
  search: CourtSearch;
  today: Day;
  onChange: (changes: SearchChanges) => void;
  onMore: () => void;
};

/** Counts the active filters that are behind "More Filters". */
const countHiddenFilters = ({
  surface,
  minRate,
  maxRate,
  amenity,
  access,
  favourites,
}: CourtSearch): number =>
  [surface, minRate || maxRate, amenity, access, favourites].filter(Boolean).length;

/** Clears an end time that is not after the new start time. */
const changeStartHour = (from: string, { to }: CourtSearch): SearchChanges =>
  to && Number(to) <= Number(from) ? { from, to: '' } : { from };

/** The desktop filters. Changes apply immediately and are stored in the URL. */
export function FilterBar({ search, today, onChange, onMore }: FilterBarProps) {
  const filterSelect = (
    label: string,
    options: readonly SelectOption[],
    value: string,
    toChanges: (value: string) => SearchChanges,
  ) => (
    <Field label={label}>
      {(controlProps) => (
        <Select
          options={options}
          {...controlProps}
          value={value}
          onChange={({ target }) => onChange(toChanges(target.value))}
        />
      )}
    </Field>
  );
  const hiddenFilterCount = countHiddenFilters(search);
  return (
    <form
      role="search"
      aria-label="Courts"
      onSubmit={(event) => event.preventDefault()}
      className="hidden grid-cols-[1.5fr_1.15fr_0.9fr_0.9fr_1.05fr_auto] items-end gap-3 lg:grid xl:gap-4"
    >
      <Field label="Where">
        {(controlProps) => (
          <Input
            placeholder="City"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={80}
            {...controlProps}
            value={search.search}
            onChange={({ target }) => onChange({ search: target.value })}
          />
        )}
      </Field>
      <SearchDay
        label="Day"
        value={search.date}
        today={today}
        onChange={(date) => onChange({ date })}
      />
      {filterSelect('From', fromOptions, search.from, (from) => changeStartHour(from, search))}
      {filterSelect('To', toOptions(search.from), search.to, (to) => ({ to }))}
      {filterSelect('Sport', sports, search.sport, (sport) => ({ sport }))}
      <Button variant="outline" aria-haspopup="dialog" onClick={onMore} className="h-12!">
        More Filters
        {hiddenFilterCount > 0 && <span className="figures"> ({hiddenFilterCount})</span>}
      </Button>
    </form>
  );
}
