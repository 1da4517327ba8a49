import { ANY_DOLLARS, parseNumber } from '@courtly/contracts/entered-number';
import { paymentLabels } from '../../resources/admin/booking-search-labels';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';

type BookingFiltersProps = {
  searchParams: URLSearchParams;
  onChange: (changes: Record<string, string>) => void;
};

type TextFilter = Readonly<{
  name: string;
  label: string;
  hint?: string;
  /** Whether the field fills half of a phone's width. */
  isNarrow?: true;
  type?: 'date';
  inputMode?: 'decimal';
}>;

const textFilters: readonly TextFilter[] = [
  { name: 'person', label: 'Player or host', hint: 'The start of a name, a full email, or an ID' },
  { name: 'court', label: 'Court', hint: 'A word from its name or city, or its ID' },
  { name: 'booking', label: 'Booking ID' },
  { name: 'amountFrom', label: 'Minimum total ($)', isNarrow: true, inputMode: 'decimal' },
  { name: 'amountTo', label: 'Maximum total ($)', isNarrow: true, inputMode: 'decimal' },
  { name: 'from', label: 'Starts on or after', type: 'date' },
  { name: 'to', label: 'Starts on or before', type: 'date' },
];

const paymentOptions = [
  { value: '', label: 'Any' },
  ...Object.entries(paymentLabels).map(([value, label]) => ({ value, label })),
];

const amountError = (text: string): string | undefined =>
  text.trim() === '' ? undefined : parseNumber(text, ANY_DOLLARS).problem;

/** The filters of the search, which are in the URL. */
export function BookingFilters({ searchParams, onChange }: BookingFiltersProps) {
  return (
    <form
      role="search"
      aria-label="Find bookings"
      onSubmit={(event) => event.preventDefault()}
      className="mb-8 grid grid-cols-2 items-start gap-4 sm:gap-x-6 lg:grid-cols-4"
    >
      {textFilters.map(({ name, label, hint, isNarrow, ...inputProps }) => (
        <Field
          key={name}
          label={label}
          hint={hint}
          error={inputProps.inputMode ? amountError(searchParams.get(name) ?? '') : undefined}
          className={isNarrow ? '' : 'col-span-2 sm:col-span-1'}
        >
          {(controlProps) => (
            <Input
              autoComplete="off"
              maxLength={254}
              {...inputProps}
              {...controlProps}
              value={searchParams.get(name) ?? ''}
              onChange={({ target }) => onChange({ [name]: target.value })}
            />
          )}
        </Field>
      ))}
      <Field label="Payment" className="col-span-2 sm:col-span-1">
        {(controlProps) => (
          <Select
            {...controlProps}
            options={paymentOptions}
            value={searchParams.get('payment') ?? ''}
            onChange={({ target }) => onChange({ payment: target.value })}
          />
        )}
      </Field>
    </form>
  );
}
