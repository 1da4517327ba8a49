import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { cx } from 'class-variance-authority';
import land from '../../resources/court/map/land.json';
import { cityCenters } from '../../resources/court/map/map-places';
import {
  type MapView,
  type WorldPoint,
  fitView,
  movedView,
  pixelOf,
  zoomedView,
} from '../../resources/court/map/map-view';
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

/** The space of a city name, so that names do not overlap. */
const NAME_SIZE_PX = { width: 130, height: 30 };
const NAME_OFFSET_PX = 30;
const STEP_PX = 80;
const ZOOM_STEP = 1.6;

const keySteps: Record<string, readonly [east: number, south: number]> = {
  ArrowLeft: [-STEP_PX, 0],
  ArrowRight: [STEP_PX, 0],
  ArrowUp: [0, -STEP_PX],
  ArrowDown: [0, STEP_PX],
};

/** The size of an element in pixels, which is empty until it is known. */
const useSize = () => {
  const ref = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = ref.current!;
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, size };
};

/** Moves the focus to the map when a focused marker leaves the view. */
const keepFocusOnMap = (marker: HTMLButtonElement) => () => {
  if (marker === document.activeElement)
    marker.closest<HTMLElement>('[role=group]')?.focus({ preventScroll: true });
};

/**
 * A map of land, water, and city names that needs no provider. The mouse and the arrow keys move
 * it; on touch screens, vertical swipes scroll the page.
 */
export function DrawnMap({ courts, active, onChoose, className }: ResultMapProps) {
  const { ref, size } = useSize();
  const [userView, setUserView] = useState<{ courts: typeof courts; view: MapView }>();
  const isInView = ({ x, y }: WorldPoint) => x > 0 && y > 0 && x < size.width && y < size.height;
  const isKept =
    userView &&
    canKeepView(userView.courts, courts, (court) => isInView(pixelOf(userView.view, size, court)));
  const view = isKept ? userView.view : fitView(boundsOf(courts), size);
  const setView = (nextView: MapView) => setUserView({ courts, view: nextView });
  const dragRef = useRef<{ x: number; y: number; view: MapView }>(undefined);

  const courtsById = new Map(courts.map((court) => [court.id, court]));
  const pins = courts
    .map((court) => ({ id: court.id, ...pixelOf(view, size, court) }))
    .filter(isInView);
  const clusters = clustersOf(pins, MARKER_SIZE_PX);
  const names = clustersOf(
    cityCenters
      .map(({ name, ...place }) => ({ id: name, ...pixelOf(view, size, place) }))
      .filter(isInView),
    NAME_SIZE_PX,
  ).map(([firstName]) => firstName!);

  const press = (clustered: readonly LocatedCourt[]) => {
    const bounds = boundsOf(clustered);
    const closerView = fitView(bounds, size);
    if (isSinglePlace(bounds) || closerView.scale <= view.scale)
      onChoose(clustered.map(({ id }) => id));
    else setView(closerView);
  };
  const drag = ({ buttons, clientX, clientY }: PointerEvent) => {
    if (!buttons) dragRef.current = undefined;
    const start = dragRef.current;
    if (start) setView(movedView(start.view, start.x - clientX, start.y - clientY));
  };
  return (
    <div
      role="presentation"
      onKeyDown={(event) => {
        const step = keySteps[event.key];
        if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        setView(movedView(view, ...step));
      }}
    >
      <div role="group" aria-label="Map of the courts" tabIndex={-1} className="relative">
        <div
          ref={ref}
          onPointerDown={(event) => {
            if (event.button !== 0 || (event.target as Element).closest('button')) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            dragRef.current = { x: event.clientX, y: event.clientY, view };
          }}
          onPointerMove={drag}
          onPointerUp={() => (dragRef.current = undefined)}
          onPointerCancel={() => (dragRef.current = undefined)}
          className={cx(
            'relative cursor-grab touch-pan-y touch-pinch-zoom overflow-clip rounded-md border border-rule bg-done-wash select-none active:cursor-grabbing',
            className,
          )}
        >
          <svg aria-hidden className="absolute inset-0 size-full">
            <path
              d={land.path}
              transform={`translate(${size.width / 2} ${size.height / 2}) scale(${view.scale}) translate(${land.x - view.center.x} ${land.y - view.center.y})`}
              className="fill-sunk"
            />
          </svg>
          {size.width > 0 && (
            <>
              {names.map(({ id, x, y }) => (
                <span
                  key={id}
                  aria-hidden
                  style={{ left: x, top: y + NAME_OFFSET_PX }}
                  className="pointer-events-none absolute -translate-1/2 font-display text-small whitespace-nowrap text-quiet"
                >
                  {id}
                </span>
              ))}
              {clusters.map((cluster) => {
                const clustered = cluster.map(({ id }) => courtsById.get(id)!);
                const { text, name } = markerLabels(clustered);
                const { id, x, y } = cluster[0]!;
                const isActive = clustered.some((court) => active.includes(court.id));
                return (
                  <button
                    key={id}
                    ref={keepFocusOnMap}
                    type="button"
                    aria-label={name}
                    data-active={isActive || undefined}
                    onClick={() => press(clustered)}
                    style={{ left: x, top: y }}
                    className={cx('absolute -translate-1/2', markerClass)}
                  >
                    {text}
                  </button>
                );
              })}
            </>
          )}
        </div>
        <ZoomButtons
          onIn={() => setView(zoomedView(view, ZOOM_STEP))}
          onOut={() => setView(zoomedView(view, 1 / ZOOM_STEP))}
        />
      </div>
    </div>
  );
}
