import type { NotificationItem } from '@courtly/contracts/notifications';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { cx } from 'class-variance-authority';
import { formatTime, formatShortDate, viewerZone } from '../../lib/format';
import { conversationLink } from '../message/conversation-link';
import { isCourtNotification, notificationLabel } from './notification-labels';

const targetPaths: Record<NotificationItem['side'], string> = {
  player: paths.bookings,
  host: paths.hostTab('bookings'),
  admin: paths.adminMoney,
};

const hostMoneyTypes: readonly NotificationItem['type'][] = [
  'paid_out',
  'refund_borne',
  'payout_refused',
  'payout_reversed',
  'payout_offset',
  'payout_adjusted',
  'charge_disputed',
  'dispute_won',
  'dispute_lost',
  'charge_overdue',
  'payout_account_needs',
  'payouts_waiting',
  'payouts_await_approval',
  'bank_payout_returned',
];

const targetPath = (notification: NotificationItem) => {
  if (isCourtNotification(notification)) return paths.hostTab('courts');
  if (notification.type === 'message_received' && notification.side !== 'admin')
    return conversationLink(notification.side, notification.bookingId);
  if (notification.type === 'host_suspended') return paths.adminPage('bookings');
  if (notification.type.startsWith('match_')) return paths.matches;
  if (hostMoneyTypes.includes(notification.type)) return paths.hostEarnings;
  return /^(rating|ranking)_/.test(notification.type)
    ? paths.rankings
    : targetPaths[notification.side];
};

/** The notifications. Each links to the page where the user can act on it. */
export function NotificationList({
  notifications,
}: {
  notifications: readonly NotificationItem[];
}) {
  const timeZone = viewerZone();
  return (
    <ul>
      {notifications.map((notification) => {
        const { title, lines } = notificationLabel(notification);
        return (
          <li key={notification.id} className="border-b border-rule last:border-b-0">
            <Link
              to={targetPath(notification)}
              className="flex gap-3 px-5 py-3.5 hover:bg-sunk focus-visible:-outline-offset-2"
            >
              <span
                aria-hidden
                className={cx(
                  'mt-2 size-2 shrink-0 rounded-full',
                  notification.read ? 'bg-transparent' : 'bg-brass',
                )}
              />
              <span className="min-w-0">
                <span className={cx('block break-words', !notification.read && 'font-semibold')}>
                  {title}
                  {!notification.read && <span className="sr-only"> (new)</span>}
                </span>
                {lines.map((line) => (
                  <span
                    key={line}
                    dir="auto"
                    className="figures block break-words text-small text-quiet"
                  >
                    {line}
                  </span>
                ))}
                <time dateTime={notification.at} className="figures block text-sm text-quiet">
                  {formatShortDate(notification.at, timeZone)},{' '}
                  {formatTime(notification.at, timeZone)}
                </time>
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
