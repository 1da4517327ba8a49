import type { ApplicationFilters } from '../../resources/admin/application-queries';
import { Switch } from '../../ui/checkbox';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';

export const noFilters = { status: '', search: '', overdue: '' };

const statusOptions = [
  { value: '', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'all', label: 'All' },
] as const;

/** Reads the status from the URL. Unknown values mean `pending`. */
const selectedStatusIn = (searchParams: URLSearchParams) =>
  statusOptions.find(({ value }) => value === searchParams.get('status'))?.value ?? '';

/** Only pending applications can be overdue. */
export const parseApplicationFilters = (searchParams: URLSearchParams): ApplicationFilters => {
  const selectedStatus = selectedStatusIn(searchParams);
  const searchText = searchParams.get('search')?.trim().slice(0, 80);
  return {
    ...(selectedStatus !== 'all' && { status: selectedStatus || 'pending' }),
    ...(selectedStatus === '' && searchParams.has('overdue') && { overdue: 'true' }),
    ...(searchText && { search: searchText }),
  };
};

type FilterBarProps = {
  searchParams: URLSearchParams;
  onChange: (changes: Record<string, string>) => void;
};

export function ApplicationFilterBar({ searchParams, onChange }: FilterBarProps) {
  const selectedStatus = selectedStatusIn(searchParams);
  return (
    <form
      role="search"
      aria-label="Applications"
      onSubmit={(event) => event.preventDefault()}
      className="grid items-end gap-x-6 gap-y-4 sm:grid-cols-[1fr_12rem] lg:grid-cols-[1fr_12rem_12rem]"
    >
      <Field label="Name or email">
        {(controlProps) => (
          <Input
            type="search"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={80}
            {...controlProps}
            value={searchParams.get('search') ?? ''}
            onChange={({ target }) => onChange({ search: target.value })}
          />
        )}
      </Field>
      <Field label="Status">
        {(controlProps) => (
          <Select
            options={statusOptions}
            {...controlProps}
            value={selectedStatus}
            onChange={({ target }) => onChange({ status: target.value, overdue: '' })}
          />
        )}
      </Field>
      {selectedStatus === '' && (
        <Switch
          label="Overdue only"
          checked={searchParams.has('overdue')}
          onChange={({ target }) => onChange({ overdue: target.checked ? 'yes' : '' })}
        />
      )}
    </form>
  );
}
