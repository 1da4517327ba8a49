import { FILTERED_RATE, numberIn } from '@courtly/contracts/entered-number';
import { useId, useState } from 'react';
import type { CourtSearch } from '../../resources/court/court-search';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { isFormValid } from '../../ui/form-validity';
import { Input } from '../../ui/input';
import { useNumberInput } from '../../ui/number-input';
import { RadioGroup } from '../../ui/radio-group';
import { Select } from '../../ui/select';
import {
  type SelectOption,
  accessOptions,
  amenityOptions,
  surfaces,
} from '../../resources/court/search/search-labels';

type FilterSheetProps = {
  open: boolean;
  onClose: () => void;
  search: CourtSearch;
  canKeep: boolean;
  onApply: (search: CourtSearch) => void;
};

/** The filters that are not in the search pill. They take effect when the user presses Apply. */
export function FilterSheet({ open, onClose, search, canKeep, onApply }: FilterSheetProps) {
  const formId = useId();
  const [draftSearch, setDraftSearch] = useState(search);
  const updateDraft = (changes: Partial<CourtSearch>) =>
    setDraftSearch((previousDraft) => ({ ...previousDraft, ...changes }));
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
      title="Filters"
      footer={
        <>
          <Button
            variant="quiet"
            onClick={() =>
              updateDraft({
                surface: '',
                minRate: '',
                maxRate: '',
                amenity: '',
                access: '',
                favourites: '',
              })
            }
            className="mr-auto"
          >
            Clear
          </Button>
          <Button type="submit" form={formId}>
            Apply
          </Button>
        </>
      }
    >
      <form
        id={formId}
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
        className="grid gap-5"
      >
        <RadioGroup
          legend="Surface"
          choices={surfaces}
          value={draftSearch.surface}
          onChange={(surface) => updateDraft({ surface })}
        />
        <div className="grid grid-cols-2 gap-4">
          {rateFilter('Minimum $ per hour', 'minRate')}
          {rateFilter('Maximum $ per hour', 'maxRate')}
        </div>
        {selectFilter('Amenities', amenityOptions, 'amenity')}
        {selectFilter('Who can book', accessOptions, 'access')}
        {canKeep && (
          <Checkbox
            label="Only my favorites"
            checked={draftSearch.favourites !== ''}
            onChange={({ target }) => updateDraft({ favourites: target.checked ? '1' : '' })}
            className="min-h-11 items-center!"
          />
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
