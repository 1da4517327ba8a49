import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet } from 'react-router-dom';
import { paths } from '../config/paths';
import { canAdminister } from '../resources/session/permissions';
import { secondFactorsQuery } from '../resources/session/second-factors';
import { useSession } from '../resources/session/session';
import { QueryPanel } from '../ui/query-panel';
import { Spinner } from '../ui/skeleton';

/**
 * For admins only, inside RequireMember. Other members are sent to their dashboard, and admins who
 * still need two-step sign-in to their settings.
 */
export function RequireAdmin() {
  const { user } = useSession();
  const isAdmin = canAdminister(user);
  const secondFactors = useQuery({ ...secondFactorsQuery, enabled: isAdmin });
  if (!isAdmin) return <Navigate replace to={paths.dashboard} />;
  if (secondFactors.isPending) return <Spinner />;
  return (
    <QueryPanel query={secondFactors} label="your second factors">
      {({ isRequired, isUsed }) =>
        isRequired && !isUsed ? (
          <Navigate replace to={paths.settings} state={{ needsSecondFactor: true }} />
        ) : (
          <Outlet />
        )
      }
    </QueryPanel>
  );
}
