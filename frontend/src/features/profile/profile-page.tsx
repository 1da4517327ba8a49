import type { User } from '@courtly/contracts/identity';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import { PageMeta } from '../../lib/page-meta';
import { useSession } from '../../resources/session/session';
import { LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Tabs } from '../../ui/tabs';
import { AchievementsTab } from './achievements-tab';
import { ActivityTab } from './activity-tab';
import { OverviewTab } from './overview-tab';
import { PreferencesTab } from './preferences-tab';
import { ProfileHeader } from './profile-header';
import { SettingsTab } from './settings-tab';
import { ProfileLoading } from './profile-loading';
import { Heading } from '../../ui/heading';

type ProfileTab = 'overview' | 'achievements' | 'activity' | 'preferences' | 'settings';

function MemberProfile({ user }: { user: User }) {
  const [searchParams, setSearchParams] = useSearchParams();
  return (
    <div className="page pt-6 md:pt-8">
      <ProfileHeader user={user} />
      <Tabs<ProfileTab>
        label="Profile"
        className="mt-10"
        value={(searchParams.get('tab') ?? 'overview') as ProfileTab}
        onChange={(selectedTab) =>
          setSearchParams(selectedTab === 'overview' ? {} : { tab: selectedTab }, {
            replace: true,
            preventScrollReset: true,
          })
        }
        tabs={[
          { value: 'overview', label: 'Overview', panel: <OverviewTab user={user} /> },
          { value: 'achievements', label: 'Achievements', panel: <AchievementsTab user={user} /> },
          { value: 'activity', label: 'Activity', panel: <ActivityTab user={user} /> },
          { value: 'preferences', label: 'Preferences', panel: <PreferencesTab user={user} /> },
          { value: 'settings', label: 'Settings', panel: <SettingsTab user={user} /> },
        ]}
      />
    </div>
  );
}

export function ProfilePage() {
  const { state, user } = useSession();
  return (
    <>
      <PageMeta title="Profile" description="Your bookings, activity, preferences, and settings." />
      {state === 'unknown' && <ProfileLoading />}
      {state === 'signedOut' && (
        <div className="page pt-10">
          <Heading level={1} className="mb-8">
            Profile
          </Heading>
          <EmptyState
            title="Please sign in to view your profile"
            action={<LinkButton to={paths.login}>Sign In</LinkButton>}
          />
        </div>
      )}
      {user && <MemberProfile user={user} />}
    </>
  );
}
