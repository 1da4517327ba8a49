import { Switch } from '../../ui/checkbox';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';

type Props = {
  label: string;
  hint: string;
  /** A filter switch with its URL parameter. */
  only: Readonly<{ name: string; label: string }>;
  search: URLSearchParams;
  onChange: (changes: Record<string, string>) => void;
};

export function SearchBar({ label, hint, only, search, onChange }: Props) {
  return (
    <form
      role="search"
      aria-label={label}
      onSubmit={(event) => event.preventDefault()}
      className="mb-8 grid items-start gap-x-6 gap-y-4 sm:grid-cols-[1fr_14rem]"
    >
      <Field label={label} hint={hint}>
        {(control) => (
          <Input
            type="search"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={254}
            {...control}
            value={search.get('search') ?? ''}
            onChange={({ target }) => onChange({ search: target.value })}
          />
        )}
      </Field>
      <div className="sm:pt-8">
        <Switch
          label={only.label}
          checked={search.has(only.name)}
          onChange={({ target }) => onChange({ [only.name]: target.checked ? 'yes' : '' })}
        />
      </div>
    </form>
  );
}
