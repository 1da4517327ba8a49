import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { rememberReturnPath } from '../resources/session/return-path';
import { meQuery, useSession } from '../resources/session/session';
import { canHost } from '../resources/session/permissions';
import { hasFailed } from '../ui/load-error';
import { Spinner } from '../ui/skeleton';
import { paths } from '../config/paths';
import { ErrorPage } from './error-page';

type RequireMemberProps = { loadingFallback?: ReactNode };

/**
 * For members only. Visitors sign in first and then return to the page that they requested. If the
 * server can't provide the session, the page shows an error with a retry.
 */
export function RequireMember({ loadingFallback = <Spinner /> }: RequireMemberProps) {
  const query = useQuery(meQuery);
  const { data: me, isFetching, errorUpdateCount, refetch } = query;
  const isVisitor = me === null;
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (isVisitor) rememberReturnPath(pathname + search);
  }, [isVisitor, pathname, search]);
  if (isVisitor) return <Navigate replace to={paths.login} />;
  if (me) return <Outlet />;
  if (!hasFailed(query)) return loadingFallback;
  return (
    <ErrorPage errorCount={errorUpdateCount} busy={isFetching} onRetry={() => void refetch()} />
  );
}

/** For hosts only, inside RequireMember. Other members are sent to their dashboard. */
export function RequireHost() {
  const { user } = useSession();
  return canHost(user) ? <Outlet /> : <Navigate replace to={paths.dashboard} />;
}
