import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet } from 'react-router-dom';
import { paths } from '../config/paths';
import { PageMeta } from '../lib/page-meta';
import { canAdminister } from '../resources/session/permissions';
import { secondFactorsQuery } from '../resources/session/second-factors';
import { useSession } from '../resources/session/session';
import { LoadErrors } from '../ui/load-error';
import { Spinner } from '../ui/skeleton';
import { Heading } from '../ui/heading';

/**
 * For admins only, inside RequireMember. Other members are sent to their dashboard, and admins who
 * still need two-step sign-in to their settings.
 */
export function RequireAdmin() {
  const { user } = useSession();
  const isAdmin = canAdminister(user);
  const secondFactors = useQuery({ ...secondFactorsQuery, enabled: isAdmin });
  if (!isAdmin) return <Navigate replace to={paths.dashboard} />;
  const { data } = secondFactors;
  if (!data)
    return secondFactors.errorUpdateCount === 0 ? (
      <Spinner />
    ) : (
      <div className="page pt-10">
        <PageMeta title="Admin" />
        <Heading level={1}>Admin</Heading>
        <LoadErrors label="your two-step sign-in" queries={[secondFactors]} />
      </div>
    );
  if (data.isRequired && !data.isUsed)
    return <Navigate replace to={paths.settings} state={{ needsSecondFactor: true }} />;
  return <Outlet />;
}
