import { type Map, Marker } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { canDrawMap, createMap } from '../../resources/court/map/map';
import {
  type MapPlace,
  APPROXIMATE_RADIUS_MILES,
  circleAround,
  offsetByMiles,
} from '../../resources/court/map/map-shapes';
import { ZoomButtons } from '../../resources/court/map/zoom-buttons';

const VISIBLE_MILES = 1.8;
const pinClass = 'size-5 rounded-full border-2 border-raised bg-clay';

/** MapLibre does not resolve CSS variables, so this reads the computed color. */
const computedLeafColor = (element: HTMLElement): string => {
  const colorProbe = document.createElement('i');
  colorProbe.style.color = 'var(--color-leaf)';
  element.append(colorProbe);
  const { color } = getComputedStyle(colorProbe);
  colorProbe.remove();
  return color;
};

const showApproximateArea = (map: Map, place: MapPlace) => {
  map.addSource('rough', { type: 'geojson', data: circleAround(place, APPROXIMATE_RADIUS_MILES) });
  const fillColor = computedLeafColor(map.getContainer());
  map.addLayer({
    id: 'rough',
    type: 'fill',
    source: 'rough',
    paint: { 'fill-color': fillColor, 'fill-opacity': 0.25, 'fill-outline-color': fillColor },
  });
};

type CourtMapProps = MapPlace & { style: string; exact: boolean; label: string };

/** Shows a circle instead of a pin unless the viewer may know the exact address. */
export function CourtMap({ latitude, longitude, style, exact, label }: CourtMapProps) {
  const containerRef = useRef<HTMLDivElement>(null);
  const map = useRef<Map>(undefined);

  useEffect(() => {
    if (!containerRef.current || !canDrawMap) return;
    const place = { latitude, longitude };
    const [west, south] = offsetByMiles(place, -VISIBLE_MILES, -VISIBLE_MILES);
    const [east, north] = offsetByMiles(place, VISIBLE_MILES, VISIBLE_MILES);
    const createdMap = (map.current = createMap(
      containerRef.current,
      style,
      [west, south, east, north],
      label,
    ));
    if (exact) {
      const element = document.createElement('div');
      element.className = pinClass;
      new Marker({ element }).setLngLat([longitude, latitude]).addTo(createdMap);
    } else createdMap.on('load', () => showApproximateArea(createdMap, place));
    return () => createdMap.remove();
  }, [latitude, longitude, style, exact, label]);

  if (!canDrawMap) return null;
  return (
    <div className="relative">
      <div ref={containerRef} className="h-80 rounded-md border border-rule sm:h-104" />
      <ZoomButtons onIn={() => map.current?.zoomIn()} onOut={() => map.current?.zoomOut()} />
    </div>
  );
}
