import { type Map, Marker } from 'maplibre-gl';
import { useEffect, useEffectEvent, useRef } from 'react';
import { cn } from '../../lib/cn';
import { formatShortMoney } from '../../lib/format';
import type { FoundCourt } from '../../resources/court/search-query';
import { type MapBounds, canDrawMap, createMap } from '../../resources/court/map/map';
import { clustersOf } from './map-clusters';
import { ZoomButtons } from '../../resources/court/map/zoom-buttons';

type Placed = FoundCourt & { latitude: number; longitude: number };
type Drawn = { courtIds: readonly string[]; element: HTMLElement; remove: () => void };

/** Size of the widest marker label. */
const SIZE_PX = { width: 88, height: 38 };
const LABEL = 'Map of the courts';
const MARKER =
  'figures cursor-pointer rounded-full border border-edge bg-raised px-3 py-1.5 font-sans text-sm leading-5 font-semibold text-ink shadow-lift hover:border-ink data-active:z-10 data-active:border-court data-active:bg-court data-active:text-on-court';

const isPlaced = (court: FoundCourt): court is Placed =>
  court.latitude !== null && court.longitude !== null;

const boundsOf = (courts: readonly Placed[]): MapBounds => {
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

const markerOf = (courts: readonly Placed[], onPress: () => void): HTMLElement => {
  const [first] = courts;
  const element = document.createElement('button');
  element.type = 'button';
  element.className = MARKER;
  element.textContent =
    courts.length > 1 ? `${courts.length} courts` : formatShortMoney(first!.hourlyRate);
  element.ariaLabel =
    courts.length > 1
      ? `${courts.length} courts in ${first!.location}`
      : `${first!.name}, ${element.textContent}`;
  element.addEventListener('click', onPress);
  return element;
};

/** Draws one marker per court or cluster of overlapping courts. */
const draw = (
  map: Map,
  courts: readonly Placed[],
  onChoose: (courts: readonly Placed[]) => void,
): Drawn[] => {
  const byId = new globalThis.Map(courts.map((court) => [court.id, court]));
  const pins = courts.map(({ id, longitude, latitude }) => ({
    id,
    ...map.project([longitude, latitude]),
  }));
  return clustersOf(
    pins.map(({ id, x, y }) => ({ id, x, y })),
    SIZE_PX,
  ).map((cluster) => {
    const together = cluster.map(({ id }) => byId.get(id)!);
    const element = markerOf(together, () => onChoose(together));
    const marker = new Marker({ element })
      .setLngLat([together[0]!.longitude, together[0]!.latitude])
      .addTo(map);
    return { courtIds: together.map(({ id }) => id), element, remove: () => marker.remove() };
  });
};

type Props = {
  style: string;
  courts: readonly FoundCourt[];
  /** IDs of the courts hovered or focused in the list. */
  active: readonly string[];
  onChoose: (courtIds: readonly string[]) => void;
  className: string;
};

/** Shows search results at their public, rounded positions. */
export function ResultsMap({ style, courts, active, onChoose, className }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<Map>(undefined);
  const drawn = useRef<Drawn[]>([]);
  const placed = courts.filter(isPlaced);
  const which = placed.map(({ id }) => id).join();

  const highlight = useEffectEvent(() => {
    for (const { courtIds, element } of drawn.current)
      element.toggleAttribute(
        'data-active',
        courtIds.some((id) => active.includes(id)),
      );
  });
  const redraw = useEffectEvent(() => {
    const shown = map.current!;
    for (const one of drawn.current) one.remove();
    drawn.current = draw(shown, placed, (together) => {
      const bounds = boundsOf(together);
      const isOnePlace = bounds[0] === bounds[2] && bounds[1] === bounds[3];
      if (isOnePlace) onChoose(together.map(({ id }) => id));
      else shown.fitBounds(bounds, { padding: 64, maxZoom: 14 });
    });
    highlight();
  });
  const open = useEffectEvent((container: HTMLElement) =>
    createMap(container, style, boundsOf(placed), LABEL),
  );
  const fit = useEffectEvent(() => {
    map.current?.fitBounds(boundsOf(placed), { padding: 48, maxZoom: 13, animate: false });
    redraw();
  });

  const isEmpty = placed.length === 0;
  useEffect(() => {
    if (!box.current || !canDrawMap || isEmpty) return;
    const shown = (map.current = open(box.current));
    shown.on('zoomend', () => redraw());
    return () => {
      drawn.current = [];
      map.current = undefined;
      shown.remove();
    };
  }, [isEmpty, style]);
  useEffect(() => {
    if (map.current) fit();
  }, [which]);
  useEffect(() => highlight(), [active]);

  if (!canDrawMap) return null;
  if (isEmpty) return <p className="text-quiet">None of these courts has a map location.</p>;
  return (
    <div className="relative">
      <div ref={box} className={cn('rounded-md border border-rule', className)} />
      <ZoomButtons onIn={() => map.current?.zoomIn()} onOut={() => map.current?.zoomOut()} />
    </div>
  );
}
