import { ChevronDown, LocateFixed } from 'lucide-react';
import { type ClipboardEvent, useState } from 'react';
import { mapStyleUrl } from '../../../config/map-style';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/field';
import { Input } from '../../../ui/input';
import { LoadFailed, lazyComponent } from '../../../ui/lazy-component';
import { Select } from '../../../ui/select';
import { Skeleton } from '../../../ui/skeleton';
import { cityCenters } from '../map/map-places';
import type { MapPlace } from '../map/map-shapes';
import { useCurrentPosition } from './use-current-position';
import type { CourtFormState } from './use-court-form';
import { zoneOptions } from './zones';

const PositionMap = lazyComponent(async () => (await import('./position-map')).PositionMap, {
  fallback: <Skeleton className="h-72" />,
  renderError: (retryLoad) => <LoadFailed subject="The map" onRetry={retryLoad} />,
});

/** Accurate to about one yard. Any more digits from a device are noise. */
const DECIMALS = 5;

/** Parses the two fields. Null if they are not a valid position. */
const parsePlace = (latitude: string, longitude: string): MapPlace | null => {
  const position = {
    latitude: Number.parseFloat(latitude),
    longitude: Number.parseFloat(longitude),
  };
  const isOnEarth = Math.abs(position.latitude) <= 85 && Math.abs(position.longitude) <= 180;
  return isOnEarth ? position : null;
};

type PositionFieldsProps = Pick<CourtFormState, 'form' | 'zones'> & { zone: string | undefined };

/**
 * The exact position and, for a new court, the time zone. The fields are hidden until the host
 * opens them or one has an error.
 */
export function PositionFields({ form, zones, zone }: PositionFieldsProps) {
  const [isExpanded, setExpanded] = useState(false);
  const { latitude, longitude, zone: zoneError } = form.formState.errors;
  const [enteredCity, writtenLatitude, writtenLongitude] = form.watch([
    'location',
    'latitude',
    'longitude',
  ]);
  const mapStyle = mapStyleUrl();
  const choosePosition = (position: MapPlace) => {
    for (const coordinateName of ['latitude', 'longitude'] as const)
      form.setValue(coordinateName, position[coordinateName].toFixed(DECIMALS), {
        shouldDirty: true,
        shouldValidate: form.formState.isSubmitted,
      });
  };
  const { locate, isLocating, failed } = useCurrentPosition(choosePosition);
  const isDetailsOpen = isExpanded || Boolean(latitude ?? longitude ?? zoneError);
  /** Map apps copy both coordinates as one string: `33.5312, -111.9426`. */
  const onPaste = (event: ClipboardEvent) => {
    const coordinatePair = /^\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*$/.exec(
      event.clipboardData.getData('text'),
    );
    if (!coordinatePair) return;
    event.preventDefault();
    form.setValue('latitude', coordinatePair[1]!, { shouldDirty: true });
    form.setValue('longitude', coordinatePair[2]!, { shouldDirty: true });
  };
  return (
    <details
      open={isDetailsOpen}
      className="group"
      onToggle={({ currentTarget }) => setExpanded(currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-small font-semibold">
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
      {isDetailsOpen && (
        <div className="mt-3 grid gap-5 sm:grid-cols-2">
          <p className="text-small text-quiet sm:col-span-2">
            {mapStyle ? 'Click the court on the map, or copy' : 'Copy'} its position from any map.
            Everyone sees it to within about half a mile; players with a confirmed booking see it
            exactly.
          </p>
          {mapStyle && (
            <div className="sm:col-span-2">
              <PositionMap
                style={mapStyle}
                around={
                  cityCenters.find(({ name }) => name === enteredCity.trim()) ?? cityCenters[0]!
                }
                place={parsePlace(writtenLatitude, writtenLongitude)}
                onChange={choosePosition}
              />
            </div>
          )}
          <div className="sm:col-span-2">
            <Button variant="outline" size="sm" busy={isLocating} onClick={locate}>
              <LocateFixed size={16} strokeWidth={1.8} aria-hidden />
              Use My Location
            </Button>
            {failed && (
              <p role="alert" className="mt-2 text-small text-bad">
                We couldn't get your location. Allow location access, or copy the position from a
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
              hint="It can't change once the court is listed because bookings depend on it."
              className="sm:col-span-2"
            >
              {(controlProps) => (
                <Select options={zoneOptions(zones)} {...controlProps} {...form.register('zone')} />
              )}
            </Field>
          ) : (
            <p className="text-small text-quiet sm:col-span-2">
              Hours are in the time zone {zone}. The time zone can't change because bookings depend
              on it.
            </p>
          )}
        </div>
      )}
    </details>
  );
}
