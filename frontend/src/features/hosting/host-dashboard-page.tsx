import { paths } from '../../config/paths';
import { money } from '../../lib/format';
import { PageMeta } from '../../lib/page-meta';
import { rememberReturnPath, useSession } from '../../resources/session/session';
import { canHost } from '../../resources/session/permissions';
import { LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Spinner } from '../../ui/skeleton';
import { Earnings } from './earnings';
import { HostingDashboard } from './hosting-dashboard';

/** A host's courts, bookings and earnings; visitors are asked to sign in and come back. */
export function HostDashboardPage() {
  const { state, user } = useSession();
  const mayList = canHost(user);
  return (
    <div className="page pt-10">
      <PageMeta title="Host Dashboard" description="Your courts, their bookings and what they earn." />
      <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <h1 className="font-display text-title">Host Dashboard</h1>
        {mayList && (
          <div className="flex flex-wrap gap-3">
            <LinkButton variant="outline" to={paths.hostCalendar}>
              Calendar
            </LinkButton>
            <LinkButton variant="outline" to={paths.ownerAvailability}>
              Availability
            </LinkButton>
          </div>
        )}
      </div>
      {state === 'loading' && <Spinner />}
      {state === 'visitor' && (
        <EmptyState
          title="Please sign in to see your host dashboard"
          action={
            <LinkButton to={paths.login} onClick={() => rememberReturnPath(paths.hostDashboard)}>
              Sign In
            </LinkButton>
          }
        />
      )}
      {state === 'member' && !mayList && (
        <EmptyState
          title="Here hosts see their courts"
          action={<LinkButton to={paths.howItWorks}>How Hosting Works</LinkButton>}
        >
          Your account books courts. To list one of your own, create a host account with another e-mail address.
        </EmptyState>
      )}
      {state === 'member' && mayList && (
        <HostingDashboard
          label="Host dashboard"
          figures={(figures) => [
            { label: 'Active courts', value: figures?.courts.active },
            { label: 'Pending bookings', value: figures?.pending },
            { label: 'Monthly earnings', value: figures && money(figures.month.earned) },
            { label: 'Total earnings', value: figures && money(figures.total.earned) },
          ]}
          courtRows={{ mayList }}
          last={{ value: 'earnings', label: 'Earnings', panel: <Earnings /> }}
        />
      )}
    </div>
  );
}
