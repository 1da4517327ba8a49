import type { CourtDetail as Court } from '@courtly/contracts/courts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import { ApiError, errorMessage } from '../../lib/api';
import { PageMeta } from '../../lib/page-meta';
import { Button, LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { hasFailed } from '../../ui/load-error';
import { CourtContent } from './court-content';
import { CourtSkeleton } from './court-skeleton';
import { courtQuery } from '../../resources/court/court-queries';

/** `booking` renders the card at the side. */
export function CourtDetail({ booking }: { booking: (court: Court) => ReactNode }) {
  const { courtId = '' } = useParams();
  const query = useQuery(courtQuery(courtId));
  const { data: court, error, errorUpdateCount, isFetching, refetch } = query;
  if (court) return <CourtContent court={court} booking={booking(court)} />;
  if (!hasFailed(query))
    return (
      <>
        <PageMeta title="Court" />
        <CourtSkeleton />
      </>
    );
  const isMissing = error instanceof ApiError && error.status === 404;
  const errorTitle = isMissing ? 'Court Not Found' : "The court couldn't be loaded";
  return (
    <section className="page pt-8 md:pt-14">
      <PageMeta title={errorTitle} />
      <h1 className="mb-8 font-display text-5xl leading-none tracking-tight">{errorTitle}</h1>
      <EmptyState
        title={
          <span key={errorUpdateCount} role="alert">
            {isMissing
              ? "The court you're looking for doesn't exist."
              : errorMessage(error, 'Please try again.')}
          </span>
        }
        action={
          isMissing ? (
            <LinkButton to={paths.courts}>Browse Courts</LinkButton>
          ) : (
            <Button busy={isFetching} onClick={() => void refetch()}>
              Try Again
            </Button>
          )
        }
      />
    </section>
  );
}
