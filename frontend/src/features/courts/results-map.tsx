import { useState } from 'react';
import type { FoundCourt } from '../../resources/court/search-query';
import { lazyComponent } from '../../ui/lazy-component';
import { Skeleton } from '../../ui/skeleton';
import { DrawnMap } from './drawn-map';
import { type ResultMapProps, hasCoordinates } from './map-markers';

const TileMap = lazyComponent(async () => (await import('./tile-map')).TileMap, {
  fallback: ({ className }) => <Skeleton className={className} />,
  renderError: (_onRetry, props) => <DrawnMap {...props} />,
});

type ResultsMapProps = Omit<ResultMapProps, 'courts'> & {
  courts: readonly FoundCourt[];
  /** The URL of the map style of a provider. */
  style: string | undefined;
};

const canDrawTiles = (): boolean => Boolean(document.createElement('canvas').getContext('webgl2'));

/**
 * Search results at their public, rounded positions: on the map of the provider, or drawn if there
 * is none or it fails.
 */
export function ResultsMap({ style, courts, ...props }: ResultsMapProps) {
  const [hasFailed, setHasFailed] = useState(false);
  const [isCapable] = useState(() => Boolean(style) && canDrawTiles());
  const locatedCourts = courts.filter(hasCoordinates);
  if (locatedCourts.length === 0)
    return <p className="text-quiet">None of these courts has a map location.</p>;
  return style && isCapable && !hasFailed ? (
    <TileMap {...props} courts={locatedCourts} style={style} onError={() => setHasFailed(true)} />
  ) : (
    <DrawnMap {...props} courts={locatedCourts} />
  );
}
