import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../../app/paths';
import { cancelled, isHosted, past, type SeenBooking, upcoming } from '../../lib/bookings';
import { LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Tabs } from '../../ui/tabs';
import { BookingCard } from './booking-card';
import { CancelDialog } from './cancel-dialog';
import { HistoryDrawer } from './history-drawer';
import { lastPlayedAt } from './last-played';

type Tab = 'upcoming' | 'past' | 'cancelled';
type Opened = { what: 'cancel' | 'history'; booking: SeenBooking } | null;

const browse = <LinkButton to={paths.courts}>Browse Elite Courts</LinkButton>;
const empty = {
  upcoming: <EmptyState title="No upcoming bookings" action={browse} />,
  past: <EmptyState title="No past bookings">Games you have played will stand here.</EmptyState>,
  cancelled: <EmptyState title="No cancelled bookings" />,
};

/** The bookings by how they stand, and the dialogs that their cards open. */
export function BookingTabs({ bookings }: { bookings: SeenBooking[] }) {
  const [search, setSearch] = useSearchParams();
  const [opened, setOpened] = useState<Opened>(null);
  const now = new Date().toISOString();
  const close = () => setOpened(null);
  const tab = (value: Tab, label: string, list: SeenBooking[]) => ({
    value,
    label,
    count: list.length,
    panel:
      list.length === 0
        ? empty[value]
        : list.map((booking) => (
            <BookingCard
              key={booking.id}
              booking={booking}
              now={now}
              lastPlayed={isHosted(booking) ? undefined : lastPlayedAt(booking, bookings, now)}
              onCancel={() => setOpened({ what: 'cancel', booking })}
              onHistory={() => setOpened({ what: 'history', booking })}
            />
          )),
  });
  return (
    <>
      <Tabs
        label="Bookings"
        value={(search.get('tab') ?? 'upcoming') as Tab}
        onChange={(value) => setSearch(value === 'upcoming' ? {} : { tab: value }, { replace: true })}
        tabs={[
          tab('upcoming', 'Upcoming', upcoming(bookings)),
          tab('past', 'Past', past(bookings)),
          tab('cancelled', 'Cancelled', cancelled(bookings)),
        ]}
      />
      {opened?.what === 'cancel' && <CancelDialog booking={opened.booking} onClose={close} />}
      {opened?.what === 'history' && <HistoryDrawer booking={opened.booking} onClose={close} />}
    </>
  );
}
