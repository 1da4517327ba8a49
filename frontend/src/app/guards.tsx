import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { meQuery, rememberReturnPath, useSession } from '../resources/session/session';
import { canAdminister, canHost } from '../resources/session/permissions';
import { Spinner } from '../ui/skeleton';
import { paths } from '../config/paths';

type Props = {
  /** Stands here while it is not known who is there: being asked for, or not to be found out. */
  unsure?: ReactNode;
};

/** Pages of members: a visitor signs in first and comes back to where they wanted to go. */
export function RequireMember({ unsure }: Props) {
  const { state } = useSession();
  const known = useQuery(meQuery).data !== undefined;
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (state === 'visitor') rememberReturnPath(pathname + search);
  }, [state, pathname, search]);
  if (unsure && !known) return unsure;
  if (state === 'loading') return <Spinner />;
  return state === 'member' ? <Outlet /> : <Navigate replace to={paths.login} />;
}

/** Pages of those who list courts, inside RequireMember: others go to their dashboard. */
export function RequireHost() {
  const { user } = useSession();
  return canHost(user) ? <Outlet /> : <Navigate replace to={paths.dashboard} />;
}

/** Pages of those who run the club, inside RequireMember: others go to their dashboard. */
export function RequireAdmin() {
  const { user } = useSession();
  return canAdminister(user) ? <Outlet /> : <Navigate replace to={paths.dashboard} />;
}
