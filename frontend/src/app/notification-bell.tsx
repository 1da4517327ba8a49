import { Bell } from 'lucide-react';
import { useOptionalData } from '../lib/use-optional-data';
import { unreadQuery } from '../resources/notification/notification-queries';
import { Button } from '../ui/button';
import { LoadFailed, lazyComponent } from '../ui/lazy-component';
import { Popover } from '../ui/popover';
import { Skeleton } from '../ui/skeleton';

const MAX_COUNT = 99;

const LatestNotifications = lazyComponent(
  async () => (await import('../resources/notification/latest-notifications')).LatestNotifications,
  {
    fallback: <Skeleton className="mx-5 my-4 h-40" />,
    renderError: (retryLoad) => <LoadFailed subject="Your notifications" onRetry={retryLoad} />,
  },
);

const bellLabel = (unreadCount: number) => {
  if (unreadCount === 0) return 'Notifications';
  return `Notifications, ${unreadCount >= MAX_COUNT ? `${MAX_COUNT} or more` : unreadCount} new`;
};

/** The number of unread notifications and the latest ones. */
export function NotificationBell() {
  const { unread: unreadCount } = useOptionalData(unreadQuery) ?? { unread: 0 };
  return (
    <Popover
      align="end"
      className="w-96 py-3"
      trigger={(triggerProps) => (
        <Button
          {...triggerProps}
          variant="quiet"
          size="icon"
          aria-label={bellLabel(unreadCount)}
          className="relative mr-1"
        >
          <Bell size={20} strokeWidth={1.6} aria-hidden />
          {unreadCount > 0 && (
            <span
              aria-hidden
              className="figures absolute top-1 right-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-brass px-1 text-xs leading-none font-semibold text-paper"
            >
              {unreadCount >= MAX_COUNT ? `${MAX_COUNT}+` : unreadCount}
            </span>
          )}
        </Button>
      )}
    >
      {() => <LatestNotifications />}
    </Popover>
  );
}
