import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { unreadQuery } from '../resources/notice/notice-queries';
import { Button } from '../ui/button';
import { LoadFailed, lazyPart } from '../ui/lazy-part';
import { Popover } from '../ui/popover';
import { Skeleton } from '../ui/skeleton';

const MOST_SHOWN = 99;

const LatestNotices = lazyPart(
  async () => (await import('../resources/notice/latest-notices')).LatestNotices,
  {
    fallback: <Skeleton className="mx-5 my-4 h-40" />,
    failed: (retry) => <LoadFailed what="Your notices" onRetry={retry} />,
  },
);

const labelOf = (unread: number) => {
  if (unread === 0) return 'Notices';
  return `Notices, ${unread >= MOST_SHOWN ? `${MOST_SHOWN} or more` : unread} new`;
};

/** The number of unread notifications and the latest ones. */
export function NoticeBell() {
  const { data: { unread } = { unread: 0 } } = useQuery(unreadQuery);
  return (
    <Popover
      align="end"
      className="w-96 px-0 py-3"
      trigger={(triggerProps) => (
        <Button
          {...triggerProps}
          variant="quiet"
          size="icon"
          aria-label={labelOf(unread)}
          className="relative mr-1"
        >
          <Bell size={20} strokeWidth={1.6} aria-hidden />
          {unread > 0 && (
            <span
              aria-hidden
              className="figures absolute top-1 right-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-brass px-1 text-xs leading-none font-semibold text-paper"
            >
              {unread >= MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
            </span>
          )}
        </Button>
      )}
    >
      {() => <LatestNotices />}
    </Popover>
  );
}
