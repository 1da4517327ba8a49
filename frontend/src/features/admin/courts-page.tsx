import type { AdminCourt } from '@courtly/contracts/admin-courts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api';
import { useSearchState } from '../../lib/search-state';
import { AdminLayout } from '../../resources/admin/admin-layout';
import { adminCourtsQuery } from '../../resources/admin/admin-queries';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { EmptyState } from '../../ui/empty-state';
import { InteractiveTable } from '../../ui/interactive-table';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { CityNote } from './city-note';
import { UpcomingBookings } from './upcoming-bookings';
import { AdminActionDialog } from './admin-action-dialog';
import { PastBookings } from './past-bookings';
import { SearchBar } from './search-bar';

export function AdminCourtsPage() {
  const [searchParams, updateSearch] = useSearchState();
  const courtsQuery = useInfiniteQuery({
    ...adminCourtsQuery(searchParams),
    placeholderData: keepPreviousData,
  });
  const [pendingCourt, setPendingCourt] = useState<AdminCourt | null>(null);
  const [openCourt, setOpenCourt] = useState<AdminCourt | null>(null);
  return (
    <AdminLayout
      title="Courts"
      lead="Players can't find or book a court that you hide here, and its host can't show it again."
    >
      <SearchBar
        label="Find a court"
        hint="A word from its name or city"
        switchFilter={{ name: 'hidden', label: 'Hidden only' }}
        searchParams={searchParams}
        onChange={updateSearch}
      />
      <QueryPanel query={courtsQuery} label="courts">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No courts">No courts match your search.</EmptyState>
          ) : (
            <InteractiveTable
              label="Courts"
              rows={items}
              rowKey={({ id }) => id}
              rowName={({ name }) => name}
              fileName="courtly-courts"
              hasMore={courtsQuery.hasNextPage}
              columns={[
                {
                  head: 'Court',
                  cell: (court) => (
                    <CourtNameButton court={court} onOpen={() => setOpenCourt(court)} />
                  ),
                  value: ({ name }) => name,
                },
                {
                  head: 'City',
                  cell: ({ location }) => <bdi>{location}</bdi>,
                  value: ({ location }) => location,
                },
                {
                  head: 'Host',
                  cell: ({ host }) => <bdi>{host.name}</bdi>,
                  value: ({ host }) => host.name,
                  isPersonal: true,
                },
                {
                  head: 'Status',
                  cell: (court) => <CourtStateBadge court={court} />,
                  value: (court) => courtState(court)[1],
                },
                {
                  head: 'Action',
                  cell: (court) => (
                    <Button
                      size="sm"
                      variant="outline"
                      aria-label={`${court.hiddenBecause === null ? 'Hide' : 'Show'} ${court.name}`}
                      onClick={() => setPendingCourt(court)}
                    >
                      {court.hiddenBecause === null ? 'Hide' : 'Show'}
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </QueryPanel>
      <LoadMore query={courtsQuery} itemLabel="courts" />
      {openCourt && <CourtDialog court={openCourt} onClose={() => setOpenCourt(null)} />}
      {pendingCourt && (
        <CourtVisibilityDialog court={pendingCourt} onClose={() => setPendingCourt(null)} />
      )}
    </AdminLayout>
  );
}

function CourtNameButton({ court: { name }, onOpen }: { court: AdminCourt; onOpen: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="cursor-pointer text-left font-display text-xl wrap-anywhere hover:underline"
    >
      <bdi>{name}</bdi>
    </button>
  );
}

function CourtDialog({
  court: { id: deskCourtId, name, location, cityNote },
  onClose,
}: {
  court: AdminCourt;
  onClose: () => void;
}) {
  return (
    <Dialog open side="right" onClose={onClose} title={<bdi>{name}</bdi>} description={location}>
      <div className="grid gap-6">
        <CityNote deskCourtId={deskCourtId} note={cityNote} />
        <UpcomingBookings subject={{ deskCourtId }} withActions />
        <PastBookings of={{ deskCourtId }} />
      </div>
    </Dialog>
  );
}

const courtState = ({ isActive, hiddenBecause, awaitsApproval }: AdminCourt) => {
  if (hiddenBecause !== null) return ['bad', 'Hidden'] as const;
  if (isActive && awaitsApproval) return ['brass', 'Not listed'] as const;
  return isActive ? (['good', 'Shown'] as const) : (['neutral', 'Deactivated by host'] as const);
};

function CourtStateBadge({ court }: { court: AdminCourt }) {
  const [tone, label] = courtState(court);
  return <Badge tone={tone}>{label}</Badge>;
}

function CourtVisibilityDialog({ court, onClose }: { court: AdminCourt; onClose: () => void }) {
  const { id: deskCourtId, hiddenBecause } = court;
  const isHiding = hiddenBecause === null;
  return (
    <AdminActionDialog
      title={isHiding ? `Hide ${court.name}?` : `Show ${court.name} again?`}
      description={
        isHiding
          ? 'Upcoming bookings remain unless you cancel them.'
          : `Reason it was hidden: ${hiddenBecause}`
      }
      hint={isHiding ? 'The host will see this reason with their court.' : undefined}
      button={isHiding ? 'Hide Court' : 'Show Court'}
      isDanger={isHiding}
      mutationFn={(reason) =>
        call(
          `POST /api/admin/courts/:deskCourtId/${isHiding ? 'hidings' : 'hiding-ends'}` as const,
          {
            params: { deskCourtId },
            body: { reason },
          },
        )
      }
      successMessage={isHiding ? 'Court hidden' : 'Court visible again'}
      onClose={onClose}
    >
      {isHiding && <UpcomingBookings subject={{ deskCourtId }} />}
    </AdminActionDialog>
  );
}
