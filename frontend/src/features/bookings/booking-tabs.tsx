import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import type { LoadedPages, PagedQuery } from '../../lib/cursor-paging';
import { isHostBooking, type AnyBooking } from '../../resources/booking/booking-queries';
import {
  CancelDialog,
  HistoryDrawer,
  PlayerReviewDialog,
  ReviewDialog,
} from '../../resources/booking/lazy-dialogs';
import { useOpenConversation } from '../../resources/message/conversation-link';
import { OpenConversation } from '../../resources/message/open-conversation';
import { LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { LoadMore } from '../../ui/load-more';
import { Tabs } from '../../ui/tabs';
import { BookingCard } from './booking-card';
import { lastPlayedLabel } from './last-played-label';

type Tab = 'upcoming' | 'past' | 'cancelled';
type Opened = { what: 'cancel' | 'review' | 'history'; booking: AnyBooking } | null;

const browse = <LinkButton to={paths.courts}>Browse Elite Courts</LinkButton>;
const empty = {
  upcoming: <EmptyState title="No upcoming bookings" action={browse} />,
  past: <EmptyState title="No past bookings">Games you've played will appear here.</EmptyState>,
  cancelled: <EmptyState title="No cancelled bookings" />,
};

type Props = { lists: Record<Tab, PagedQuery<LoadedPages<AnyBooking>>> };

export function BookingTabs({ lists }: Props) {
  const [search, setSearch] = useSearchParams();
  const [opened, setOpened] = useState<Opened>(null);
  const [, openConversation] = useOpenConversation();
  const now = new Date().toISOString();
  const close = () => setOpened(null);
  const games = lists.past.data?.items ?? [];
  const card = (booking: AnyBooking) => (
    <BookingCard
      key={booking.id}
      booking={booking}
      now={now}
      lastPlayed={isHostBooking(booking) ? undefined : lastPlayedLabel(booking, games, now)}
      onCancel={() => setOpened({ what: 'cancel', booking })}
      onReview={() => setOpened({ what: 'review', booking })}
      onHistory={() => setOpened({ what: 'history', booking })}
      onMessages={openConversation}
    />
  );
  const tab = (value: Tab, label: string) => {
    const { items, total } = lists[value].data ?? { items: [], total: 0 };
    const panel = (
      <>
        {items.length === 0 ? empty[value] : items.map(card)}
        <LoadMore query={lists[value]} of="bookings" />
      </>
    );
    return { value, label, count: total, panel };
  };
  return (
    <>
      <Tabs
        label="Bookings"
        value={(search.get('tab') ?? 'upcoming') as Tab}
        onChange={(value) =>
          setSearch(value === 'upcoming' ? {} : { tab: value }, {
            replace: true,
            preventScrollReset: true,
          })
        }
        tabs={[tab('upcoming', 'Upcoming'), tab('past', 'Past'), tab('cancelled', 'Cancelled')]}
      />
      {opened?.what === 'cancel' && <CancelDialog booking={opened.booking} onClose={close} />}
      {opened?.what === 'review' && isHostBooking(opened.booking) && (
        <PlayerReviewDialog booking={opened.booking} onClose={close} />
      )}
      {opened?.what === 'review' && !isHostBooking(opened.booking) && (
        <ReviewDialog hour={{ ...opened.booking, bookingId: opened.booking.id }} onClose={close} />
      )}
      {opened?.what === 'history' && <HistoryDrawer booking={opened.booking} onClose={close} />}
      <OpenConversation />
    </>
  );
}
