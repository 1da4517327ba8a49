import type { NotificationItem } from '@courtly/contracts/notifications';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { cn } from '../../lib/cn';
import { formatTime, formatShortDate, viewerZone } from '../../lib/format';
import { conversationLink } from '../message/conversation-link';
import { isCourtNotice, notificationLabel } from './notification-labels';

const targetPaths: Record<NotificationItem['side'], string> = {
  player: paths.bookings,
  host: paths.hostTab('bookings'),
  admin: paths.adminDashboard,
};

const targetPath = (notice: NotificationItem) => {
  if (isCourtNotice(notice)) return paths.hostTab('courts');
  if (notice.type === 'message_received' && notice.side !== 'admin')
    return conversationLink(notice.side, notice.bookingId);
  if (notice.type.startsWith('match_')) return paths.matches;
  return notice.type === 'rating_changed' ? paths.rankings : targetPaths[notice.side];
};

/** Notices that link to the page where the user can act. */
export function NotificationList({ notices }: { notices: readonly NotificationItem[] }) {
  const timeZone = viewerZone();
  return (
    <ul>
      {notices.map((notice) => {
        const { title, lines } = notificationLabel(notice);
        return (
          <li key={notice.id} className="border-b border-rule last:border-b-0">
            <Link
              to={targetPath(notice)}
              className="flex gap-3 px-5 py-3.5 hover:bg-sunk focus-visible:-outline-offset-2"
            >
              <span
                aria-hidden
                className={cn(
                  'mt-2 size-2 shrink-0 rounded-full',
                  notice.read ? 'bg-transparent' : 'bg-brass',
                )}
              />
              <span className="min-w-0">
                <span className={cn('block break-words', !notice.read && 'font-semibold')}>
                  {title}
                  {!notice.read && <span className="sr-only"> (new)</span>}
                </span>
                {lines.map((line) => (
                  <span
                    key={line}
                    dir="auto"
                    className="figures block break-words text-[0.9375rem] text-quiet"
                  >
                    {line}
                  </span>
                ))}
                <time dateTime={notice.at} className="figures block text-sm text-quiet">
                  {formatShortDate(notice.at, timeZone)}, {formatTime(notice.at, timeZone)}
                </time>
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
