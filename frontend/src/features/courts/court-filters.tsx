import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import type { Filters } from './filters';

const surfaces = [
  { value: '', label: 'All surfaces' },
  { value: 'hard', label: 'Hard Court' },
  { value: 'clay', label: 'Clay Court' },
  { value: 'grass', label: 'Grass Court' },
];

const amenities = [
  { value: '', label: 'All amenities' },
  { value: 'lighting', label: 'Lighting' },
  { value: 'ball-machine', label: 'Ball machine' },
  { value: 'invite-only', label: 'Invite only' },
];

type Props = { filters: Filters; onChange: (name: keyof Filters, value: string) => void; onClear: () => void };

/** The filters of the court list. They take effect at once; the address carries them. */
export function CourtFilters({ filters, onChange, onClear }: Props) {
  const wired = (name: keyof Filters) => ({
    value: filters[name],
    onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
  });
  return (
    <div role="search" className="border-y border-rule py-6">
      <form
        onSubmit={(event) => event.preventDefault()}
        className="grid grid-cols-2 items-end gap-x-4 gap-y-4 sm:grid-cols-4 lg:grid-cols-[2fr_1.2fr_0.8fr_0.8fr_1.2fr_auto]"
      >
        <Field label="Location" className="col-span-2 lg:col-span-1">
          {(wiring) => <Input type="search" placeholder="City" {...wiring} {...wired('search')} />}
        </Field>
        <Field label="Surface">{(wiring) => <Select options={surfaces} {...wiring} {...wired('surface')} />}</Field>
        <Field label="Amenities" className="lg:order-1">
          {(wiring) => <Select options={amenities} {...wiring} {...wired('amenity')} />}
        </Field>
        <Field label="From $ an hour">
          {(wiring) => <Input type="number" min={0} inputMode="numeric" {...wiring} {...wired('minRate')} />}
        </Field>
        <Field label="To $ an hour">
          {(wiring) => <Input type="number" min={0} inputMode="numeric" {...wiring} {...wired('maxRate')} />}
        </Field>
        <Button
          variant="quiet"
          onClick={onClear}
          className="col-span-2 h-12 sm:justify-self-end lg:order-2 lg:col-span-1"
        >
          Clear
        </Button>
      </form>
    </div>
  );
}
