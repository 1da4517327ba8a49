import type { Notice } from '@courtly/contracts/notices';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { cn } from '../../lib/cn';
import { clock, shortDate, viewerZone } from '../../lib/format';
import { conversationLink } from '../message/conversation-link';
import { isOfCourt, noticeLabel } from './notice-labels';

const targets: Record<Notice['side'], string> = {
  player: paths.bookings,
  host: paths.hostTab('bookings'),
  admin: paths.adminDashboard,
};

const targetOf = (notice: Notice) => {
  if (isOfCourt(notice)) return paths.hostTab('courts');
  if (notice.type === 'message_received' && notice.side !== 'admin')
    return conversationLink(notice.side, notice.bookingId);
  if (notice.type.startsWith('match_')) return paths.matches;
  return notice.type === 'rating_changed' ? paths.rankings : targets[notice.side];
};

/** Notices that link to the page where the user can act. */
export function NoticeList({ notices }: { notices: readonly Notice[] }) {
  const zone = viewerZone();
  return (
    <ul>
      {notices.map((notice) => {
        const { title, lines } = noticeLabel(notice);
        return (
          <li key={notice.id} className="border-b border-rule last:border-b-0">
            <Link
              to={targetOf(notice)}
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
                  {shortDate(notice.at, zone)}, {clock(notice.at, zone)}
                </time>
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
