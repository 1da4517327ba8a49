import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet } from 'react-router-dom';
import { paths } from '../config/paths';
import { canAdminister } from '../resources/session/permissions';
import { secondFactorsQuery } from '../resources/session/second-factors';
import { useSession } from '../resources/session/session';
import { Spinner } from '../ui/skeleton';

/**
 * For admins only, inside RequireMember. Other members are sent to their dashboard, and admins who
 * still need two-step sign-in to their settings.
 */
export function RequireAdmin() {
  const { user } = useSession();
  const isAdmin = canAdminister(user);
  const { data, isPending } = useQuery({ ...secondFactorsQuery, enabled: isAdmin });
  if (!isAdmin) return <Navigate replace to={paths.dashboard} />;
  if (isPending) return <Spinner />;
  return data?.isRequired && !data.isUsed ? (
    <Navigate replace to={paths.settings} state={{ needsSecondFactor: true }} />
  ) : (
    <Outlet />
  );
}
