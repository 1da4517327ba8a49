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

const SHOWN_MILES = 1.8;
const PIN = 'size-5 rounded-full border-2 border-raised bg-clay';

/** MapLibre does not resolve CSS variables, so read the computed color. */
const leafAt = (element: HTMLElement): string => {
  const probe = document.createElement('i');
  probe.style.color = 'var(--color-leaf)';
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};

const showRoughly = (map: Map, place: MapPlace) => {
  map.addSource('rough', { type: 'geojson', data: circleAround(place, APPROXIMATE_RADIUS_MILES) });
  const colour = leafAt(map.getContainer());
  map.addLayer({
    id: 'rough',
    type: 'fill',
    source: 'rough',
    paint: { 'fill-color': colour, 'fill-opacity': 0.25, 'fill-outline-color': colour },
  });
};

type Props = MapPlace & { style: string; exact: boolean; label: string };

/** Shows a circle instead of a pin unless the viewer may know the exact address. */
export function CourtMap({ latitude, longitude, style, exact, label }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<Map>(undefined);

  useEffect(() => {
    if (!box.current || !canDrawMap) return;
    const place = { latitude, longitude };
    const [west, south] = offsetByMiles(place, -SHOWN_MILES, -SHOWN_MILES);
    const [east, north] = offsetByMiles(place, SHOWN_MILES, SHOWN_MILES);
    const shown = (map.current = createMap(box.current, style, [west, south, east, north], label));
    if (exact) {
      const element = document.createElement('div');
      element.className = PIN;
      new Marker({ element }).setLngLat([longitude, latitude]).addTo(shown);
    } else shown.on('load', () => showRoughly(shown, place));
    return () => shown.remove();
  }, [latitude, longitude, style, exact, label]);

  if (!canDrawMap) return null;
  return (
    <div className="relative">
      <div ref={box} className="h-80 rounded-md border border-rule sm:h-104" />
      <ZoomButtons onIn={() => map.current?.zoomIn()} onOut={() => map.current?.zoomOut()} />
    </div>
  );
}
