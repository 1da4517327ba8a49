import type { User } from '@courtly/contracts/identity';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { bookingsQuery, hostBookingsQuery, type SeenBooking } from '../../lib/bookings';
import { isHost } from '../../lib/session';
import { QueryPanel } from '../../ui/query-panel';

type Props = { user: User; children: (bookings: readonly SeenBooking[]) => ReactNode };

/** A member's bookings: as player, and for hosts those of their courts too. */
export function MemberBookings({ user, children }: Props) {
  const own = useQuery(bookingsQuery);
  const hosted = useQuery({ ...hostBookingsQuery, enabled: isHost(user) });
  return (
    <QueryPanel query={own} label="your bookings">
      {(asPlayer) =>
        isHost(user) ? (
          <QueryPanel query={hosted} label="the bookings of your courts">
            {(ofHost) =>
              children([...ofHost, ...asPlayer.filter(({ id }) => ofHost.every((other) => other.id !== id))])
            }
          </QueryPanel>
        ) : (
          children(asPlayer)
        )
      }
    </QueryPanel>
  );
}
