import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, createContext, useCallback, useContext, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { call } from '../lib/api';
import { signedOut } from '../lib/session';
import { toast, toastError } from '../ui/toast';
import { paths } from './paths';

const Logout = createContext<() => Promise<void>>(async () => undefined);

/** Ends the session, goes home and says how it went. */
export const useLogout = () => useContext(Logout);

/**
 * The session is forgotten only on arrival: a page of members that is still on screen would take it for one that has ended
 * and ask to sign in again.
 */
export function LogoutProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const leaving = useRef(false);

  const forget = useCallback(() => {
    leaving.current = false;
    signedOut(client);
    toast('Logged out successfully');
  }, [client]);

  useEffect(() => {
    if (leaving.current && pathname === paths.home) forget();
  }, [pathname, forget]);

  const logout = async () => {
    try {
      await call('POST /api/auth/logout');
    } catch {
      toastError('Error logging out');
      return;
    }
    leaving.current = true;
    if (pathname === paths.home) forget();
    else await navigate(paths.home);
  };
  return <Logout value={logout}>{children}</Logout>;
}
