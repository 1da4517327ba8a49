import type { User } from '@courtly/contracts/identity';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { onSessionEnd } from '../lib/api';
import {
  SIGNED_IN_AGAIN,
  dropUnseenData,
  handleSessionEnded,
  handleSignedIn,
  handleSignedInAgain,
  isOtherQuery,
  meQuery,
} from '../resources/session/session';
import { LoadFailed, lazyComponent } from '../ui/lazy-component';

const SignInAgainDialog = lazyComponent(
  async () => (await import('../features/auth/sign-in-again-dialog')).SignInAgainDialog,
  {
    renderError: (retryLoad) => (
      <div className="fixed inset-x-0 top-0 z-60 border-b border-rule bg-raised p-5">
        <LoadFailed subject="The sign-in" onRetry={retryLoad} />
      </div>
    ),
  },
);

type SessionRecoveryProps = { onOtherUser?: () => void };

/**
 * When the server ends a member's session, requests wait, the page stays, and the member signs in
 * again in a dialog. Then the requests are repeated. Another user starts with a clean page.
 */
export function SessionRecovery({ onOtherUser = () => location.reload() }: SessionRecoveryProps) {
  const queryClient = useQueryClient();
  const [endedUser, setEndedUser] = useState<User | null>(null);
  const waitingRequests = useRef<((isSignedInAgain: boolean) => void)[]>([]);

  useEffect(
    () =>
      onSessionEnd(() => {
        const user = queryClient.getQueryData(meQuery.queryKey);
        if (!user) return Promise.resolve(false);
        setEndedUser(user);
        dropUnseenData(queryClient);
        return new Promise((resolve) => waitingRequests.current.push(resolve));
      }),
    [queryClient],
  );

  const settle = (isSignedInAgain: boolean) => {
    setEndedUser(null);
    for (const resolve of waitingRequests.current.splice(0)) resolve(isSignedInAgain);
  };

  useEffect(() => {
    if (!endedUser) return;
    const handleCurrentUser = (user: User | null) => {
      if (user && user.id !== endedUser.id) {
        // The requests of the previous user are never repeated.
        setEndedUser(null);
        return onOtherUser();
      }
      settle(user !== null);
      if (!user) return;
      document.dispatchEvent(new Event(SIGNED_IN_AGAIN));
      void queryClient.invalidateQueries({ predicate: isOtherQuery });
    };
    return queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || isOtherQuery(event.query)) return;
      if (event.action.type === 'success') handleCurrentUser(event.query.state.data as User | null);
    });
  });

  if (!endedUser) return null;
  return (
    <SignInAgainDialog
      email={endedUser.email}
      onSignedIn={(user) =>
        user.id === endedUser.id
          ? handleSignedInAgain(queryClient, user)
          : handleSignedIn(queryClient, user)
      }
      onStaySignedOut={() => {
        settle(false);
        handleSessionEnded(queryClient);
      }}
    />
  );
}
