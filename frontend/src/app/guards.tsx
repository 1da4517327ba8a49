import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { isHost, rememberReturn, useSession } from '../lib/session';
import { Spinner } from '../ui/skeleton';
import { paths } from './paths';

/** Pages of members: a visitor signs in first and comes back to where they wanted to go. */
export function RequireMember() {
  const { state } = useSession();
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (state === 'visitor') rememberReturn(pathname + search);
  }, [state, pathname, search]);
  if (state === 'loading') return <Spinner />;
  return state === 'member' ? <Outlet /> : <Navigate replace to={paths.login} />;
}

/** Pages of those who list courts, inside RequireMember: others go to their dashboard. */
export function RequireHost() {
  const { user } = useSession();
  return isHost(user) ? <Outlet /> : <Navigate replace to={paths.dashboard} />;
}
