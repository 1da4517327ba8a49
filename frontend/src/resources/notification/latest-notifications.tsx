import { useInfiniteQuery } from '@tanstack/react-query';
import { paths } from '../../config/paths';
import { Button } from '../../ui/button';
import { QueryPanel } from '../../ui/query-panel';
import { NotificationList } from './notification-list';
import { notificationsQuery, useMarkNotificationsRead } from './notification-queries';
import { TextLink } from '../../ui/text-link';

const MAX_VISIBLE = 6;

export function LatestNotifications() {
  const notifications = useInfiniteQuery(notificationsQuery(MAX_VISIBLE));
  const markRead = useMarkNotificationsRead();
  const [latestNotification] = notifications.data?.items ?? [];
  const hasUnread = notifications.data?.items.some(({ read }) => !read);
  return (
    <>
      <QueryPanel query={notifications} label="your notifications">
        {({ items }) =>
          items.length > 0 ? (
            <NotificationList notifications={items.slice(0, MAX_VISIBLE)} />
          ) : (
            <p className="px-5 py-6 text-quiet">
              Nothing yet. You'll see changes to your bookings here.
            </p>
          )
        }
      </QueryPanel>
      <p className="flex items-center justify-between gap-4 border-t border-rule px-5 pt-2">
        <TextLink to={paths.notifications}>All notifications</TextLink>
        {latestNotification && hasUnread && (
          <Button variant="quiet" size="sm" onClick={() => markRead.mutate(latestNotification.id)}>
            Mark All as Read
          </Button>
        )}
      </p>
    </>
  );
}
