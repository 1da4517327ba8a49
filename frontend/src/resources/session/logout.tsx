import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, createContext, useCallback, useContext, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { call } from '../../lib/api';
import { signedOut } from '../../lib/session';
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
  const { pathname } = useLocation();
  const leaving = useRef(false);

  const end = useCallback(async () => {
    try {
      await call('POST /api/auth/logout');
    } catch {
      return toastError('Error logging out');
    }
    signedOut(client);
    toast('Logged out successfully');
  }, [client]);

  useEffect(() => {
    const isHome = pathname === paths.home;
    if (leaving.current && isHome) void end();
    leaving.current = false;
  }, [pathname, end]);

  const logout = async () => {
    if (pathname === paths.home) return end();
    leaving.current = true;
    await navigate(paths.home);
  };
  return <Logout value={logout}>{children}</Logout>;
}
