import { cityCenters } from '../../resources/court/map/map-places';
import {
  type MapPlace,
  APPROXIMATE_RADIUS_MILES,
  milesBetween,
} from '../../resources/court/map/map-shapes';

const RING_MILES = [1, 3, 10];
const GRID_MILES = 15;
const VISIBLE_MILES = 3.4;
const NAME_OFFSET = 0.42;

const gridLines = Array.from({ length: 2 * GRID_MILES + 1 }, (_, index) => index - GRID_MILES)
  .map(
    (gridPosition) =>
      `M${gridPosition} ${-GRID_MILES}V${GRID_MILES}M${-GRID_MILES} ${gridPosition}H${GRID_MILES}`,
  )
  .join('');

type LocationSketchProps = MapPlace & { exact: boolean; label: string };

/**
 * An SVG map without a map service, with distances and nearby cities. One unit is one mile. Shows a
 * circle instead of a pin unless the viewer may know the exact address.
 */
export function LocationSketch({ latitude, longitude, exact, label }: LocationSketchProps) {
  const nearbyPlaces = cityCenters
    .map(({ name, ...place }) => ({ name, at: milesBetween({ latitude, longitude }, place) }))
    // Omits names that the edge would cut off.
    .filter(
      ({ at: [east, north] }) =>
        Math.abs(east) < GRID_MILES && Math.abs(NAME_OFFSET - north) < VISIBLE_MILES - 0.2,
    );
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-VISIBLE_MILES} ${-VISIBLE_MILES} ${2 * VISIBLE_MILES} ${2 * VISIBLE_MILES}`}
      className="h-80 w-full rounded-md border border-rule bg-sunk text-[0.32px] sm:h-104 [&_*]:[vector-effect:non-scaling-stroke]"
    >
      <path d={gridLines} className="fill-none stroke-rule" />
      {RING_MILES.map((radiusMiles) => (
        <circle
          key={radiusMiles}
          r={radiusMiles}
          strokeDasharray="5 4"
          className="fill-none stroke-brass-line"
        />
      ))}
      {exact ? (
        <circle r={0.13} strokeWidth={2} className="fill-clay stroke-raised" />
      ) : (
        <circle r={APPROXIMATE_RADIUS_MILES} className="fill-leaf/25" />
      )}
      <g textAnchor="middle" strokeWidth={6} className="stroke-sunk [paint-order:stroke]">
        {RING_MILES.map((radiusMiles) => (
          <text
            key={radiusMiles}
            y={-radiusMiles}
            dy="0.35em"
            className="figures fill-quiet text-[0.26px]"
          >
            {radiusMiles} mi
          </text>
        ))}
        {nearbyPlaces.map(({ name, at: [east, north] }) => (
          <text key={name} x={east} y={NAME_OFFSET - north} className="fill-ink font-display">
            {name}
          </text>
        ))}
      </g>
    </svg>
  );
}
