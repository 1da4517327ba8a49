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
import { useLocation } from 'react-router-dom';
import { type RecoveryOutcome, onSessionEnd } from '../lib/api';
import { MINUTE_MS } from '../lib/durations';
import {
  SIGNED_IN_AGAIN,
  dropUnseenData,
  endSessionKey,
  handleSessionEnded,
  handleSignedIn,
  handleSignedInAgain,
  isOtherQuery,
  meQuery,
  setRecovering,
} from '../resources/session/session';
import { DialogLoadError } from '../ui/dialog-load-error';
import { lazyComponent } from '../ui/lazy-component';

const SignInAgainDialog = lazyComponent(
  async () => (await import('../features/auth/sign-in-again-dialog')).SignInAgainDialog,
  {
    renderError: (retryLoad, { onHide }) => (
      <DialogLoadError onClose={onHide} onRetry={retryLoad} />
    ),
  },
);

type SessionRecoveryProps = { children?: ReactNode; reload?: () => void };

const WRITE_EXPIRY_MS = 5 * MINUTE_MS;

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
  const { pathname } = useLocation();
  const [endedUser, setEndedUser] = useState<User | null>(null);
  const waitingRequests = useRef<WaitingRequest[]>([]);
  const lastUser = useRef(queryClient.getQueryData(meQuery.queryKey));
  const [userChanges, startOver] = useReducer((changes: number) => changes + 1, 0);

  const [hasWaitingWrite, setHasWaitingWrite] = useState(false);
  /** In milliseconds of `performance.now()`. */
  const lastAccepted = useRef(-1);
  const lastUserChange = useRef(-1);

  const failWrites = () => {
    const { reads = [], writes = [] } = Object.groupBy(waitingRequests.current, ({ isWrite }) =>
      isWrite ? 'writes' : 'reads',
    );
    waitingRequests.current = reads;
    setHasWaitingWrite(false);
    for (const write of writes) write.settle('fail');
  };

  useEffect(
    () =>
      onSessionEnd(({ isWrite, sentAt }) => {
        const user = queryClient.getQueryData(meQuery.queryKey);
        if (!user) return Promise.resolve('endSession');
        if (queryClient.isMutating({ mutationKey: endSessionKey }) > 0)
          return Promise.resolve('fail');
        if (sentAt < lastAccepted.current)
          return Promise.resolve(isWrite && sentAt < lastUserChange.current ? 'fail' : 'repeat');
        setEndedUser(user);
        if (isWrite) setHasWaitingWrite(true);
        dropUnseenData(queryClient);
        return new Promise((settle) => waitingRequests.current.push({ isWrite, settle }));
      }),
    [queryClient],
  );

  useEffect(() => {
    if (!endedUser) return;
    setRecovering(true);
    return () => setRecovering(false);
  }, [endedUser]);

  // A write that its author no longer sees, or has forgotten, would come as a surprise.
  const failOldWrites = useEffectEvent(failWrites);
  useEffect(() => () => failOldWrites(), [pathname]);
  useEffect(() => {
    if (!hasWaitingWrite) return;
    const timeoutId = setTimeout(() => failOldWrites(), WRITE_EXPIRY_MS);
    return () => clearTimeout(timeoutId);
  }, [hasWaitingWrite]);

  const settle = (outcomeOf: (request: WaitingRequest) => RecoveryOutcome) => {
    setEndedUser(null);
    setHasWaitingWrite(false);
    for (const request of waitingRequests.current.splice(0)) request.settle(outcomeOf(request));
  };

  useEffect(() => {
    const handleCurrentUser = (user: User | null) => {
      const isOtherUser = Boolean(user && lastUser.current && user.id !== lastUser.current.id);
      if (user?.id !== lastUser.current?.id) lastUserChange.current = performance.now();
      if (user) lastAccepted.current = performance.now();
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

  // The previous user's page is gone by now, so its unsaved changes cause no prompt.
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
          repeatsWrite={hasWaitingWrite}
          onSignedIn={(user) =>
            user.id === endedUser.id
              ? handleSignedInAgain(queryClient, user)
              : handleSignedIn(queryClient, user)
          }
          onHide={() => settle(() => 'fail')}
          onStaySignedOut={() => handleSessionEnded(queryClient)}
        />
      )}
    </>
  );
}
