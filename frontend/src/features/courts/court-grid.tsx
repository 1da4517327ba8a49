import { useState } from 'react';
import { mapStyleUrl } from '../../config/map-style';
import { cx } from 'class-variance-authority';
import type { CourtSearch } from '../../resources/court/court-search';
import type { FoundCourt } from '../../resources/court/search-query';
import { LoadFailed, lazyComponent } from '../../ui/lazy-component';
import { Skeleton } from '../../ui/skeleton';
import { CourtCard } from './court-card';
import { gridClass } from './courts-loading';

const mapSizeClass = 'h-80 lg:h-[calc(100dvh-9rem)]';
const ResultsMap = lazyComponent(async () => (await import('./results-map')).ResultsMap, {
  fallback: <Skeleton className={mapSizeClass} />,
  renderError: (onRetry) => <LoadFailed subject="The map" onRetry={onRetry} />,
});

const cardId = (courtId: string) => `court-${courtId}`;

/** Courts that are active in the list or on the map (`on`). The other one highlights them. */
type ActiveCourts = { courtIds: readonly string[]; on: 'list' | 'map' };

type CourtGridProps = {
  courts: readonly FoundCourt[];
  /** The search that found the courts. */
  search: CourtSearch;
  hasMap: boolean;
  onOpen: () => void;
};

export function CourtGrid({ courts, search, hasMap, onOpen }: CourtGridProps) {
  const [activeCourts, setActiveCourts] = useState<ActiveCourts>({ courtIds: [], on: 'list' });
  const selectOnMap = (courtIds: readonly string[]) => {
    const cardElement = document.getElementById(cardId(courtIds[0]!));
    cardElement?.scrollIntoView({ block: 'center' });
    cardElement?.querySelector<HTMLElement>('h2 a')?.focus({ preventScroll: true });
    // After the focus, which makes the court active in the list.
    setActiveCourts({ courtIds, on: 'map' });
  };
  return (
    <div className={cx(hasMap && 'flex flex-col lg:grid lg:grid-cols-[3fr_2fr] lg:gap-8')}>
      <ul className={cx(gridClass, hasMap && 'lg:grid-cols-2!')}>
        {courts.map((court, index) => (
          <li
            key={court.id}
            id={cardId(court.id)}
            className="min-w-0"
            {...(hasMap && {
              onPointerEnter: () => setActiveCourts({ courtIds: [court.id], on: 'list' }),
              onFocus: () => setActiveCourts({ courtIds: [court.id], on: 'list' }),
            })}
          >
            <CourtCard
              court={court}
              search={search}
              isFirst={index === 0}
              highlighted={
                hasMap && activeCourts.on === 'map' && activeCourts.courtIds.includes(court.id)
              }
              onOpen={onOpen}
            />
          </li>
        ))}
      </ul>
      {hasMap && (
        <div className="order-first mt-3 lg:sticky lg:top-24 lg:order-none lg:mt-6 lg:self-start">
          <ResultsMap
            style={mapStyleUrl()}
            courts={courts}
            active={activeCourts.courtIds}
            onChoose={selectOnMap}
            className={mapSizeClass}
          />
        </div>
      )}
    </div>
  );
}
