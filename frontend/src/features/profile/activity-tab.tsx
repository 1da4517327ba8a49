import type { User } from '@courtly/contracts/identity';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { cancelReasonLabels } from '../../resources/booking/reason-labels';
import { useMemberBookings } from '../../resources/booking/booking-queries';
import { formatTime, formatShortDate, viewerZone } from '../../lib/format';
import { useNow } from '../../lib/use-now';
import { canHost } from '../../resources/session/permissions';
import { BookingBadge } from '../../resources/booking/booking-badge';
import { LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { QueryPanel } from '../../ui/query-panel';
import { CourtTime } from '../../ui/time';
import { type Activity, activityOf, isOwnCancellation } from './activity';

function ActivityEntry({ activity: { booking, summary, occurredAt } }: { activity: Activity }) {
  const browserZone = viewerZone();
  return (
    <li className="grid gap-x-10 gap-y-1 border-b border-rule py-5 md:grid-cols-[12rem_1fr_auto]">
      <time dateTime={occurredAt} className="figures text-quiet">
        {booking.status === 'cancelled' && 'Requested '}
        {formatShortDate(occurredAt, browserZone)}, {formatTime(occurredAt, browserZone)}
      </time>
      <div className="min-w-0">
        <p className="font-display text-xl leading-snug">
          <Link to={paths.court(booking.court.id)} className="underline-offset-4 hover:underline">
            {summary}
          </Link>
        </p>
        <p className="mt-1 text-small text-quiet">
          <CourtTime hour={booking} />
        </p>
        {booking.cancelReason && !isOwnCancellation(booking) && (
          <p className="text-small text-quiet">{cancelReasonLabels[booking.cancelReason]}</p>
        )}
      </div>
      <p>
        <BookingBadge status={booking.status} />
      </p>
    </li>
  );
}

/** The number of bookings that the activity covers, latest start first. */
const MAX_BOOKINGS = 48;

export function ActivityTab({ user }: { user: User }) {
  const now = useNow();
  return (
    <QueryPanel
      query={useMemberBookings({ limit: MAX_BOOKINGS }, canHost(user))}
      label="your bookings"
    >
      {({ items }) => {
        const entries = activityOf(items, now);
        return entries.length === 0 ? (
          <EmptyState
            title="No recent activity"
            action={<LinkButton to={paths.courts}>Browse Courts</LinkButton>}
          />
        ) : (
          <>
            <h2 className="sr-only">Recent activity</h2>
            <ol className="border-t border-rule">
              {entries.map((activity) => (
                <ActivityEntry key={activity.booking.id} activity={activity} />
              ))}
            </ol>
            <p className="mt-6">
              <LinkButton variant="outline" to={paths.bookings}>
                All Bookings
              </LinkButton>
            </p>
          </>
        );
      }}
    </QueryPanel>
  );
}
