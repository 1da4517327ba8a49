import type { CourtSearch } from '../../resources/court/court-search';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import type { Day } from '../../lib/days';
import { type Option, dayOptions, fromOptions, sports, toOptions } from './search-labels';

type Changes = Partial<CourtSearch>;

type Props = {
  search: CourtSearch;
  today: Day;
  onChange: (changes: Changes) => void;
  onMore: () => void;
};

/** Counts the active filters behind "More filters". */
const hiddenOnes = ({
  surface,
  minRate,
  maxRate,
  amenity,
  access,
  favourites,
}: CourtSearch): number =>
  [surface, minRate || maxRate, amenity, access, favourites].filter(Boolean).length;

/** Clears an end time that is not after the new start time. */
const fromChange = (from: string, { to }: CourtSearch): Changes =>
  to && Number(to) <= Number(from) ? { from, to: '' } : { from };

/** Desktop filters; changes apply immediately and are stored in the URL. */
export function FilterBar({ search, today, onChange, onMore }: Props) {
  const choice = (
    label: string,
    options: readonly Option[],
    value: string,
    change: (value: string) => Changes,
  ) => (
    <Field label={label}>
      {(controlProps) => (
        <Select
          options={options}
          {...controlProps}
          value={value}
          onChange={({ target }) => onChange(change(target.value))}
        />
      )}
    </Field>
  );
  const hidden = hiddenOnes(search);
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
      {choice('Day', dayOptions(today, search.date), search.date, (date) => ({ date }))}
      {choice('From', fromOptions, search.from, (from) => fromChange(from, search))}
      {choice('To', toOptions(search.from), search.to, (to) => ({ to }))}
      {choice('Sport', sports, search.sport, (sport) => ({ sport }))}
      <Button variant="outline" aria-haspopup="dialog" onClick={onMore} className="h-12">
        More filters{hidden > 0 && <span className="figures"> ({hidden})</span>}
      </Button>
    </form>
  );
}
