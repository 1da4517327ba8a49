import type { Court } from '@courtly/contracts/courts';
import type { HostFigures } from '@courtly/contracts/hosting';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../config/paths';
import { formatMoney } from '../../lib/format';
import { PageMeta } from '../../lib/page-meta';
import { useSearchState } from '../../lib/search-state';
import { averageRating } from '../../resources/court/court-labels';
import { hostCourtsQuery } from '../../resources/court/court-queries';
import { CourtDialog } from '../../resources/court/form/court-dialog';
import { hostFiguresQuery } from '../../resources/hosting/hosting-queries';
import { OpenConversation } from '../../resources/message/open-conversation';
import { canHost } from '../../resources/session/permissions';
import { rememberReturnPath } from '../../resources/session/return-path';
import { useSession } from '../../resources/session/session';
import { UnknownSession } from '../../resources/session/unknown-session';
import { Button, LinkButton } from '../../ui/button';
import { StatCard, StatRow } from '../../ui/card';
import { EmptyState } from '../../ui/empty-state';
import { LoadErrors } from '../../ui/load-error';
import { QueryPanel } from '../../ui/query-panel';
import { LoadFailed, lazyComponent } from '../../ui/lazy-component';
import { Skeleton, Spinner } from '../../ui/skeleton';
import { Tabs } from '../../ui/tabs';
import { BookingLists } from './booking-lists';
import { CourtRows } from './court-rows';
import { Earnings } from './earnings';
import { Heading } from '../../ui/heading';

const AnalyticsTab = lazyComponent(async () => (await import('./analytics-tab')).AnalyticsTab, {
  fallback: <Skeleton className="h-96" />,
  renderError: (onRetry) => <LoadFailed subject="The analytics" onRetry={onRetry} />,
});

/** The path to which visitors return after they sign in. */
export function HostDashboardPage() {
  const { state, user } = useSession();
  const { pathname, search } = useLocation();
  return (
    <div className="page pt-10">
      <PageMeta
        title="Host Dashboard"
        description="Your courts, their bookings, and what they earn."
      />
      {state === 'signedIn' && canHost(user) ? (
        <HostDashboard />
      ) : (
        <>
          <DashboardHeading />
          {state === 'unknown' && (
            <UnknownSession>
              <Spinner />
            </UnknownSession>
          )}
          {state === 'signedOut' && (
            <EmptyState
              title="Please sign in to see your host dashboard"
              action={
                <LinkButton to={paths.login} onClick={() => rememberReturnPath(pathname + search)}>
                  Sign In
                </LinkButton>
              }
            />
          )}
          {state === 'signedIn' && (
            <EmptyState
              title="Share your court"
              action={<LinkButton to={paths.hostApplication}>Become a Host</LinkButton>}
            >
              Tell us about your court. Once we approve it, you can host with this same account and
              keep booking with it, too.
            </EmptyState>
          )}
        </>
      )}
    </div>
  );
}

function DashboardHeading({ children }: { children?: React.ReactNode }) {
  return (
    <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
      <Heading level={1}>Host Dashboard</Heading>
      {children}
    </div>
  );
}

function HostDashboard() {
  const [searchParams, updateSearch] = useSearchState();
  const [editedCourt, setEditedCourt] = useState<{ courtId: string | null } | null>(null);
  const courtsQuery = useInfiniteQuery(hostCourtsQuery);
  const figuresQuery = useQuery(hostFiguresQuery);
  const selectedTab = searchParams.get('tab') ?? 'courts';
  const openCourtForm = (courtId: string | null) => setEditedCourt({ courtId });
  const courtRows = (
    <QueryPanel query={courtsQuery} label="your courts">
      {({ items }) => <CourtRows courts={items} query={courtsQuery} onEdit={openCourtForm} />}
    </QueryPanel>
  );
  return (
    <>
      <DashboardHeading>
        <div className="flex flex-wrap gap-3">
          <LinkButton variant="outline" to={paths.hostCalendar}>
            Calendar
          </LinkButton>
          <LinkButton variant="outline" to={paths.ownerAvailability}>
            Availability
          </LinkButton>
          <Button onClick={() => openCourtForm(null)}>Add Court</Button>
        </div>
      </DashboardHeading>
      <LoadErrors
        className="mb-8"
        label="your figures"
        // These tabs show the error of the courts themselves.
        queries={
          ['courts', 'analytics'].includes(selectedTab)
            ? [figuresQuery]
            : [figuresQuery, courtsQuery]
        }
      />
      <FigureCards figures={figuresQuery.data} courts={courtsQuery.data?.items} />
      <Tabs
        label="Host dashboard"
        value={selectedTab}
        onChange={(nextTab) => updateSearch({ tab: nextTab === 'courts' ? '' : nextTab })}
        tabs={[
          { value: 'courts', label: 'My Courts', panel: courtRows },
          {
            value: 'bookings',
            label: 'Bookings',
            count: figuresQuery.data?.upcoming,
            panel: <BookingLists />,
          },
          { value: 'earnings', label: 'Earnings', panel: <Earnings figures={figuresQuery.data} /> },
          { value: 'analytics', label: 'Analytics', panel: <AnalyticsTab /> },
        ]}
      />
      <OpenConversation />
      {editedCourt && (
        <CourtDialog courtId={editedCourt.courtId} onClose={() => setEditedCourt(null)} />
      )}
    </>
  );
}

type FigureCardsProps = { figures: HostFigures | undefined; courts: readonly Court[] | undefined };

function FigureCards({ figures, courts }: FigureCardsProps) {
  const figureCards = [
    {
      label: 'Active courts',
      value: figures?.courts.active,
      note: figures && `${figures.courts.listed} total`,
    },
    {
      label: 'Upcoming bookings',
      value: figures?.upcoming,
      note: figures && `${figures.pending} awaiting your response`,
    },
    {
      label: 'Earned this month',
      value: figures && formatMoney(figures.month.earned),
      note:
        figures &&
        `${formatMoney(figures.total.earned)} in all, ${formatMoney(figures.total.expected)} upcoming`,
    },
    { label: 'Average rating', value: courts && averageRating(courts) },
  ];
  return (
    <StatRow className="mb-10">
      {figureCards.map(({ value, ...figure }) => (
        <StatCard key={figure.label} {...figure} value={value ?? '–'} />
      ))}
    </StatRow>
  );
}
