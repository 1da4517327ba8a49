import type { CourtDetail as Court } from '@courtly/contracts/courts';
import { courtTexts } from '@courtly/contracts/pages';
import { useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import { ApiError, messageOf } from '../../lib/api';
import { PageMeta } from '../../lib/page-meta';
import { Badge } from '../../ui/badge';
import { Button, LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Rate } from '../../ui/price';
import { Skeleton } from '../../ui/skeleton';
import { courtQuery } from '../../lib/courts';
import { Gallery } from './gallery';
import { CourtTabs } from './court-tabs';
import { ratingText, surfaceName } from './court-words';

/** One court; `booking` is what stands in the side card. */
export function CourtDetail({ booking }: { booking: (court: Court) => ReactNode }) {
  const { courtId = '' } = useParams();
  const { data: court, isPending, error, refetch } = useQuery(courtQuery(courtId));
  if (court) return <Shown court={court} booking={booking(court)} />;
  if (isPending) return <OnItsWay />;
  const missing = error instanceof ApiError && error.status === 404;
  const title = missing ? 'Court Not Found' : 'The court could not be loaded';
  return (
    <section className="page pt-8 md:pt-14">
      <PageMeta title={title} />
      <h1 className="mb-8 font-display text-5xl leading-none tracking-tight">{title}</h1>
      <EmptyState
        title={missing ? "The court you're looking for doesn't exist." : messageOf(error, 'Please try again.')}
        action={
          missing ? (
            <LinkButton to={paths.courts}>Browse Courts</LinkButton>
          ) : (
            <Button onClick={() => void refetch()}>Try again</Button>
          )
        }
      />
    </section>
  );
}

function OnItsWay() {
  return (
    <section className="page min-h-dvh pt-4">
      <PageMeta title="Court" />
      <Skeleton className="h-[clamp(14rem,36vw,30rem)]" />
      <p role="status" className="mt-8 font-display text-5xl leading-none text-quiet">
        Loading the court...
      </p>
    </section>
  );
}

function Shown({ court, booking }: { court: Court; booking: ReactNode }) {
  return (
    <article>
      <PageMeta texts={courtTexts(court)} path={paths.court(court.id)} image={court.photos[0]} />
      <Gallery court={court} />
      <div className="page grid gap-x-16 gap-y-10 pt-8 lg:grid-cols-[1fr_25rem] lg:grid-rows-[auto_1fr] lg:pt-12">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-3">
            <Badge tone="brass">{surfaceName(court.surfaceType)}</Badge>
            <span className="figures flex items-center gap-1.5 text-quiet">
              <Star size={16} strokeWidth={1.6} aria-hidden className="text-brass" />
              {ratingText(court.rating)}
            </span>
          </div>
          <h1 className="mt-4 font-display text-5xl leading-none tracking-tight break-words lg:text-6xl">
            {court.name}
          </h1>
          <p className="mt-4 flex flex-wrap gap-x-6 text-lg text-quiet">
            <span>
              {court.address}, {court.location}
            </span>
            <Rate amount={court.hourlyRate} className="text-ink" />
          </p>
          {court.description && <p className="mt-6 max-w-prose">{court.description}</p>}
          {court.amenities.length > 0 && (
            <ul aria-label="Amenities" className="mt-6 grid grid-cols-2 gap-x-8 border-t border-rule">
              {court.amenities.map((amenity) => (
                <li key={amenity} className="border-b border-rule py-3">
                  {amenity}
                </li>
              ))}
            </ul>
          )}
        </div>
        <div className="lg:row-span-2 lg:row-start-1 lg:col-start-2">{booking}</div>
        <CourtTabs court={court} />
      </div>
    </article>
  );
}
