import { type Map, Marker } from 'maplibre-gl';
import { useEffect, useEffectEvent, useRef } from 'react';
import { canDraw, createMap } from '../map/map';
import { type Place, offset } from '../map/map-shapes';
import { ZoomButtons } from '../map/zoom-buttons';

const SHOWN_MILES = 3;

type Props = {
  style: string;
  /** Initial center of the map if there is no position. */
  around: Place;
  place: Place | null;
  onChange: (place: Place) => void;
};

/**
 * Sets the position with a click or by dragging the pin. The text fields are the alternative
 * without a pointer.
 */
export function PositionMap({ style, around, place, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<Map>(undefined);
  const pin = useRef<Marker>(undefined);
  const choose = useEffectEvent(({ lng, lat }: { lng: number; lat: number }) =>
    onChange({ latitude: lat, longitude: lng }),
  );
  const showPin = useEffectEvent(() => {
    if (!map.current) return;
    if (!pin.current) {
      pin.current = new Marker({ draggable: true });
      pin.current.on('dragend', ({ target }) => choose(target.getLngLat()));
    }
    if (!place) return void pin.current.remove();
    pin.current.setLngLat([place.longitude, place.latitude]).addTo(map.current);
    if (!map.current.getBounds().contains(pin.current.getLngLat()))
      map.current.setCenter(pin.current.getLngLat());
  });
  const open = useEffectEvent((container: HTMLElement) => {
    const start = place ?? around;
    const [west, south] = offset(start, -SHOWN_MILES, -SHOWN_MILES);
    const [east, north] = offset(start, SHOWN_MILES, SHOWN_MILES);
    return createMap(container, style, [west, south, east, north], 'Map to put the court on');
  });

  useEffect(() => {
    if (!box.current || !canDraw) return;
    const shown = (map.current = open(box.current));
    shown.on('click', ({ lngLat }) => choose(lngLat));
    showPin();
    return () => {
      shown.remove();
      map.current = pin.current = undefined;
    };
  }, [style]);
  useEffect(() => showPin(), [place?.latitude, place?.longitude]);

  if (!canDraw) return null;
  return (
    <div className="relative">
      <div ref={box} className="h-72 rounded-md border border-rule" />
      <ZoomButtons onIn={() => map.current?.zoomIn()} onOut={() => map.current?.zoomOut()} />
    </div>
  );
}
