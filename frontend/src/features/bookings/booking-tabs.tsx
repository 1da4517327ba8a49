import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import { useNow } from '../../lib/use-now';
import {
  type AnyBooking,
  isHostBooking,
  useMemberBookings,
} from '../../resources/booking/booking-queries';
import { HistoryDrawer } from '../../resources/booking-actions/history-drawer';
import { CancelDialog } from '../../resources/booking/cancel-dialog';
import { lazyDialog } from '../../ui/lazy-dialog';
import { IncidentsDialog } from '../../resources/incident/incidents-dialog';
import { ResultDialog } from '../../resources/match/result-dialog';
import { useOpenConversation } from '../../resources/message/conversation-link';
import { OpenConversation } from '../../resources/message/open-conversation';
import { CourtReviewDialog } from '../../resources/review/court-review-dialog';
import { PlayerReviewDialog } from '../../resources/review/player-review-dialog';
import { LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Tabs } from '../../ui/tabs';
import { BookingCard } from './booking-card';
import { BookingList } from './booking-list';
import { lastPlayedLabel } from './last-played-label';
import { type CardPlace, UpcomingList } from './upcoming-list';

const GuestsDialog = lazyDialog(
  async () => (await import('../../resources/guest/guests-dialog')).GuestsDialog,
);

const tabFilters = {
  upcoming: { when: 'upcoming' },
  past: { when: 'past' },
  cancelled: { status: 'cancelled' },
} as const;
type BookingTab = keyof typeof tabFilters;
const isBookingTab = (value: string | null): value is BookingTab =>
  value !== null && Object.hasOwn(tabFilters, value);
type OpenDialog = {
  kind: 'cancel' | 'review' | 'result' | 'guests' | 'problems' | 'history';
  booking: AnyBooking;
} | null;

const browseLink = <LinkButton to={paths.courts}>Browse Elite Courts</LinkButton>;
const emptyStates = {
  upcoming: <EmptyState title="No upcoming bookings" action={browseLink} />,
  past: <EmptyState title="No past bookings">Games you've played will appear here.</EmptyState>,
  cancelled: <EmptyState title="No canceled bookings" />,
};

/** Loads the list of the open tab first, and then the others, for their counts. */
const useBookingLists = (openTab: BookingTab, isHost: boolean) => {
  const [secondTab, thirdTab] = (Object.keys(tabFilters) as BookingTab[]).filter(
    (tab) => tab !== openTab,
  ) as [BookingTab, BookingTab];
  const openList = useMemberBookings(tabFilters[openTab], isHost);
  const isSettled = !openList.isPending;
  const secondList = useMemberBookings(tabFilters[secondTab], isHost, isSettled);
  const thirdList = useMemberBookings(tabFilters[thirdTab], isHost, isSettled);
  return new Map([
    [openTab, openList],
    [secondTab, secondList],
    [thirdTab, thirdList],
  ]);
};

export function BookingTabs({ isHost }: { isHost: boolean }) {
  const [searchParams, setSearchParams] = useSearchParams();
  const tabParam = searchParams.get('tab');
  const openTab = isBookingTab(tabParam) ? tabParam : 'upcoming';
  const bookingLists = useBookingLists(openTab, isHost);
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const [, openConversation] = useOpenConversation();
  const now = useNow();
  const closeDialog = () => setOpenDialog(null);
  const pastBookings = bookingLists.get('past')?.data?.items ?? [];
  const renderCard = (booking: AnyBooking, place: CardPlace = 'list') => (
    <BookingCard
      key={booking.id}
      booking={booking}
      place={place}
      now={now}
      lastPlayed={isHostBooking(booking) ? undefined : lastPlayedLabel(booking, pastBookings, now)}
      onCancel={() => setOpenDialog({ kind: 'cancel', booking })}
      onReview={() => setOpenDialog({ kind: 'review', booking })}
      onLogResult={() => setOpenDialog({ kind: 'result', booking })}
      onGuests={() => setOpenDialog({ kind: 'guests', booking })}
      onProblems={() => setOpenDialog({ kind: 'problems', booking })}
      onHistory={() => setOpenDialog({ kind: 'history', booking })}
      onMessages={openConversation}
    />
  );
  const buildTab = (value: BookingTab, label: string) => {
    const query = bookingLists.get(value)!;
    const panel = (
      <BookingList
        query={query}
        emptyState={emptyStates[value]}
        renderBookings={(bookings) =>
          value === 'upcoming' ? (
            <UpcomingList bookings={bookings} now={now} renderCard={renderCard} />
          ) : (
            bookings.map((booking) => renderCard(booking))
          )
        }
      />
    );
    return { value, label, count: query.data?.total, panel };
  };
  return (
    <>
      <Tabs
        label="Bookings"
        value={openTab}
        onChange={(value) =>
          setSearchParams(value === 'upcoming' ? {} : { tab: value }, {
            replace: true,
            preventScrollReset: true,
          })
        }
        tabs={[
          buildTab('upcoming', 'Upcoming'),
          buildTab('past', 'Past'),
          buildTab('cancelled', 'Canceled'),
        ]}
      />
      {openDialog?.kind === 'cancel' && (
        <CancelDialog booking={openDialog.booking} onClose={closeDialog} />
      )}
      {openDialog?.kind === 'review' && isHostBooking(openDialog.booking) && (
        <PlayerReviewDialog booking={openDialog.booking} onClose={closeDialog} />
      )}
      {openDialog?.kind === 'review' && !isHostBooking(openDialog.booking) && (
        <CourtReviewDialog booking={openDialog.booking} onClose={closeDialog} />
      )}
      {openDialog?.kind === 'result' && (
        <ResultDialog
          hour={{ ...openDialog.booking, bookingId: openDialog.booking.id }}
          onClose={closeDialog}
        />
      )}
      {openDialog?.kind === 'guests' && (
        <GuestsDialog booking={openDialog.booking} onClose={closeDialog} />
      )}
      {openDialog?.kind === 'problems' && (
        <IncidentsDialog booking={openDialog.booking} onClose={closeDialog} />
      )}
      {openDialog?.kind === 'history' && (
        <HistoryDrawer booking={openDialog.booking} onClose={closeDialog} />
      )}
      <OpenConversation />
    </>
  );
}
