import type { MailKind, NotificationPreferences } from '@courtly/contracts/notifications';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage } from '../../lib/api';
import { notificationKeys } from '../../resources/notification/notification-queries';
import { Switch } from '../../ui/checkbox';
import { QueryPanel } from '../../ui/query-panel';
import { toastError } from '../../ui/toast';

const emailKinds: readonly { kind: MailKind; label: string }[] = [
  { kind: 'requests', label: 'Requests: new requests for your courts, and responses to yours' },
  { kind: 'bookings', label: 'Bookings: instant bookings, cancellations, and reviews' },
  { kind: 'reminders', label: 'Reminders: a day and an hour before you play or host' },
  { kind: 'matches', label: 'Matches: results that include you, disputes, and challenges' },
  { kind: 'messages', label: 'Messages: new messages from your hosts and players' },
];

const preferencesQuery = queryOptions({
  queryKey: notificationKeys.preferences,
  queryFn: ({ signal }) => call('GET /api/notices/preferences', { signal }),
});

/** Saves changes optimistically. The scope sends them in order, so the last one wins. */
const useChangePreferences = () => {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: 'notification preferences' },
    mutationFn: (preferences: NotificationPreferences) =>
      call('PUT /api/notices/preferences', { body: preferences }),
    onMutate: (preferences) => queryClient.setQueryData(preferencesQuery.queryKey, preferences),
    onError: (error) => {
      toastError('Error saving your email settings', errorMessage(error, 'Please try again.'));
      return queryClient.invalidateQueries(preferencesQuery);
    },
  });
};

export function EmailPreferences() {
  const preferences = useQuery(preferencesQuery);
  const changePreferences = useChangePreferences();
  return (
    <QueryPanel query={preferences} label="your email settings">
      {({ mail }) => (
        <div className="grid max-w-xl gap-3">
          {emailKinds.map(({ kind, label }) => (
            <Switch
              key={kind}
              label={label}
              checked={mail[kind]}
              onChange={({ target }) =>
                changePreferences.mutate({ mail: { ...mail, [kind]: target.checked } })
              }
            />
          ))}
        </div>
      )}
    </QueryPanel>
  );
}
