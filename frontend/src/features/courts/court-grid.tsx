import { useState } from 'react';
import { cn } from '../../lib/cn';
import type { FoundCourt } from '../../resources/court/search-query';
import { LoadFailed, lazyComponent } from '../../ui/lazy-component';
import { Skeleton } from '../../ui/skeleton';
import { CourtCard } from './court-card';
import { gridClass } from './grid-class';

const MAP_BOX = 'h-80 lg:h-[calc(100dvh-9rem)]';
const ResultsMap = lazyComponent(async () => (await import('./results-map')).ResultsMap, {
  fallback: <Skeleton className={MAP_BOX} />,
  failed: (retry) => <LoadFailed what="The map" onRetry={retry} />,
});

const cardId = (courtId: string) => `court-${courtId}`;

/** Active courts and the side they were activated on; the other side highlights them. */
type Active = { courtIds: readonly string[]; on: 'list' | 'map' };

type Props = {
  courts: readonly FoundCourt[];
  /** Map style URL; undefined hides the map. */
  mapStyle: string | undefined;
  onOpen: () => void;
};

export function CourtGrid({ courts, mapStyle, onOpen }: Props) {
  const [active, setActive] = useState<Active>({ courtIds: [], on: 'list' });
  const choose = (courtIds: readonly string[]) => {
    setActive({ courtIds, on: 'map' });
    const card = document.getElementById(cardId(courtIds[0]!));
    card?.scrollIntoView({ block: 'center' });
  };
  const isBeside = mapStyle !== undefined;
  return (
    <div className={cn(isBeside && 'lg:grid lg:grid-cols-[3fr_2fr] lg:gap-8')}>
      {isBeside && (
        <div className="mt-3 lg:sticky lg:top-24 lg:order-1 lg:mt-6 lg:self-start">
          <ResultsMap
            style={mapStyle}
            courts={courts}
            active={active.courtIds}
            onChoose={choose}
            className={MAP_BOX}
          />
        </div>
      )}
      <ul className={cn(gridClass, isBeside && 'lg:grid-cols-2')}>
        {courts.map((court, index) => (
          <li
            key={court.id}
            id={cardId(court.id)}
            className="min-w-0"
            {...(isBeside && {
              onPointerEnter: () => setActive({ courtIds: [court.id], on: 'list' }),
              onFocus: () => setActive({ courtIds: [court.id], on: 'list' }),
            })}
          >
            <CourtCard
              court={court}
              isFirst={index === 0}
              highlighted={isBeside && active.on === 'map' && active.courtIds.includes(court.id)}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
