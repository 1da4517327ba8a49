import { ChevronDown, LocateFixed } from 'lucide-react';
import { type ClipboardEvent, useState } from 'react';
import { mapStyleUrl } from '../../../config/map-style';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/field';
import { Input } from '../../../ui/input';
import { LoadFailed, lazyPart } from '../../../ui/lazy-part';
import { Select } from '../../../ui/select';
import { Skeleton } from '../../../ui/skeleton';
import { places } from '../map/map-places';
import type { Place } from '../map/map-shapes';
import { useCurrentPosition } from './use-current-position';
import type { CourtFormState } from './use-court-form';
import { zoneChoices } from './zones';

const PositionMap = lazyPart(async () => (await import('./position-map')).PositionMap, {
  fallback: <Skeleton className="h-72" />,
  failed: (retry) => <LoadFailed what="The map" onRetry={retry} />,
});

/** To about a yard: the last digits of a device say nothing. */
const DECIMALS = 5;

/** A position as it is written in the two fields; null where that is none yet. */
const placeOf = (latitude: string, longitude: string): Place | null => {
  const place = { latitude: Number.parseFloat(latitude), longitude: Number.parseFloat(longitude) };
  const isOnEarth = Math.abs(place.latitude) <= 85 && Math.abs(place.longitude) <= 180;
  return isOnEarth ? place : null;
};

type Props = Pick<CourtFormState, 'form' | 'zones'> & { zone: string | undefined };

/** Where exactly the court lies, and for a new one its time zone; closed until it is wanted or something in it is wrong. */
export function PositionFields({ form, zones, zone }: Props) {
  const [open, setOpen] = useState(false);
  const { latitude, longitude, zone: zoneError } = form.formState.errors;
  const [city, writtenLatitude, writtenLongitude] = form.watch([
    'location',
    'latitude',
    'longitude',
  ]);
  const style = mapStyleUrl();
  const choose = (place: Place) => {
    for (const name of ['latitude', 'longitude'] as const)
      form.setValue(name, place[name].toFixed(DECIMALS), {
        shouldDirty: true,
        shouldValidate: form.formState.isSubmitted,
      });
  };
  const { locate, isLocating, failed } = useCurrentPosition(choose);
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
    <details
      open={isOpen}
      className="group"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
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
            {style ? 'Press on the map where the court is, or copy' : 'Copy'} its position from any
            map. Everybody sees it to about half a mile; players with a confirmed booking see it
            exactly.
          </p>
          {style && (
            <div className="sm:col-span-2">
              <PositionMap
                style={style}
                around={places.find(({ name }) => name === city.trim()) ?? places[0]!}
                place={placeOf(writtenLatitude, writtenLongitude)}
                onChange={choose}
              />
            </div>
          )}
          <div className="sm:col-span-2">
            <Button variant="outline" size="sm" busy={isLocating} onClick={locate}>
              <LocateFixed size={16} strokeWidth={1.8} aria-hidden />I Am at the Court Now
            </Button>
            {failed && (
              <p role="alert" className="mt-2 text-[0.9375rem] text-bad">
                Your device did not say where it is. Please allow it, or copy the position from a
                map.
              </p>
            )}
          </div>
          <Field label="Latitude" error={latitude?.message}>
            {(controlProps) => (
              <Input
                placeholder="33.5312"
                onPaste={onPaste}
                {...controlProps}
                {...form.register('latitude')}
              />
            )}
          </Field>
          <Field label="Longitude" error={longitude?.message}>
            {(controlProps) => (
              <Input placeholder="-111.9426" {...controlProps} {...form.register('longitude')} />
            )}
          </Field>
          {zone === undefined ? (
            <Field
              label="Time zone"
              error={zoneError?.message}
              hint="Bookings depend on it, so it stays once the court is listed."
              className="sm:col-span-2"
            >
              {(controlProps) => (
                <Select options={zoneChoices(zones)} {...controlProps} {...form.register('zone')} />
              )}
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
