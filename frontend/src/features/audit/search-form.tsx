import { useQuery } from '@tanstack/react-query';
import { toDateTimeLocal, parseDateTimeLocal, toWords } from '../../resources/audit/audit-labels';
import { type AuditFilters, auditTypesQuery } from '../../resources/audit/audit-queries';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { LoadErrors } from '../../ui/load-error';
import { Select } from '../../ui/select';
import { AddressField, AddressForm } from './address-form';

const noFilters = { person: '', actor: '', court: '', booking: '', type: '', from: '', to: '' };

type SearchFormProps = {
  filters: AuditFilters;
  onChange: (changes: Record<string, string>) => void;
};

export function SearchForm({ filters, onChange }: SearchFormProps) {
  const typesQuery = useQuery(auditTypesQuery);
  const eventTypes = typesQuery.data ?? (filters.type ? [filters.type] : []);
  return (
    <>
      <LoadErrors className="mb-6" label="the types of events" queries={[typesQuery]} />
      <AddressForm
        label="Events"
        submitLabel="Search"
        onSubmit={({ from = '', to = '', ...values }) =>
          onChange({ ...values, from: parseDateTimeLocal(from), to: parseDateTimeLocal(to) })
        }
        moreActions={
          <Button variant="quiet" onClick={() => onChange(noFilters)}>
            Clear
          </Button>
        }
      >
        <AddressField
          label="About"
          name="person"
          value={filters.person ?? ''}
          hint="An email address or ID."
        />
        <AddressField
          label="Done by"
          name="actor"
          value={filters.actor ?? ''}
          hint="An email address or ID."
        />
        <AddressField label="Court" name="court" value={filters.court ?? ''} hint="A court ID." />
        <AddressField
          label="Booking"
          name="booking"
          value={filters.booking ?? ''}
          hint="A booking ID."
        />
        <Field label="Event">
          {(controlProps) => (
            <Select
              {...controlProps}
              key={eventTypes.length}
              name="type"
              defaultValue={filters.type ?? ''}
              options={[
                { value: '', label: 'Any' },
                ...eventTypes.map((eventType) => ({ value: eventType, label: toWords(eventType) })),
              ]}
            />
          )}
        </Field>
        <AddressField
          label="From"
          name="from"
          value={toDateTimeLocal(filters.from ?? null)}
          type="datetime-local"
        />
        <AddressField
          label="Before"
          name="to"
          value={toDateTimeLocal(filters.to ?? null)}
          type="datetime-local"
        />
      </AddressForm>
    </>
  );
}
