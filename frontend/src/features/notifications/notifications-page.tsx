import { useInfiniteQuery } from '@tanstack/react-query';
import { paths } from '../../config/paths';
import { PageMeta } from '../../lib/page-meta';
import { NotificationList } from '../../resources/notification/notification-list';
import {
  notificationsQuery,
  useMarkNotificationsRead,
} from '../../resources/notification/notification-queries';
import { EmailBounceNote } from '../../resources/session/email-bounce-note';
import { Button, LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { Heading } from '../../ui/heading';

export function NotificationsPage() {
  const notifications = useInfiniteQuery(notificationsQuery());
  const markRead = useMarkNotificationsRead();
  const items = notifications.data?.items ?? [];
  const [latestNotification] = items;
  return (
    <div className="page max-w-3xl pt-10">
      <PageMeta title="Notifications" description="Updates on your bookings and requests." />
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <Heading level={1}>Notifications</Heading>
        <div className="flex flex-wrap gap-3">
          {latestNotification && items.some(({ read }) => !read) && (
            <Button variant="outline" onClick={() => markRead.mutate(latestNotification.id)}>
              Mark All as Read
            </Button>
          )}
          <LinkButton variant="quiet" to={paths.notificationPreferences}>
            Emails
          </LinkButton>
        </div>
      </div>
      <div className="mb-6 empty:hidden">
        <EmailBounceNote />
      </div>
      <QueryPanel query={notifications} label="your notifications">
        {({ items }) =>
          items.length > 0 ? (
            <div className="border-y border-rule">
              <NotificationList notifications={items} />
            </div>
          ) : (
            <EmptyState title="No notifications yet">
              Responses from hosts and requests for your courts appear here.
            </EmptyState>
          )
        }
      </QueryPanel>
      <LoadMore query={notifications} itemLabel="notifications" />
    </div>
  );
}
