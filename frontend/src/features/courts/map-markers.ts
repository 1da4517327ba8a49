import { formatShortMoney } from '../../lib/format';
import type { MapBounds } from '../../resources/court/map/map-view';
import type { FoundCourt } from '../../resources/court/search-query';

export type LocatedCourt = FoundCourt & { latitude: number; longitude: number };

export type ResultMapProps = {
  courts: readonly LocatedCourt[];
  /** The IDs of the courts that are hovered or focused in the list. */
  active: readonly string[];
  onChoose: (courtIds: readonly string[]) => void;
  className: string;
};

/** The size of the widest marker label. */
export const MARKER_SIZE_PX = { width: 88, height: 38 };

export const markerClass =
  'figures cursor-pointer rounded-full whitespace-nowrap border border-edge bg-raised px-3 py-1.5 font-sans text-sm leading-5 font-semibold text-ink shadow-lift hover:border-ink data-active:z-10 data-active:border-court data-active:bg-court data-active:text-on-court';

export const hasCoordinates = (court: FoundCourt): court is LocatedCourt =>
  court.latitude !== null && court.longitude !== null;

export const boundsOf = (courts: readonly LocatedCourt[]): MapBounds => {
  const latitudes = courts.map(({ latitude }) => latitude);
  const longitudes = courts.map(({ longitude }) => longitude);
  return [
    Math.min(...longitudes),
    Math.min(...latitudes),
    Math.max(...longitudes),
    Math.max(...latitudes),
  ];
};

export const isSinglePlace = ([west, south, east, north]: MapBounds): boolean =>
  west === east && south === north;

const placeKeyOf = ({ id, latitude, longitude }: LocatedCourt): string =>
  `${id} ${latitude} ${longitude}`;

/** Whether the view of the previous courts fits others. A missing court means another search. */
export const canKeepView = (
  previousCourts: readonly LocatedCourt[],
  courts: readonly LocatedCourt[],
  isInView: (court: LocatedCourt) => boolean,
): boolean => {
  const placeKeys = new Set(courts.map(placeKeyOf));
  const previousKeys = new Set(previousCourts.map(placeKeyOf));
  return (
    [...previousKeys].every((placeKey) => placeKeys.has(placeKey)) &&
    courts.every((court) => previousKeys.has(placeKeyOf(court)) || isInView(court))
  );
};

/** The visible text and the accessible name of the marker of one or more courts. */
export const markerLabels = (courts: readonly LocatedCourt[]): { text: string; name: string } => {
  const [firstCourt] = courts;
  const text =
    courts.length > 1 ? `${courts.length} courts` : formatShortMoney(firstCourt!.shownPrice.amount);
  return {
    text,
    name: courts.length > 1 ? `${text} in ${firstCourt!.location}` : `${firstCourt!.name}, ${text}`,
  };
};
