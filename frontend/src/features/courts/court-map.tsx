import { Minus, Plus } from 'lucide-react';
import { Map, Marker, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { useEffect, useRef } from 'react';
import { useTheme } from '../../lib/theme';
import { Button } from '../../ui/button';
import './court-map.css';
import { places } from './map-places';
import { type Place, offset } from './map-shapes';
import { RING_MILES, coloursAt, styleOf } from './map-style';

// A file of ours: the page's policy allows no worker from a blob.
setWorkerUrl(workerUrl);

const SHOWN_MILES = 3.4;
// A name under its place leaves the pin in sight.
const NAME_BELOW_PX = 22;
const dark = matchMedia('(prefers-color-scheme: dark)');
const canDraw = Boolean(document.createElement('canvas').getContext('webgl2'));

const sign = (className: string, text = '') => {
  const element = document.createElement('div');
  element.className = className;
  element.textContent = text;
  return element;
};

const around = (place: Place): [[number, number], [number, number]] => [
  offset(place, -SHOWN_MILES, -SHOWN_MILES),
  offset(place, SHOWN_MILES, SHOWN_MILES),
];

const drawn = (container: HTMLElement, place: Place, exact: boolean, label: string): Map => {
  const map = new Map({
    container,
    style: styleOf(place, exact, coloursAt(container)),
    bounds: around(place),
    minZoom: 8,
    maxZoom: 15,
    attributionControl: false,
    dragRotate: false,
    touchPitch: false,
    pitchWithRotate: false,
    // The wheel and a single finger go on moving the page.
    scrollZoom: false,
    dragPan: !matchMedia('(pointer: coarse)').matches,
    locale: { 'Map.Title': label },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  const put = (element: HTMLElement, at: [number, number], below = 0) =>
    new Marker({ element, offset: [0, below] }).setLngLat(at).addTo(map);
  for (const miles of RING_MILES)
    put(sign('figures bg-sunk px-1.5 text-sm leading-none text-quiet', `${miles} mi`), offset(place, 0, miles));
  for (const { name, latitude, longitude } of places)
    put(sign('font-display text-lg leading-none text-ink', name), [longitude, latitude], NAME_BELOW_PX);
  if (exact) put(sign('size-5 rounded-full border-2 border-raised bg-clay'), [place.longitude, place.latitude]);
  return map;
};

type Props = Place & { exact: boolean; label: string };

/** A map around a court, in the colours of the page; for everybody who may not know the house, a circle around it. */
export function CourtMap({ latitude, longitude, exact, label }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<Map>(undefined);
  const theme = useTheme();

  useEffect(() => {
    if (!box.current) return;
    const place = { latitude, longitude };
    const shown = (map.current = drawn(box.current, place, exact, label));
    const repaint = () => shown.setStyle(styleOf(place, exact, coloursAt(shown.getContainer())));
    dark.addEventListener('change', repaint);
    return () => {
      dark.removeEventListener('change', repaint);
      shown.remove();
    };
  }, [latitude, longitude, exact, label, theme]);

  if (!canDraw) return null;
  return (
    <div className="relative">
      <div ref={box} className="h-80 rounded-md border border-rule sm:h-104" />
      <div className="absolute top-3 right-3 grid gap-1.5">
        <Button
          variant="outline"
          size="icon"
          aria-label="Zoom in"
          onClick={() => map.current?.zoomIn()}
          className="bg-raised"
        >
          <Plus size={18} strokeWidth={1.6} aria-hidden />
        </Button>
        <Button
          variant="outline"
          size="icon"
          aria-label="Zoom out"
          onClick={() => map.current?.zoomOut()}
          className="bg-raised"
        >
          <Minus size={18} strokeWidth={1.6} aria-hidden />
        </Button>
      </div>
    </div>
  );
}
