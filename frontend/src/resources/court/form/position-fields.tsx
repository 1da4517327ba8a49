import { ChevronDown } from 'lucide-react';
import { type ClipboardEvent, useState } from 'react';
import { Field } from '../../../ui/field';
import { Input } from '../../../ui/input';
import { Select } from '../../../ui/select';
import type { CourtFormState } from './use-court-form';
import { zoneChoices } from './zones';

type Props = Pick<CourtFormState, 'form' | 'zones'> & { zone: string | undefined };

/** Where exactly the court lies, and for a new one its time zone; closed until it is wanted or something in it is wrong. */
export function PositionFields({ form, zones, zone }: Props) {
  const [open, setOpen] = useState(false);
  const { latitude, longitude, zone: zoneError } = form.formState.errors;
  const isOpen = open || Boolean(latitude ?? longitude ?? zoneError);
  /** Maps copy both at once: `33.5312, -111.9426`. */
  const onPaste = (event: ClipboardEvent) => {
    const pair = /^\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*$/.exec(event.clipboardData.getData('text'));
    if (!pair) return;
    event.preventDefault();
    form.setValue('latitude', pair[1]!, { shouldDirty: true });
    form.setValue('longitude', pair[2]!, { shouldDirty: true });
  };
  return (
    <details open={isOpen} className="group" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-[0.9375rem] font-semibold">
        <ChevronDown
          size={18}
          strokeWidth={1.6}
          aria-hidden
          className="text-quiet transition-transform group-open:rotate-180"
        />
        <span>
          {zone === undefined ? 'Position on the map and time zone' : 'Position on the map'}{' '}
          <span className="font-normal text-quiet">(optional)</span>
        </span>
      </summary>
      {isOpen && (
        <div className="mt-3 grid gap-5 sm:grid-cols-2">
          <p className="text-[0.9375rem] text-quiet sm:col-span-2">
            Copy it from any map. Everybody sees it to about half a mile; players with a confirmed booking see it
            exactly.
          </p>
          <Field label="Latitude" error={latitude?.message}>
            {(controlProps) => (
              <Input placeholder="33.5312" onPaste={onPaste} {...controlProps} {...form.register('latitude')} />
            )}
          </Field>
          <Field label="Longitude" error={longitude?.message}>
            {(controlProps) => <Input placeholder="-111.9426" {...controlProps} {...form.register('longitude')} />}
          </Field>
          {zone === undefined ? (
            <Field
              label="Time zone"
              error={zoneError?.message}
              hint="Bookings depend on it, so it stays once the court is listed."
              className="sm:col-span-2"
            >
              {(controlProps) => <Select options={zoneChoices(zones)} {...controlProps} {...form.register('zone')} />}
            </Field>
          ) : (
            <p className="text-[0.9375rem] text-quiet sm:col-span-2">
              Hours are in the zone {zone}. It stays, since bookings depend on it.
            </p>
          )}
        </div>
      )}
    </details>
  );
}
