import type { Court } from '@courtly/contracts/courts';
import { mapStyleUrl } from '../../config/map-style';
import { LoadFailed, lazyComponent } from '../../ui/lazy-component';
import { Skeleton } from '../../ui/skeleton';
import { LocationSketch } from './location-sketch';
import { isExactPlace } from '../../resources/court/map/map-shapes';
import { textLinkClass } from '../../ui/text-link';

const CourtMap = lazyComponent(async () => (await import('./court-map')).CourtMap, {
  fallback: <Skeleton className="h-80 sm:h-104" />,
  renderError: (onRetry) => <LoadFailed subject="The map" onRetry={onRetry} />,
});

const mapsSearchUrl = (placeQuery: string) =>
  `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: placeQuery })}`;

/** Shows a sketch if no map style is configured. */
export function Location({ court: { address, location, latitude, longitude } }: { court: Court }) {
  const mapStyle = mapStyleUrl();
  const coordinates = latitude === null || longitude === null ? null : { latitude, longitude };
  const showsExactPlace = coordinates !== null && isExactPlace(coordinates);
  const mapLabel = `Map: ${showsExactPlace ? '' : 'approximate '}location of the court, in ${location}`;
  return (
    <div className="grid gap-5">
      <address className="not-italic">
        <span className="block text-lg">{address}</span>
        <span className="text-quiet">{location}</span>
      </address>
      {coordinates &&
        (mapStyle ? (
          <CourtMap {...coordinates} style={mapStyle} exact={showsExactPlace} label={mapLabel} />
        ) : (
          <LocationSketch {...coordinates} exact={showsExactPlace} label={mapLabel} />
        ))}
      <p className="text-quiet">
        {showsExactPlace
          ? 'You can see the exact location because you own the court or have a confirmed booking here.'
          : "You'll get the house number once your booking is confirmed."}
      </p>
      <a
        href={mapsSearchUrl(`${address}, ${location}`)}
        target="_blank"
        rel="noreferrer"
        className={`${textLinkClass} justify-self-start`}
      >
        Open in a maps app
      </a>
    </div>
  );
}
