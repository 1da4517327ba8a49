import { Star } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { isCalendarDay } from '../../lib/days';
import { cx } from 'class-variance-authority';
import { Badge } from '../../ui/badge';
import { AccessBadge } from '../../resources/court/access-badge';
import { FavouriteButton } from '../../resources/court/favourite-button';
import { ratingLabel, surfaceLabel } from '../../resources/court/court-labels';
import { useChallenge } from '../../resources/player/challenge';
import type { CourtSearch } from '../../resources/court/court-search';
import type { FoundCourt } from '../../resources/court/search-query';
import { ShownRate } from '../../ui/price';
import { CardPicture } from './card-picture';
import { FreeHours } from './free-hours';
import { Heading } from '../../ui/heading';

type CourtCardProps = {
  court: FoundCourt;
  /** The search that found the court. Its day and hour stay in the link. */
  search: CourtSearch;
  isFirst?: boolean;
  /** Whether the court's marker is selected on the map. */
  highlighted?: boolean;
  /** Called when the court or one of its hours is opened. */
  onOpen: () => void;
};

const linkOf = (
  { id, slots: [firstSlot] }: FoundCourt,
  { date, from, to }: CourtSearch,
): string => {
  if (!isCalendarDay(date)) return paths.court(id);
  return (from || to) && firstSlot
    ? paths.courtHour(id, date, firstSlot.start)
    : paths.courtOnDay(id, date);
};

const milesLabel = (miles: number): string =>
  miles <= 1 ? 'about 1 mile' : `${miles.toLocaleString('en-US')} miles`;

/**
 * The name link covers the whole card, and the hours and the heart lie above it. Memoized, because
 * the list is refetched whenever any court changes.
 */
export const CourtCard = memo(function CourtCard({
  court,
  search,
  isFirst = false,
  highlighted = false,
  onOpen,
}: CourtCardProps) {
  const { withChallenge } = useChallenge();
  return (
    <article className="group relative flex h-full min-w-0 flex-col wrap-anywhere">
      <CardPicture
        court={court}
        isFirst={isFirst}
        className={cx(highlighted && 'outline-2 outline-offset-3 outline-brass')}
      />
      <FavouriteButton court={court} className="absolute top-3 right-3 z-10" />
      <div className="mt-4 flex items-center justify-between gap-3">
        <span className="flex flex-wrap gap-2">
          <Badge tone="brass">{surfaceLabel(court.surfaceType)}</Badge>
          <AccessBadge access={court.courtAccess} />
        </span>
        <span className="figures flex shrink-0 items-center gap-1.5 text-small text-quiet">
          <Star size={15} strokeWidth={1.6} aria-hidden className="text-brass" />
          {ratingLabel(court.rating)}
        </span>
      </div>
      <Heading level={2} dir="auto" className="mt-3">
        <Link
          to={withChallenge(linkOf(court, search))}
          onClick={onOpen}
          className="after:absolute after:inset-0"
        >
          {court.name}
        </Link>
      </Heading>
      <p className="mt-1 flex flex-wrap justify-between gap-x-4 text-quiet">
        <span>
          <bdi>{court.location}</bdi>
          {court.milesAway !== undefined && (
            <>
              , {milesLabel(court.milesAway)} from <bdi>{search.search}</bdi>
            </>
          )}
        </span>
        <ShownRate price={court.shownPrice} className="text-ink" />
      </p>
      <FreeHours court={court} onOpen={onOpen} />
      {court.description && (
        <p dir="auto" className="mt-4 line-clamp-2">
          {court.description}
        </p>
      )}
      {court.amenities.length > 0 && (
        <p dir="auto" className="mt-3 text-small text-quiet">
          {court.amenities.slice(0, 4).join(' · ')}
        </p>
      )}
      <p
        aria-hidden
        className="mt-auto pt-4 text-court underline decoration-brass-line underline-offset-6 group-hover:decoration-ink"
      >
        Reserve Your Court
      </p>
    </article>
  );
});
