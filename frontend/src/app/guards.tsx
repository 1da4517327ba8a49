import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { meQuery, rememberReturnPath, useSession } from '../resources/session/session';
import { canHost } from '../resources/session/permissions';
import { Spinner } from '../ui/skeleton';
import { paths } from '../config/paths';
import { ErrorPage } from './error-page';

type RequireMemberProps = {
  /**
   * Shown while the session is unknown, either because it is loading or the server can't provide
   * it. By default, the page shows a spinner, and then an error with a retry.
   */
  unknownFallback?: ReactNode;
};

/** For members only. Visitors sign in first and then return to the page that they requested. */
export function RequireMember({ unknownFallback }: RequireMemberProps) {
  const { data: me, isFetching, errorUpdateCount, refetch } = useQuery(meQuery);
  const isVisitor = me === null;
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (isVisitor) rememberReturnPath(pathname + search);
  }, [isVisitor, pathname, search]);
  if (isVisitor) return <Navigate replace to={paths.login} />;
  if (me) return <Outlet />;
  if (unknownFallback) return unknownFallback;
  if (errorUpdateCount === 0) return <Spinner />;
  return (
    <ErrorPage errorCount={errorUpdateCount} busy={isFetching} onRetry={() => void refetch()} />
  );
}

/** For hosts only, inside RequireMember. Other members are sent to their dashboard. */
export function RequireHost() {
  const { user } = useSession();
  return canHost(user) ? <Outlet /> : <Navigate replace to={paths.dashboard} />;
}
