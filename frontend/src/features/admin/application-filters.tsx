import type { ApplicationFilters } from '../../resources/admin/application-queries';
import { Switch } from '../../ui/checkbox';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';

export const noFilters = { status: '', search: '', overdue: '' };

const statuses = [
  { value: '', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'all', label: 'All' },
] as const;

/** Unknown values mean pending. */
const statusIn = (search: URLSearchParams) =>
  statuses.find(({ value }) => value === search.get('status'))?.value ?? '';

/** Only pending applications can be overdue. */
export const filtersIn = (search: URLSearchParams): ApplicationFilters => {
  const status = statusIn(search);
  const text = search.get('search')?.trim().slice(0, 80);
  return {
    ...(status !== 'all' && { status: status || 'pending' }),
    ...(status === '' && search.has('overdue') && { overdue: 'true' }),
    ...(text && { search: text }),
  };
};

type Props = { search: URLSearchParams; onChange: (changes: Record<string, string>) => void };

export function ApplicationFilterBar({ search, onChange }: Props) {
  const status = statusIn(search);
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
            value={search.get('search') ?? ''}
            onChange={({ target }) => onChange({ search: target.value })}
          />
        )}
      </Field>
      <Field label="Status">
        {(controlProps) => (
          <Select
            options={statuses}
            {...controlProps}
            value={status}
            onChange={({ target }) => onChange({ status: target.value, overdue: '' })}
          />
        )}
      </Field>
      {status === '' && (
        <Switch
          label="Overdue only"
          checked={search.has('overdue')}
          onChange={({ target }) => onChange({ overdue: target.checked ? 'yes' : '' })}
        />
      )}
    </form>
  );
}
