import { type ReactNode, useEffect, useId, useState } from 'react';
import type { Day } from '../../lib/days';
import { type CourtSearch, emptySearch } from '../../resources/court/court-search';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { RadioGroup } from '../../ui/radio-group';
import { Select } from '../../ui/select';
import { RecentList } from './recent-list';
import type { RecentSearches } from './recent-searches';
import {
  type Option,
  type Part,
  accesses,
  amenities,
  dayOptions,
  fromOptions,
  sports,
  surfaces,
  toOptions,
} from './search-labels';

type Props = {
  open: boolean;
  onClose: () => void;
  search: CourtSearch;
  today: Day;
  /** The section to scroll to. */
  part: Part;
  recent: RecentSearches;
  canKeep: boolean;
  onApply: (search: CourtSearch) => void;
};

/** Changes take effect only on Apply. */
export function FilterSheet({
  open,
  onClose,
  search,
  today,
  part,
  recent,
  canKeep,
  onApply,
}: Props) {
  const id = useId();
  const [draft, setDraft] = useState(search);
  const change = (changes: Partial<CourtSearch>) =>
    setDraft((before) => ({ ...before, ...changes }));
  useEffect(() => {
    const form = document.getElementById(`${id}-form`);
    form?.querySelector(':checked')?.scrollIntoView({ block: 'nearest', inline: 'center' });
    document.getElementById(`${id}-${part}`)?.scrollIntoView({ block: 'start' });
  }, [id, part]);

  const section = (name: Part, children: ReactNode) => (
    <div
      id={`${id}-${name}`}
      className="scroll-mt-2 border-b border-rule py-5 first:pt-0 last:border-0 last:pb-0"
    >
      {children}
    </div>
  );
  const radios = (
    legend: string,
    choices: readonly Option[],
    name: 'date' | 'sport' | 'surface',
    className: string,
  ) => (
    <RadioGroup
      legend={legend}
      choices={choices}
      value={draft[name]}
      onChange={(value) => change({ [name]: value })}
      className={className}
    />
  );
  const select = (label: string, options: readonly Option[], name: keyof CourtSearch) => (
    <Field label={label}>
      {(controlProps) => (
        <Select
          options={options}
          {...controlProps}
          value={draft[name]}
          onChange={({ target }) => change({ [name]: target.value })}
        />
      )}
    </Field>
  );
  const rate = (label: string, name: 'minRate' | 'maxRate') => (
    <Field label={label}>
      {(controlProps) => (
        <Input
          inputMode="decimal"
          autoComplete="off"
          maxLength={7}
          {...controlProps}
          value={draft[name]}
          onChange={({ target }) => change({ [name]: target.value.replace(/[^\d.]/g, '') })}
        />
      )}
    </Field>
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
            onClick={() => setDraft({ ...emptySearch, sort: search.sort })}
            className="mr-auto"
          >
            Clear
          </Button>
          <Button type="submit" form={`${id}-form`}>
            Apply
          </Button>
        </>
      }
    >
      <form
        id={`${id}-form`}
        onSubmit={(event) => {
          event.preventDefault();
          onApply(draft);
        }}
      >
        {section(
          'when',
          <>
            {radios(
              'Day',
              dayOptions(today, draft.date),
              'date',
              'flex overflow-x-auto p-1 -m-1 pb-3 [scrollbar-width:thin] [&>label]:shrink-0 [&>label]:px-4',
            )}
            <div className="mt-4 grid grid-cols-2 gap-4">
              {select('From', fromOptions, 'from')}
              {select('To', toOptions(draft.from), 'to')}
            </div>
          </>,
        )}
        {section(
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
                  value={draft.search}
                  onChange={({ target }) => change({ search: target.value })}
                />
              )}
            </Field>
            <RecentList recent={recent} onChoose={onApply} className="mt-3" />
          </>,
        )}
        {section('sport', radios('Sport', sports, 'sport', 'grid-cols-3'))}
        {section(
          'price',
          <div className="grid grid-cols-2 gap-4">
            {rate('Minimum $ per hour', 'minRate')}
            {rate('Maximum $ per hour', 'maxRate')}
          </div>,
        )}
        {section('surface', radios('Surface', surfaces, 'surface', ''))}
        {section(
          'more',
          <div className="grid gap-4">
            {select('Amenities', amenities, 'amenity')}
            {select('Who can book', accesses, 'access')}
            {canKeep && (
              <Checkbox
                label="Only my favorites"
                checked={draft.favourites !== ''}
                onChange={({ target }) => change({ favourites: target.checked ? '1' : '' })}
                className="mt-1 min-h-11 items-center"
              />
            )}
          </div>,
        )}
      </form>
    </Dialog>
  );
}
