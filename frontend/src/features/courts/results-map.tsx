import { type Map, Marker } from 'maplibre-gl';
import { useEffect, useEffectEvent, useRef } from 'react';
import { cx } from 'class-variance-authority';
import { formatShortMoney } from '../../lib/format';
import type { FoundCourt } from '../../resources/court/search-query';
import { type MapBounds, canDrawMap, createMap } from '../../resources/court/map/map';
import { clustersOf } from './map-clusters';
import { ZoomButtons } from '../../resources/court/map/zoom-buttons';

type LocatedCourt = FoundCourt & { latitude: number; longitude: number };
type DrawnMarker = { courtIds: readonly string[]; element: HTMLElement; remove: () => void };

/** The size of the widest marker label. */
const MARKER_SIZE_PX = { width: 88, height: 38 };
const MAP_LABEL = 'Map of the courts';
const markerClass =
  'figures cursor-pointer rounded-full border border-edge bg-raised px-3 py-1.5 font-sans text-sm leading-5 font-semibold text-ink shadow-lift hover:border-ink data-active:z-10 data-active:border-court data-active:bg-court data-active:text-on-court';

const hasCoordinates = (court: FoundCourt): court is LocatedCourt =>
  court.latitude !== null && court.longitude !== null;

const boundsOf = (courts: readonly LocatedCourt[]): MapBounds => {
  const [latitudes, longitudes] = [
    courts.map(({ latitude }) => latitude),
    courts.map(({ longitude }) => longitude),
  ];
  return [
    Math.min(...longitudes),
    Math.min(...latitudes),
    Math.max(...longitudes),
    Math.max(...latitudes),
  ];
};

const createMarkerElement = (courts: readonly LocatedCourt[], onPress: () => void): HTMLElement => {
  const [firstCourt] = courts;
  const markerElement = document.createElement('button');
  markerElement.type = 'button';
  markerElement.className = markerClass;
  markerElement.textContent =
    courts.length > 1 ? `${courts.length} courts` : formatShortMoney(firstCourt!.shownPrice.amount);
  markerElement.ariaLabel =
    courts.length > 1
      ? `${courts.length} courts in ${firstCourt!.location}`
      : `${firstCourt!.name}, ${markerElement.textContent}`;
  markerElement.addEventListener('click', onPress);
  return markerElement;
};

/** Draws one marker per court or cluster of overlapping courts. */
const drawMarkers = (
  map: Map,
  courts: readonly LocatedCourt[],
  onChoose: (courts: readonly LocatedCourt[]) => void,
): DrawnMarker[] => {
  const courtsById = new globalThis.Map(courts.map((court) => [court.id, court]));
  const pins = courts.map(({ id, longitude, latitude }) => ({
    id,
    ...map.project([longitude, latitude]),
  }));
  return clustersOf(
    pins.map(({ id, x, y }) => ({ id, x, y })),
    MARKER_SIZE_PX,
  ).map((cluster) => {
    const clusteredCourts = cluster.map(({ id }) => courtsById.get(id)!);
    const markerElement = createMarkerElement(clusteredCourts, () => onChoose(clusteredCourts));
    const marker = new Marker({ element: markerElement })
      .setLngLat([clusteredCourts[0]!.longitude, clusteredCourts[0]!.latitude])
      .addTo(map);
    return {
      courtIds: clusteredCourts.map(({ id }) => id),
      element: markerElement,
      remove: () => marker.remove(),
    };
  });
};

type ResultsMapProps = {
  style: string;
  courts: readonly FoundCourt[];
  /** The IDs of the courts that are hovered or focused in the list. */
  active: readonly string[];
  onChoose: (courtIds: readonly string[]) => void;
  className: string;
};

/** Shows search results at their public, rounded positions. */
export function ResultsMap({ style, courts, active, onChoose, className }: ResultsMapProps) {
  const containerRef = useRef<HTMLDivElement>(null);
  const mapRef = useRef<Map>(undefined);
  const drawnMarkersRef = useRef<DrawnMarker[]>([]);
  const locatedCourts = courts.filter(hasCoordinates);
  const courtIdsKey = locatedCourts.map(({ id }) => id).join();

  const highlightMarkers = useEffectEvent(() => {
    for (const { courtIds, element } of drawnMarkersRef.current)
      element.toggleAttribute(
        'data-active',
        courtIds.some((id) => active.includes(id)),
      );
  });
  const redrawMarkers = useEffectEvent(() => {
    const currentMap = mapRef.current!;
    for (const drawnMarker of drawnMarkersRef.current) drawnMarker.remove();
    drawnMarkersRef.current = drawMarkers(currentMap, locatedCourts, (clusteredCourts) => {
      const bounds = boundsOf(clusteredCourts);
      const isSinglePlace = bounds[0] === bounds[2] && bounds[1] === bounds[3];
      if (isSinglePlace) onChoose(clusteredCourts.map(({ id }) => id));
      else currentMap.fitBounds(bounds, { padding: 64, maxZoom: 14 });
    });
    highlightMarkers();
  });
  const createResultsMap = useEffectEvent((container: HTMLElement) =>
    createMap(container, style, boundsOf(locatedCourts), MAP_LABEL),
  );
  const fitToCourts = useEffectEvent(() => {
    mapRef.current?.fitBounds(boundsOf(locatedCourts), {
      padding: 48,
      maxZoom: 13,
      animate: false,
    });
    redrawMarkers();
  });

  const isEmpty = locatedCourts.length === 0;
  useEffect(() => {
    if (!containerRef.current || !canDrawMap || isEmpty) return;
    const createdMap = (mapRef.current = createResultsMap(containerRef.current));
    createdMap.on('zoomend', () => redrawMarkers());
    return () => {
      drawnMarkersRef.current = [];
      mapRef.current = undefined;
      createdMap.remove();
    };
  }, [isEmpty, style]);
  useEffect(() => {
    if (mapRef.current) fitToCourts();
  }, [courtIdsKey]);
  useEffect(() => highlightMarkers(), [active]);

  if (!canDrawMap) return null;
  if (isEmpty) return <p className="text-quiet">None of these courts has a map location.</p>;
  return (
    <div className="relative">
      <div ref={containerRef} className={cx('rounded-md border border-rule', className)} />
      <ZoomButtons onIn={() => mapRef.current?.zoomIn()} onOut={() => mapRef.current?.zoomOut()} />
    </div>
  );
}
