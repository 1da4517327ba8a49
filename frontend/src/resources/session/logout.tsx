import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, createContext, useContext, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { actionKey, call } from '../../lib/api';
import { handleSignedOut } from './session';
import { toast, toastError } from '../../ui/toast';
import { paths } from '../../config/paths';

const Logout = createContext<() => Promise<void>>(async () => undefined);

/** Ends the session, goes home and shows a toast. */
export const useLogout = () => useContext(Logout);

/**
 * The session ends only after navigating home. Otherwise a members-only page would ask to sign in
 * again, and a user who stays because of unsaved changes would be signed out.
 */
export function LogoutProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  /** Marks the navigation that ends the session. Later visits to the home page must not. */
  const leaving = useRef<string>(null);

  // Cancel pending requests, which would fail once the session ends; nothing refetches during a
  // mutation.
  const { mutate: end } = useMutation({
    mutationFn: () => call('POST /api/auth/logout'),
    networkMode: 'always',
    onMutate: () => client.cancelQueries(),
    onSuccess() {
      handleSignedOut(client);
      toast('Logged out successfully');
    },
    onError() {
      toastError('Error logging out');
      void client.invalidateQueries();
    },
  });

  useEffect(() => {
    const mark = (state as { leaving?: string } | null)?.leaving;
    if (!mark || mark !== leaving.current) return;
    leaving.current = null;
    end();
  }, [state, end]);

  const logout = async () => {
    if (pathname === paths.home) return end();
    leaving.current = actionKey();
    await navigate(paths.home, { state: { leaving: leaving.current } });
  };
  return <Logout value={logout}>{children}</Logout>;
}
