import { type Map, Marker } from 'maplibre-gl';
import { useEffect, useEffectEvent, useRef } from 'react';
import { cx } from 'class-variance-authority';
import { createMap } from '../../resources/court/map/map';
import { ZoomButtons } from '../../resources/court/map/zoom-buttons';
import { clustersOf } from './map-clusters';
import {
  type LocatedCourt,
  type ResultMapProps,
  MARKER_SIZE_PX,
  boundsOf,
  canKeepView,
  isSinglePlace,
  markerClass,
  markerLabels,
} from './map-markers';

type DrawnMarker = { courtIds: readonly string[]; element: HTMLElement; remove: () => void };

const MAP_LABEL = 'Map of the courts';
const LOAD_TIMEOUT_MS = 15_000;

const createMarkerElement = (courts: readonly LocatedCourt[], onPress: () => void): HTMLElement => {
  const markerElement = document.createElement('button');
  markerElement.type = 'button';
  markerElement.className = markerClass;
  const { text, name } = markerLabels(courts);
  markerElement.textContent = text;
  markerElement.ariaLabel = name;
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

type TileMapProps = ResultMapProps & {
  style: string;
  /** Called if the provider of the map fails, or does not respond, before anything is visible. */
  onError: () => void;
};

/** The courts on a map of the provider. */
export function TileMap({ style, courts, active, onChoose, onError, className }: TileMapProps) {
  const containerRef = useRef<HTMLDivElement>(null);
  const mapRef = useRef<Map>(undefined);
  const drawnMarkersRef = useRef<DrawnMarker[]>([]);
  const fittedCourtsRef = useRef<typeof courts>(courts);
  const markersKey = courts
    .map(({ id, latitude, longitude, name, shownPrice }) =>
      [id, latitude, longitude, name, shownPrice.amount].join(' '),
    )
    .join();
  const reportError = useEffectEvent(onError);

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
    drawnMarkersRef.current = drawMarkers(currentMap, courts, (clusteredCourts) => {
      const bounds = boundsOf(clusteredCourts);
      if (isSinglePlace(bounds)) onChoose(clusteredCourts.map(({ id }) => id));
      else currentMap.fitBounds(bounds, { padding: 64, maxZoom: 14 });
    });
    highlightMarkers();
  });
  const createResultsMap = useEffectEvent((container: HTMLElement) =>
    createMap(container, style, boundsOf(courts), MAP_LABEL),
  );
  const fitToCourts = useEffectEvent((currentMap: Map) => {
    const fittedCourts = fittedCourtsRef.current;
    fittedCourtsRef.current = courts;
    const viewBounds = currentMap.getBounds();
    const isInView = ({ longitude, latitude }: LocatedCourt) =>
      viewBounds.contains([longitude, latitude]);
    if (canKeepView(fittedCourts, courts, isInView)) return;
    currentMap.fitBounds(boundsOf(courts), {
      padding: 48,
      maxZoom: 13,
      animate: false,
    });
  });

  useEffect(() => {
    if (!containerRef.current) return;
    const createdMap = (mapRef.current = createResultsMap(containerRef.current));
    createdMap.on('zoomend', () => redrawMarkers());
    const loadTimeout = setTimeout(() => reportError(), LOAD_TIMEOUT_MS);
    let isReady = false;
    createdMap.once('load', () => {
      isReady = true;
      clearTimeout(loadTimeout);
    });
    // Later errors concern single tiles.
    createdMap.on('error', () => !isReady && reportError());
    return () => {
      clearTimeout(loadTimeout);
      drawnMarkersRef.current = [];
      mapRef.current = undefined;
      createdMap.remove();
    };
  }, [style]);
  useEffect(() => {
    if (!mapRef.current) return;
    fitToCourts(mapRef.current);
    redrawMarkers();
  }, [markersKey]);
  useEffect(() => highlightMarkers(), [active]);

  return (
    <div className="relative">
      <div ref={containerRef} className={cx('rounded-md border border-rule', className)} />
      <ZoomButtons onIn={() => mapRef.current?.zoomIn()} onOut={() => mapRef.current?.zoomOut()} />
    </div>
  );
}
