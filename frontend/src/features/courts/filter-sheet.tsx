import { FILTERED_RATE, numberIn } from '@courtly/contracts/entered-number';
import { type ReactNode, useEffect, useId, useState } from 'react';
import type { Day } from '../../lib/days';
import { type CourtSearch, emptySearch } from '../../resources/court/court-search';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { isFormValid } from '../../ui/form-validity';
import { Input } from '../../ui/input';
import { useNumberInput } from '../../ui/number-input';
import { RadioGroup } from '../../ui/radio-group';
import { Select } from '../../ui/select';
import { RecentList } from './recent-list';
import type { RecentSearches } from './recent-searches';
import { SearchDay } from './search-day';
import {
  type SelectOption,
  type FilterSection,
  accessOptions,
  amenityOptions,
  dayOptions,
  fromOptions,
  sports,
  surfaces,
  toOptions,
} from './search-labels';

type FilterSheetProps = {
  open: boolean;
  onClose: () => void;
  search: CourtSearch;
  today: Day;
  /** The section to scroll to. */
  part: FilterSection;
  recent: RecentSearches;
  canKeep: boolean;
  onApply: (search: CourtSearch) => void;
};

/** The sheet with the filters. Changes take effect only when the user presses Apply. */
export function FilterSheet({
  open,
  onClose,
  search,
  today,
  part,
  recent,
  canKeep,
  onApply,
}: FilterSheetProps) {
  const idPrefix = useId();
  const [draftSearch, setDraftSearch] = useState(search);
  const updateDraft = (changes: Partial<CourtSearch>) =>
    setDraftSearch((previousDraft) => ({ ...previousDraft, ...changes }));
  useEffect(() => {
    const formElement = document.getElementById(`${idPrefix}-form`);
    formElement?.querySelector(':checked')?.scrollIntoView({ block: 'nearest', inline: 'center' });
    document.getElementById(`${idPrefix}-${part}`)?.scrollIntoView({ block: 'start' });
  }, [idPrefix, part]);

  const filterSection = (filterName: FilterSection, children: ReactNode) => (
    <div
      id={`${idPrefix}-${filterName}`}
      className="scroll-mt-2 border-b border-rule py-5 first:pt-0 last:border-0 last:pb-0"
    >
      {children}
    </div>
  );
  const radioFilter = (
    legend: string,
    choices: readonly SelectOption[],
    filterName: 'date' | 'sport' | 'surface',
    className: string,
  ) => (
    <RadioGroup
      legend={legend}
      choices={choices}
      value={draftSearch[filterName]}
      onChange={(value) => updateDraft({ [filterName]: value })}
      className={className}
    />
  );
  const selectFilter = (
    label: string,
    options: readonly SelectOption[],
    filterName: keyof CourtSearch,
  ) => (
    <Field label={label}>
      {(controlProps) => (
        <Select
          options={options}
          {...controlProps}
          value={draftSearch[filterName]}
          onChange={({ target }) => updateDraft({ [filterName]: target.value })}
        />
      )}
    </Field>
  );
  const rateFilter = (label: string, filterName: 'minRate' | 'maxRate') => (
    <RateFilter
      label={label}
      value={draftSearch[filterName]}
      onChange={(text) => updateDraft({ [filterName]: text })}
    />
  );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Find an hour"
      footer={
        <>
          <Button
            variant="quiet"
            onClick={() => setDraftSearch({ ...emptySearch, sort: search.sort })}
            className="mr-auto"
          >
            Clear
          </Button>
          <Button type="submit" form={`${idPrefix}-form`}>
            Apply
          </Button>
        </>
      }
    >
      <form
        id={`${idPrefix}-form`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isFormValid(event.currentTarget)) return;
          const { minRate, maxRate } = draftSearch;
          onApply({
            ...draftSearch,
            minRate: numberIn(minRate, FILTERED_RATE),
            maxRate: numberIn(maxRate, FILTERED_RATE),
          });
        }}
      >
        {filterSection(
          'when',
          <>
            {radioFilter(
              'Day',
              dayOptions(today, draftSearch.date),
              'date',
              'flex! overflow-x-auto p-1 -m-1 pb-3 [scrollbar-width:thin] [&>label]:shrink-0 [&>label]:px-4',
            )}
            <div className="mt-2">
              <SearchDay
                label="Later days"
                value={draftSearch.date}
                today={today}
                onChange={(date) => updateDraft({ date })}
              />
            </div>
            <div className="mt-4 grid grid-cols-2 gap-4">
              {selectFilter('From', fromOptions, 'from')}
              {selectFilter('To', toOptions(draftSearch.from), 'to')}
            </div>
          </>,
        )}
        {filterSection(
          'where',
          <>
            <Field label="Where">
              {(controlProps) => (
                <Input
                  placeholder="City"
                  autoComplete="off"
                  enterKeyHint="search"
                  maxLength={80}
                  {...controlProps}
                  value={draftSearch.search}
                  onChange={({ target }) => updateDraft({ search: target.value })}
                />
              )}
            </Field>
            <RecentList recent={recent} onChoose={onApply} className="mt-3" />
          </>,
        )}
        {filterSection('sport', radioFilter('Sport', sports, 'sport', 'grid-cols-3'))}
        {filterSection(
          'price',
          <div className="grid grid-cols-2 gap-4">
            {rateFilter('Minimum $ per hour', 'minRate')}
            {rateFilter('Maximum $ per hour', 'maxRate')}
          </div>,
        )}
        {filterSection('surface', radioFilter('Surface', surfaces, 'surface', 'grid-cols-2'))}
        {filterSection(
          'more',
          <div className="grid gap-4">
            {selectFilter('Amenities', amenityOptions, 'amenity')}
            {selectFilter('Who can book', accessOptions, 'access')}
            {canKeep && (
              <Checkbox
                label="Only my favorites"
                checked={draftSearch.favourites !== ''}
                onChange={({ target }) => updateDraft({ favourites: target.checked ? '1' : '' })}
                className="mt-1 min-h-11 items-center!"
              />
            )}
          </div>,
        )}
      </form>
    </Dialog>
  );
}

type RateFilterProps = { label: string; value: string; onChange: (text: string) => void };

/** Every filter may be empty, so none says that it is optional. */
function RateFilter({ label, ...entry }: RateFilterProps) {
  const { problem, inputProps } = useNumberInput({ ...entry, rule: FILTERED_RATE, optional: true });
  return (
    <Field label={label} error={problem}>
      {(controlProps) => <Input {...controlProps} {...inputProps} />}
    </Field>
  );
}
