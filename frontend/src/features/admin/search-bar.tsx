import { Switch } from '../../ui/checkbox';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';

type SearchBarProps = {
  label: string;
  hint: string;
  /** A switch that filters the list, and its URL parameter. */
  switchFilter: Readonly<{ name: string; label: string }>;
  searchParams: URLSearchParams;
  onChange: (changes: Record<string, string>) => void;
};

export function SearchBar({ label, hint, switchFilter, searchParams, onChange }: SearchBarProps) {
  return (
    <form
      role="search"
      aria-label={label}
      onSubmit={(event) => event.preventDefault()}
      className="mb-8 grid items-start gap-x-6 gap-y-4 sm:grid-cols-[1fr_14rem]"
    >
      <Field label={label} hint={hint}>
        {(controlProps) => (
          <Input
            type="search"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={254}
            {...controlProps}
            value={searchParams.get('search') ?? ''}
            onChange={({ target }) => onChange({ search: target.value })}
          />
        )}
      </Field>
      <div className="sm:pt-8">
        <Switch
          label={switchFilter.label}
          checked={searchParams.has(switchFilter.name)}
          onChange={({ target }) => onChange({ [switchFilter.name]: target.checked ? 'yes' : '' })}
        />
      </div>
    </form>
  );
}
