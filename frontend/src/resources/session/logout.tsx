import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, createContext, useContext, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { createActionKey, call } from '../../lib/api';
import { endSessionKey, handleSignedOut } from './session';
import { toast, toastError } from '../../ui/toast';
import { paths } from '../../config/paths';

const LogoutContext = createContext<() => Promise<void>>(async () => undefined);

/** Ends the session, opens the home page, and shows a toast. */
export const useLogout = () => useContext(LogoutContext);

/**
 * The session ends only after the home page has opened. Otherwise, a members-only page would ask
 * the user to sign in again, and a user who stays because of unsaved changes would be signed out.
 */
export function LogoutProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  /** Marks the navigation that ends the session. Later visits to the home page must not end it. */
  const logoutNavigation = useRef<string>(null);

  // Cancels pending requests, which would fail once the session ends. Nothing refetches during a
  // mutation.
  const { mutate: endSession } = useMutation({
    mutationKey: endSessionKey,
    mutationFn: () => call('POST /api/auth/logout'),
    networkMode: 'always',
    onMutate: () => queryClient.cancelQueries(),
    onSuccess() {
      handleSignedOut(queryClient);
      toast('Logged out successfully');
    },
    onError() {
      toastError('Error logging out');
      void queryClient.invalidateQueries();
    },
  });

  useEffect(() => {
    const logoutMark = (state as { leaving?: string } | null)?.leaving;
    if (!logoutMark || logoutMark !== logoutNavigation.current) return;
    logoutNavigation.current = null;
    endSession();
  }, [state, endSession]);

  const logout = async () => {
    if (pathname === paths.home) return endSession();
    logoutNavigation.current = createActionKey();
    await navigate(paths.home, { state: { leaving: logoutNavigation.current } });
  };
  return <LogoutContext value={logout}>{children}</LogoutContext>;
}
