import type { User } from '@courtly/contracts/identity';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import { PageMeta } from '../../lib/page-meta';
import { displayName, useSession } from '../../resources/session/session';
import { LinkButton } from '../../ui/button';
import { Tabs } from '../../ui/tabs';
import { DiscoverCourts } from './discover';
import { MyBookings } from './my-bookings';
import { FactList } from '../../ui/fact-list';
import { Heading } from '../../ui/heading';

type DashboardTab = 'bookings' | 'discover' | 'profile';

function ProfileSummary({ user }: { user: User }) {
  const profileRows = [
    ['Name', `${user.firstName} ${user.lastName}`.trim() || 'Not provided'],
    ['Username', user.username],
    ['Email', user.email],
    ['Phone', user.phone || 'Not provided'],
  ] as const;
  return (
    <>
      <FactList rows={profileRows} className="mb-8 max-w-xl" />
      <LinkButton variant="outline" to={paths.profile}>
        Open Profile
      </LinkButton>
    </>
  );
}

export function DashboardPage() {
  const { user } = useSession();
  const [searchParams, setSearchParams] = useSearchParams();
  return (
    <div className="page pt-10">
      <PageMeta
        title="Dashboard"
        description="Your bookings, courts to discover, and your profile."
      />
      <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <Heading level={1}>{user ? `Welcome, ${displayName(user)}` : 'Dashboard'}</Heading>
        <LinkButton to={paths.courts}>Book a Court</LinkButton>
      </div>
      <Tabs<DashboardTab>
        label="Dashboard"
        value={(searchParams.get('tab') ?? 'bookings') as DashboardTab}
        onChange={(tab) =>
          setSearchParams(tab === 'bookings' ? {} : { tab }, {
            replace: true,
            preventScrollReset: true,
          })
        }
        tabs={[
          { value: 'bookings', label: 'My Bookings', panel: <MyBookings /> },
          { value: 'discover', label: 'Discover Courts', panel: <DiscoverCourts /> },
          { value: 'profile', label: 'Profile', panel: user && <ProfileSummary user={user} /> },
        ]}
      />
    </div>
  );
}
