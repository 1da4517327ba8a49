import { type Map, Marker } from 'maplibre-gl';
import { useEffect, useEffectEvent, useRef } from 'react';
import { canDrawMap, createMap } from '../map/map';
import { type MapPlace, offsetByMiles } from '../map/map-shapes';
import { ZoomButtons } from '../map/zoom-buttons';

const VISIBLE_MILES = 3;

type PositionMapProps = {
  style: string;
  /** The initial center of the map if the court has no position. */
  around: MapPlace;
  place: MapPlace | null;
  onChange: (place: MapPlace) => void;
};

/**
 * Sets the position with a click, or by dragging the pin. Without a pointer, hosts use the text
 * fields.
 */
export function PositionMap({ style, around, place, onChange }: PositionMapProps) {
  const containerRef = useRef<HTMLDivElement>(null);
  const mapRef = useRef<Map>(undefined);
  const markerRef = useRef<Marker>(undefined);
  const choosePlace = useEffectEvent(({ lng, lat }: { lng: number; lat: number }) =>
    onChange({ latitude: lat, longitude: lng }),
  );
  const updateMarker = useEffectEvent(() => {
    if (!mapRef.current) return;
    if (!markerRef.current) {
      markerRef.current = new Marker({ draggable: true });
      markerRef.current.on('dragend', ({ target }) => choosePlace(target.getLngLat()));
    }
    if (!place) return void markerRef.current.remove();
    markerRef.current.setLngLat([place.longitude, place.latitude]).addTo(mapRef.current);
    if (!mapRef.current.getBounds().contains(markerRef.current.getLngLat()))
      mapRef.current.setCenter(markerRef.current.getLngLat());
  });
  const openMap = useEffectEvent((container: HTMLElement) => {
    const initialCenter = place ?? around;
    const [west, south] = offsetByMiles(initialCenter, -VISIBLE_MILES, -VISIBLE_MILES);
    const [east, north] = offsetByMiles(initialCenter, VISIBLE_MILES, VISIBLE_MILES);
    return createMap(
      container,
      style,
      [west, south, east, north],
      'Map for choosing the position of the court',
    );
  });

  useEffect(() => {
    if (!containerRef.current || !canDrawMap) return;
    const createdMap = (mapRef.current = openMap(containerRef.current));
    createdMap.on('click', ({ lngLat }) => choosePlace(lngLat));
    updateMarker();
    return () => {
      createdMap.remove();
      mapRef.current = markerRef.current = undefined;
    };
  }, [style]);
  useEffect(() => updateMarker(), [place?.latitude, place?.longitude]);

  if (!canDrawMap) return null;
  return (
    <div className="relative">
      <div ref={containerRef} className="h-72 rounded-md border border-rule" />
      <ZoomButtons onIn={() => mapRef.current?.zoomIn()} onOut={() => mapRef.current?.zoomOut()} />
    </div>
  );
}
