import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, createContext, useContext, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { actionKey, call } from '../../lib/api';
import { handleSignedOut } from './session';
import { toast, toastError } from '../../ui/toast';
import { paths } from '../../config/paths';

const Logout = createContext<() => Promise<void>>(async () => undefined);

/** Ends the session, goes home and says how it went. */
export const useLogout = () => useContext(Logout);

/**
 * The session ends only on arrival at home: a page of members that is still on screen would take it for one that has ended and ask
 * to sign in again, and who stays for unsaved changes stays signed in.
 */
export function LogoutProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  /** Marks the one way home that ends the session: who stays, and goes home later by a link, stays signed in. */
  const leaving = useRef<string>(null);

  // What is being asked for as the session ends would be refused; while a mutation is under way nothing is asked for again.
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
