import type { User } from '@courtly/contracts/identity';
import { useQueryClient } from '@tanstack/react-query';
import {
  Fragment,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useReducer,
  useRef,
  useState,
} from 'react';
import { type RecoveryOutcome, onSessionEnd } from '../lib/api';
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

type SessionRecoveryProps = { children?: ReactNode; reload?: () => void };

type WaitingRequest = { isWrite: boolean; settle: (outcome: RecoveryOutcome) => void };

/**
 * When the server ends a member's session, requests wait, the page stays, and the member signs in
 * again in a dialog. Then the requests are repeated. Another user starts with a clean page.
 */
export function SessionRecovery({
  children,
  reload = () => location.reload(),
}: SessionRecoveryProps) {
  const queryClient = useQueryClient();
  const [endedUser, setEndedUser] = useState<User | null>(null);
  const waitingRequests = useRef<WaitingRequest[]>([]);
  const lastUser = useRef(queryClient.getQueryData(meQuery.queryKey));
  const [userChanges, startOver] = useReducer((changes: number) => changes + 1, 0);

  useEffect(
    () =>
      onSessionEnd(({ isWrite }) => {
        const user = queryClient.getQueryData(meQuery.queryKey);
        if (!user) return Promise.resolve('endSession');
        setEndedUser(user);
        dropUnseenData(queryClient);
        return new Promise((settle) => waitingRequests.current.push({ isWrite, settle }));
      }),
    [queryClient],
  );

  const settle = (outcomeOf: (request: WaitingRequest) => RecoveryOutcome) => {
    setEndedUser(null);
    for (const request of waitingRequests.current.splice(0)) request.settle(outcomeOf(request));
  };

  useEffect(() => {
    const handleCurrentUser = (user: User | null) => {
      const isOtherUser = Boolean(user && lastUser.current && user.id !== lastUser.current.id);
      lastUser.current = user;
      if (isOtherUser) {
        settle(({ isWrite }) => (isWrite ? 'fail' : 'repeat'));
        return startOver();
      }
      settle(() => (user ? 'repeat' : 'endSession'));
      if (!user || !endedUser) return;
      document.dispatchEvent(new Event(SIGNED_IN_AGAIN));
      void queryClient.invalidateQueries({ predicate: isOtherQuery });
    };
    return queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || isOtherQuery(event.query)) return;
      if (event.action.type === 'success') handleCurrentUser(event.query.state.data as User | null);
    });
  });

  // By now, the page of the previous user is gone, and with it the question whether to leave it.
  const reloadPage = useEffectEvent(reload);
  useEffect(() => {
    if (userChanges > 0) reloadPage();
  }, [userChanges]);

  return (
    <>
      <Fragment key={userChanges}>{children}</Fragment>
      {endedUser && (
        <SignInAgainDialog
          email={endedUser.email}
          onSignedIn={(user) =>
            user.id === endedUser.id
              ? handleSignedInAgain(queryClient, user)
              : handleSignedIn(queryClient, user)
          }
          onStaySignedOut={() => handleSessionEnded(queryClient)}
        />
      )}
    </>
  );
}
